import { AppError } from '@segue/service';
import type { NotFound } from '../resolve/resolve.service.js';

/** Where the platform does not say when to come back, in seconds. */
const ASK_AGAIN_SECONDS = 5;

/** Look-ups that got no answer, as the error of the request: nothing was written, and it can be asked again. */
export function unansweredError(unanswered: readonly NotFound[]): AppError {
  const isBusy = unanswered.some(({ reason }) => reason === 'platform_busy');
  const retryAfterSeconds = Math.max(...unanswered.map((found) => found.retryAfterSeconds ?? ASK_AGAIN_SECONDS));
  return new AppError(isBusy ? 'platform_busy' : 'platform_unavailable', {}, { retryAfterSeconds });
}
