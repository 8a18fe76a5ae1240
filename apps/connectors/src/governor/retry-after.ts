import { jsonOf, type HttpAnswer } from '../http/http-client.js';

/** Spotify's development-mode quota has no published window; without a header we ask again in an hour. */
const QUOTA_PAUSE_MS = 60 * 60 * 1000;

/**
 * How long a 429 asks us to wait, in ms; null when it does not say. `Retry-After` is seconds or an HTTP date.
 * A used-up quota without the header is an hour.
 */
export function retryAfterMsOf(answer: HttpAnswer, nowMs: number): number | null {
  const written = answer.header('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(written)) return Math.ceil(Number(written) * 1000);
  const date = written === '' ? Number.NaN : Date.parse(written);
  if (!Number.isNaN(date)) return Math.max(0, date - nowMs);
  return isQuotaExceeded(answer) ? QUOTA_PAUSE_MS : null;
}

/** https://developer.spotify.com/documentation/web-api/references/changes/july-2026 */
function isQuotaExceeded(answer: HttpAnswer): boolean {
  const body = jsonOf(answer);
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  return typeof error === 'object' && error !== null && 'reason' in error && error.reason === 'QUOTA_EXCEEDED';
}
