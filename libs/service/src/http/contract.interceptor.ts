import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Endpoint } from '@segue/contracts';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { z } from 'zod';
import { AppError } from '../app-error.js';
import { ENDPOINT } from './route.js';

const PARTS = ['params', 'query', 'body'] as const;

/**
 * The door where data is checked: parameters, query and body of every contract route, before the handler's
 * arguments are read. Behind it types are trusted.
 */
@Injectable()
export class ContractInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const endpoint = this.reflector.get<Endpoint | undefined>(ENDPOINT, context.getHandler());
    if (endpoint && context.getType() === 'http') checkRequest(endpoint, context.switchToHttp().getRequest());
    return next.handle();
  }
}

function checkRequest(endpoint: Endpoint, request: FastifyRequest): void {
  const checked = PARTS.map((part) => ({ part, result: endpoint[part].safeParse(request[part]) }));
  const details = checked.flatMap(({ part, result }) => (result.success ? [] : toDetails(part, result.error)));
  if (details.length > 0) throw validationFailed(details);
  for (const { part, result } of checked) request[part] = result.data;
}

type Details = Array<{ path: string; message: string }>;

const MOST_DETAILS = 20;

function toDetails(part: (typeof PARTS)[number], error: z.ZodError): Details {
  return error.issues.slice(0, MOST_DETAILS).map((issue) => ({
    path: [...(part === 'body' ? [] : [part]), ...issue.path].join('.'),
    message: issue.message,
  }));
}

/** `validation_failed` whose sentence names the first fault. */
export function validationFailed(details: Details): AppError {
  const [first] = details;
  const message = first && (first.path ? `${first.path}: ${first.message}` : first.message);
  return new AppError('validation_failed', {}, { ...(message && { message }), details });
}
