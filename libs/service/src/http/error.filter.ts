import { ArgumentsHost, Catch, ExceptionFilter, HttpException } from '@nestjs/common';
import type { ErrorCode } from '@segue/contracts';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { throwError } from 'rxjs';
import { AppError } from '../app-error.js';
import { currentRequestId } from '../logging/request-context.js';

const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'service_unavailable',
};

/** Errors of PostgreSQL's driver that mean "not now" rather than "our mistake". 40P01 is a deadlock. */
const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '40P01',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
]);

/**
 * What the driver and TypeORM say, without a code, when no connection is free in time, a query gets no answer, or the
 * connection of a transaction is lost between two queries.
 */
const DATABASE_SILENT =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|was already released|runner already released/;

const codeOf = (thrown: unknown): string | undefined =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined;

const statusOf = (thrown: unknown): number | undefined => {
  if (thrown instanceof HttpException) return thrown.getStatus();
  // Fastify's own errors (unreadable JSON, too large, wrong content type) carry `statusCode`.
  return typeof thrown === 'object' &&
    thrown !== null &&
    'statusCode' in thrown &&
    typeof thrown.statusCode === 'number'
    ? thrown.statusCode
    : undefined;
};

/** Turns whatever was thrown into an error of the contract. Nothing of the cause is shown. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const known = CODE_OF_STATUS[statusOf(thrown) ?? 0];
  if (known) return new AppError(known, {}, { cause: thrown });
  const driverCode = codeOf(thrown);
  const timedOut = thrown instanceof Error && DATABASE_SILENT.test(thrown.message);
  if (timedOut || (driverCode && DATABASE_AWAY.has(driverCode))) {
    return new AppError('service_unavailable', { driverCode }, { cause: thrown, retryAfterSeconds: 2 });
  }
  return new AppError('internal_error', {}, { cause: thrown });
}

/** Whoever was kept out is worth a line; a typing error is not. */
const levelOf = ({ status, code }: AppError): 'error' | 'info' | 'debug' => {
  if (status >= 500) return 'error';
  return [401, 403, 429].includes(status) || NOTED.has(code) ? 'info' : 'debug';
};
const NOTED: ReadonlySet<ErrorCode> = new Set(['wrong_password', 'invalid_signature', 'email_taken']);

/** The one place where an error becomes an answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): unknown {
    // A failing event handler must fail for its transport, which tries again and parks it in the end.
    if (host.getType() !== 'http') return throwError(() => thrown);
    const error = toAppError(thrown);
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { user } = host.switchToHttp().getRequest<{ user?: { _id?: string } }>();
    this.logger[levelOf(error)](
      { event: 'request.failed', userId: user?._id, errorCode: error.code, ...error.facts, err: error.cause },
      error.message,
    );
    if (reply.sent) return undefined;
    if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', String(error.retryAfterSeconds));
    return reply
      .status(error.status)
      .type('application/json; charset=utf-8')
      .send(error.toBody(currentRequestId() ?? ''));
  }
}
