import { Inject, Injectable } from '@nestjs/common';
import { AccessTokenClaims, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@segue/contracts';
import { AppError, EndedSessions, FIND_SIGNING_KEY, type FindSigningKey, type SessionUser } from '@segue/service';
import { errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';

const REMEMBERED_TOKENS = 10_000;
const LONGEST_TOKEN = 4096;

/** Who a bearer token belongs to. The same check the services make, remembered per token until it expires. */
@Injectable()
export class TokenCheck {
  private readonly checked = new LRUCache<string, SessionUser>({ max: REMEMBERED_TOKENS });

  constructor(
    @Inject(FIND_SIGNING_KEY) private readonly findSigningKey: FindSigningKey,
    private readonly endedSessions: EndedSessions,
  ) {}

  /** @throws AppError `unauthenticated` for a missing, bad, expired or ended token. */
  async require(authorization: string | undefined): Promise<SessionUser> {
    const user = await this.read(authorization);
    if (!user) throw new AppError('unauthenticated');
    return user;
  }

  private async read(authorization: string | undefined): Promise<SessionUser | null> {
    const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (!token || token.length > LONGEST_TOKEN) return null;
    const user = this.checked.get(token) ?? (await this.verify(token));
    return this.endedSessions.has(user.jti) || user.exp * 1000 <= Date.now() ? null : user;
  }

  private async verify(token: string): Promise<SessionUser> {
    const key = await this.findSigningKey(token);
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['ES256'],
        issuer: TOKEN_ISSUER,
        audience: TOKEN_AUDIENCE,
      });
      const user = AccessTokenClaims.parse(payload);
      this.checked.set(token, user, { ttl: Math.max(1, user.exp * 1000 - Date.now()) });
      return user;
    } catch (cause) {
      throw new AppError('unauthenticated', {}, { cause: cause instanceof errors.JOSEError ? cause : undefined });
    }
  }
}
