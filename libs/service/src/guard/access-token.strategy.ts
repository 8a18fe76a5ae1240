import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { AccessTokenClaims, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@segue/contracts';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { AppError } from '../app-error.js';
import type { SessionUser } from '../http/user.decorator.js';
import { EndedSessions } from './ended-sessions.js';
import type { FindSigningKey } from './signing-keys.js';

export const FIND_SIGNING_KEY = Symbol('FIND_SIGNING_KEY');

/** Checks a member's access token: ES256 by a key of auth's, for us, not expired, its session not ended. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, 'access-token') {
  constructor(
    @Inject(FIND_SIGNING_KEY) findSigningKey: FindSigningKey,
    @Inject(EndedSessions) private readonly endedSessions: EndedSessions,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: ['ES256'],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: unknown, key?: never) => void) => {
        findSigningKey(token).then(
          (key) => done(null, key as never),
          (error: unknown) => done(error),
        );
      },
    });
  }

  validate(payload: unknown): SessionUser {
    const claims = AccessTokenClaims.safeParse(payload);
    if (!claims.success) throw new AppError('unauthenticated');
    if (this.endedSessions.has(claims.data.jti)) throw new AppError('unauthenticated');
    return claims.data;
  }
}
