import type { UpstreamCall } from '../governor/governor.js';
import { NetworkError, type HttpAnswer } from '../http/http-client.js';
import { answerOf } from './fake-http.js';

/** A call of somebody, as the governor is told of it. */
export const read = (userId = 'mia', priority: UpstreamCall['priority'] = 'interactive'): UpstreamCall => ({
  userId,
  priority,
  write: false,
  endpoint: 'GET /x',
});
export const write: UpstreamCall = { ...read(), write: true, endpoint: 'POST /x' };
export const fine = answerOf(200, {});

/** Answers in turn, the last one for ever. */
export function answering(...answers: (HttpAnswer | NetworkError)[]) {
  return jest.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof NetworkError) throw answer;
    return answer ?? fine;
  });
}
