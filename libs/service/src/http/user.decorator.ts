import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { AccessTokenClaims } from '@segue/contracts';
import type { FastifyRequest } from 'fastify';

/** A member as their access token names them. */
export type SessionUser = AccessTokenClaims;
/** The member for whom a service acts. */
export type ActingUser = Pick<SessionUser, '_id'>;

/** The guard leaves here who is asking. */
export interface AuthenticatedRequest extends FastifyRequest {
  user?: SessionUser | ActingUser;
}

/** The member who asks; the guard has made sure there is one. */
export const User = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { user } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!user) throw new Error('A route without a member asked for one: check its access.');
  return user;
});
