import { Agent, fetch, type Response } from 'undici';
import { NetworkError, type HttpAnswer, type HttpClient } from './http-client.js';

const LIMITS = {
  connectTimeoutMs: 2_000,
  /** Until the answer begins, and between two pieces of it. */
  readTimeoutMs: 10_000,
  totalTimeoutMs: 15_000,
  /** A page of 100 tracks with artwork is about 400 kB. */
  answerMaxBytes: 8 * 1024 * 1024,
};

/**
 * A client for foreign hosts: bounded in time and size, and it never follows a redirect, because the next host would
 * get the member's token.
 */
export function undiciHttpClient(limits: Partial<typeof LIMITS> = {}): HttpClient {
  const { connectTimeoutMs, readTimeoutMs, totalTimeoutMs, answerMaxBytes } = { ...LIMITS, ...limits };
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    headersTimeout: readTimeoutMs,
    bodyTimeout: readTimeoutMs,
  });
  return async ({ method, url, headers, body }) => {
    try {
      const response = await fetch(url, {
        method,
        headers,
        body,
        redirect: 'manual',
        dispatcher: agent,
        signal: AbortSignal.timeout(totalTimeoutMs),
      });
      return await toAnswer(response, answerMaxBytes);
    } catch (cause) {
      throw cause instanceof NetworkError ? cause : new NetworkError('no answer', { cause });
    }
  };
}

async function toAnswer(response: Response, maxBytes: number): Promise<HttpAnswer> {
  const text = await readCapped(response, maxBytes);
  return { status: response.status, header: (name) => response.headers.get(name), text };
}

async function readCapped(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body === null) return '';
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream, so the rest is never read.
    if (bytes > maxBytes) throw new NetworkError('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
