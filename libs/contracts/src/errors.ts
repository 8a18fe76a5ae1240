import { z } from 'zod';

/** Every error a member can meet: its HTTP status and the sentence people read unless a better one is given. */
export const ERRORS = {
  validation_failed: { status: 400, message: 'Something in the request is missing or malformed.' },
  bad_request: { status: 400, message: 'The request could not be understood.' },
  platform_not_connected: { status: 400, message: 'Please connect the platform first.' },
  platform_reconnect_required: { status: 400, message: 'Please connect the platform again.' },
  platform_connect_failed: { status: 400, message: 'The platform did not accept the connection.' },
  platform_consent_denied: { status: 400, message: 'You did not allow it.' },
  platform_account_not_listed: {
    status: 400,
    message: 'This account is not on the list of test users that the platform lets use this app.',
  },
  invalid_signature: { status: 400, message: 'The signature does not fit or is too old.' },
  unauthenticated: { status: 401, message: 'Please sign in.' },
  invalid_credentials: { status: 401, message: 'Invalid email or password' },
  wrong_password: { status: 400, message: 'The current password is not right.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  daily_limit_reached: { status: 403, message: 'The free plan allows one playlist update every 24 hours.' },
  not_found: { status: 404, message: 'This does not exist.' },
  method_not_allowed: { status: 405, message: 'This address does not answer to that method.' },
  email_taken: { status: 409, message: 'Registration failed' },
  platform_account_taken: { status: 409, message: 'This account is already connected to another member.' },
  already_subscribed: { status: 409, message: 'You already have Premium.' },
  no_subscription: { status: 409, message: 'You have no subscription yet. Choose Premium to start one.' },
  remove_unsupported: { status: 409, message: 'This platform does not let other apps remove tracks.' },
  playlist_read_only: { status: 409, message: 'The platform does not let us change this playlist.' },
  playlist_full: { status: 409, message: 'This playlist is full: the platform takes no more tracks.' },
  playlist_busy: { status: 409, message: 'This playlist is being changed right now. Please try again in a moment.' },
  playlist_changed: {
    status: 409,
    message: 'The playlist has changed since it was compared. Please compare it again.',
  },
  request_in_progress: { status: 409, message: 'The same request is still being worked on.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  uri_too_long: { status: 414, message: 'The address is too long.' },
  unsupported_media_type: { status: 415, message: 'Please send JSON.' },
  idempotency_key_reused: { status: 422, message: 'This Idempotency-Key was used for another request.' },
  rate_limited: { status: 429, message: 'Too many requests. Please slow down.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  service_unavailable: {
    status: 503,
    message: 'This part of Segue is unavailable right now. Please try again shortly.',
  },
  payment_unavailable: {
    status: 503,
    message: 'The payment provider does not answer right now. Nothing was charged. Please try again shortly.',
  },
  platform_unavailable: { status: 503, message: 'The platform does not answer right now. Please try again shortly.' },
  platform_busy: { status: 503, message: 'The platform asks us to wait before the next request.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The body of every error answer. `message` and `error` hold the same sentence: the spec's screens read either. */
export const ErrorBody = z.object({
  statusCode: z.number().int(),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  error: z.string(),
  requestId: z.string(),
  /** Only with `validation_failed`. */
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Only with `daily_limit_reached`: when the next playlist may be updated, ISO 8601. */
  availableAt: z.iso.datetime().optional(),
  /** With 429 and 503: seconds to wait, the same as the `Retry-After` header. */
  retryAfterSeconds: z.number().int().nonnegative().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
