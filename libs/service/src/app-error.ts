import { ERRORS, type ErrorBody, type ErrorCode } from '@segue/contracts';

interface AppErrorOptions extends ErrorOptions {
  /** The sentence people read; the code's own sentence unless given. */
  message?: string;
  /** Whole seconds after which trying again makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  details?: ErrorBody['details'];
  /** ISO 8601; only with `daily_limit_reached`. */
  availableAt?: string;
}

/** An outcome the contract knows. Anything else that is thrown becomes `internal_error` and keeps its cause in the log. */
export class AppError extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly details: ErrorBody['details'];
  readonly availableAt: string | undefined;

  /** @param facts for the log, never for the caller; no secrets. */
  constructor(
    readonly code: ErrorCode,
    readonly facts: Readonly<Record<string, unknown>> = {},
    options: AppErrorOptions = {},
  ) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.status = ERRORS[code].status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details;
    this.availableAt = options.availableAt;
  }

  /** The answer's body. */
  toBody(requestId: string): ErrorBody {
    return {
      statusCode: this.status,
      code: this.code,
      message: this.message,
      error: this.message,
      requestId,
      ...(this.details && { details: this.details }),
      ...(this.availableAt && { availableAt: this.availableAt }),
      ...(this.retryAfterSeconds !== undefined && { retryAfterSeconds: this.retryAfterSeconds }),
    };
  }
}
