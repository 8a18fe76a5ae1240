import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { RecentLines } from './recent-lines.js';
import { currentRequestId } from './request-context.js';

export const LOGGER = Symbol('LOGGER');

/** Fields that never reach a log, wherever they stand. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'userToken',
  'accessToken',
  'refreshToken',
  'access_token',
  'refresh_token',
  'code',
  'state',
  'verifier',
  'secret',
  'email',
];
const redactPaths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

const REDACTIONS: ReadonlyArray<[RegExp, string]> = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[token]'],
  [/\bBearer\s+\S+/gi, 'Bearer [redacted]'],
  [/\b(?:sk|rk|pk)_(?:live|test)_\w+|\bwhsec_\w+/g, '[key]'],
  // Not across slashes: the paths of a stack trace hold "@" too.
  [/[^\s@"'<>()/]+@[^\s@"'<>()/]+\.[^\s@"'<>()/]+/g, '[e-mail]'],
  [/(\/reset-password\/)[\w-]+/g, '$1:token'],
  [/([?&](?:code|state|token|access_token)=)[^&\s"]+/g, '$1[redacted]'],
];

/** Takes tokens, keys and e-mail addresses out of free text. */
export const redactText = (text: string): string =>
  REDACTIONS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);

/** Anything can be thrown, so anything has to fit into a log. */
function describeError(error: unknown): unknown {
  if (error === null || error === undefined) return undefined;
  if (!(error instanceof Error)) return redactText(String(error));
  return {
    type: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
    ...(error.cause instanceof Error && { cause: redactText(`${error.cause.name}: ${error.cause.message}`) }),
  };
}

const ERROR_LEVEL = 50;

/** JSON lines on standard output: one event with its fields a line. */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redactPaths, censor: '[redacted]' },
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === null ? {} : { requestId };
    },
    hooks: {
      logMethod(this: Logger, args: Parameters<Logger['info']>, method: (...args: Parameters<Logger['info']>) => void) {
        method.apply(
          this,
          args.map((arg: unknown) => (typeof arg === 'string' ? redactText(arg) : arg)) as typeof args,
        );
      },
    },
    serializers: { err: describeError },
  };
  const lines = new RecentLines();
  const logger = pino(options, remembering(lines, destination ?? pino.destination(1)));
  memories.set(logger, lines);
  return logger;
}

const memories = new WeakMap<Logger, RecentLines>();

/** What a logger of `createLogger` wrote last. */
export function recentLinesOf(logger: Logger): RecentLines {
  const lines = memories.get(logger);
  if (!lines) throw new Error('This logger remembers nothing: it was not made by createLogger.');
  return lines;
}

/** Passes lines on and remembers them as they were written, so redacted. */
function remembering(lines: RecentLines, destination: DestinationStream): DestinationStream {
  return {
    // Asks pino to leave the level of each line in `lastLevel`.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      lines.add(line, this.lastLevel >= ERROR_LEVEL);
      destination.write(line);
    },
  } as DestinationStream & { lastLevel: number };
}

/** Lets NestJS write its own lines into the same log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack: stack && redactText(stack) }, String(message));
  }
}
