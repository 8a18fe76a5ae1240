import { Injectable } from '@nestjs/common';
import { ADMIN_TOKEN_LIFE_SECONDS, MEMBER_TOKEN_LIFE_SECONDS, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@segue/contracts';
import { Clock } from '@segue/service';
import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Account } from '../accounts/account.entity.js';
import { endSessions } from './end-sessions.js';
import { Session } from './session.entity.js';
import { TokenKeys } from './token-keys.js';

/** Issues tokens and ends sessions before their tokens do. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly keys: TokenKeys,
    private readonly clock: Clock,
  ) {}

  /** A new session's access token: ES256, 24 h (administrators one hour). */
  async open(tx: EntityManager, account: Account): Promise<string> {
    const jti = randomUUID();
    const issuedAtSeconds = Math.floor(this.clock.now().getTime() / 1000);
    const expiresAtSeconds = issuedAtSeconds + (account.isAdmin ? ADMIN_TOKEN_LIFE_SECONDS : MEMBER_TOKEN_LIFE_SECONDS);
    await tx.insert(Session, {
      jti,
      accountId: account.id,
      expiresAt: new Date(expiresAtSeconds * 1000),
      endedAt: null,
    });
    const { id, name, email, isAdmin } = account;
    return new SignJWT({ _id: id, name, email, isAdmin })
      .setProtectedHeader({ alg: 'ES256', kid: this.keys.signing.kid, typ: 'JWT' })
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setSubject(id)
      .setJti(jti)
      .setIssuedAt(issuedAtSeconds)
      .setExpirationTime(expiresAtSeconds)
      .sign(this.keys.signing.key);
  }

  /** Ends one session. Every service hears of it when the transaction commits. */
  async end(tx: EntityManager, jti: string): Promise<void> {
    await endSessions(tx, { jti }, this.clock.now());
  }

  async endAllOf(tx: EntityManager, accountId: string): Promise<void> {
    await endSessions(tx, { accountId }, this.clock.now());
  }
}
