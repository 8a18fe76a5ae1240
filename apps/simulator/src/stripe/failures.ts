import { PlatformFailure } from '../platform-failure.js';

interface StripeError {
  type?: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  code?: string;
  param?: string;
}

/** Stripe's error envelope. https://docs.stripe.com/api/errors */
export const stripeErrorBody = (
  message: string,
  { type = 'invalid_request_error', code, param }: StripeError = {},
) => ({
  error: { ...(code && { code }), message, ...(param && { param }), type },
});

export const stripeFailure = (status: number, message: string, error: StripeError = {}): PlatformFailure =>
  new PlatformFailure(status, stripeErrorBody(message, error));

export const noSuch = (kind: string, id: string, param: string, status = 404): PlatformFailure =>
  stripeFailure(status, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
