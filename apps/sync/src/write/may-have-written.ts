import { type ErrorCode, ERRORS, type WriteProblem } from '@segue/contracts';
import { AppError } from '@segue/service';

/** A write was under way when it broke off: it may or may not have happened, so nothing is undone or forgotten. */
export class MayHaveWritten extends AppError {
  /** @param told what the platform said; without it contact to another service was lost. */
  constructor(cause: unknown, told?: WriteProblem) {
    const code = told === undefined ? 'service_unavailable' : codeOf(told);
    super(
      code,
      {},
      {
        cause,
        retryAfterSeconds: told?.retryAfterSeconds ?? LOST_CONTACT_SECONDS,
        message: told
          ? `${ERRORS[code].message} Part of it may be there already: please look at the playlist before you try again.`
          : 'Contact was lost while writing. Please look at the playlist before you try again.',
      },
    );
  }
}

const LOST_CONTACT_SECONDS = 5;

const codeOf = ({ code }: WriteProblem): ErrorCode => (code === 'refused' ? 'platform_unavailable' : code);

/** Awaits something from which on a failure no longer means that nothing was written. */
export async function writing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    // The other service's own errors tell what happened; only lost contact leaves it open.
    const told = error instanceof AppError && error.code !== 'service_unavailable' && error.code !== 'internal_error';
    throw told ? error : new MayHaveWritten(error);
  }
}
