import type { AppError } from '@segue/service';
import type { ServerResponse } from 'node:http';
import { API_ANSWER_HEADERS } from './headers.js';

/** Writes an error of the contract to a raw response. After the head is out, the connection is all that can be cut. */
export function answerError(response: ServerResponse, error: AppError, requestId: string): void {
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
  });
  response.end(body);
}
