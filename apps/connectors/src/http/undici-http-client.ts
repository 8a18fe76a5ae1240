import { Agent, fetch, type Response } from 'undici';
import { NetworkError, type HttpAnswer, type HttpClient } from './http-client.js';

const CONNECT_TIMEOUT_MS = 2_000;
const READ_TIMEOUT_MS = 10_000;
const TOTAL_TIMEOUT_MS = 15_000;
/** A page of 100 tracks with artwork is about 400 kB. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024;

/**
 * A client for foreign hosts: bounded in time and size, and it never follows a redirect, because the next host would
 * get the member's token.
 */
export function undiciHttpClient(): HttpClient {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: READ_TIMEOUT_MS,
    bodyTimeout: READ_TIMEOUT_MS,
  });
  return async ({ method, url, headers, body }) => {
    try {
      const response = await fetch(url, {
        method,
        headers,
        body,
        redirect: 'manual',
        dispatcher: agent,
        signal: AbortSignal.timeout(TOTAL_TIMEOUT_MS),
      });
      return await toAnswer(response);
    } catch (cause) {
      throw cause instanceof NetworkError ? cause : new NetworkError('no answer', { cause });
    }
  };
}

async function toAnswer(response: Response): Promise<HttpAnswer> {
  const text = await readCapped(response);
  return { status: response.status, header: (name) => response.headers.get(name), text };
}

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body === null) return '';
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream, so the rest is never read.
    if (bytes > ANSWER_MAX_BYTES) throw new NetworkError('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
