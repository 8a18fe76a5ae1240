import type { AppError } from '@segue/service';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_ANSWER_HEADERS } from './headers.js';

/** How long the rest of a refused body may take to arrive, in ms. */
const DISCARD_TIMEOUT_MS = 5000;

/** Writes an error of the contract to a raw response. After the head is out, the connection is all that can be cut. */
export function answerError(
  request: IncomingMessage,
  response: ServerResponse,
  error: AppError,
  requestId: string,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(error.toBody(requestId));
  response.writeHead(error.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...API_ANSWER_HEADERS,
    'x-request-id': requestId,
    ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(error.retryAfterSeconds) }),
    ...(!request.complete && { connection: 'close' }),
  });
  response.write(body);
  if (request.complete) response.end();
  else endAfterRest(request, response);
}

/**
 * The answer is out, but the connection stays open until the rest of the refused body has been read and dropped: a
 * client that is cut off while it sends may never see the answer.
 */
function endAfterRest(request: IncomingMessage, response: ServerResponse): void {
  const tooLong = setTimeout(() => request.destroy(), DISCARD_TIMEOUT_MS);
  request.once('close', () => {
    clearTimeout(tooLong);
    response.end();
  });
  request.once('end', () => response.end());
  request.resume();
}
