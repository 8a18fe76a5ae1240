import { Injectable } from '@nestjs/common';
import { ADMIN_TOKEN_LIFE_SECONDS, MEMBER_TOKEN_LIFE_SECONDS, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@segue/contracts';
import { Clock, SESSIONS_ENDED_CHANNEL } from '@segue/service';
import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Account } from '../accounts/account.entity.js';
import { Session } from './session.entity.js';
import { TokenKeys } from './token-keys.js';

/** PostgreSQL takes notifications up to 8,000 bytes; one ended session is about 75. */
const SESSIONS_PER_NOTIFICATION = 80;

interface Ended {
  jti: string;
  expires_at: Date;
}

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
    await this.endWhere(tx, 'jti = $2', jti);
  }

  async endAllOf(tx: EntityManager, accountId: string): Promise<void> {
    await this.endWhere(tx, 'account_id = $2', accountId);
  }

  private async endWhere(tx: EntityManager, condition: string, value: string): Promise<void> {
    const now = this.clock.now();
    await tx.query('DELETE FROM sessions WHERE expires_at < $1', [now]);
    const [ended] = (await tx.query(
      `UPDATE sessions SET ended_at = $1 WHERE ended_at IS NULL AND ${condition} RETURNING jti, expires_at`,
      [now, value],
    )) as [Ended[], number];
    const sessions = ended.map(({ jti, expires_at }) => ({ jti, expiresAtMs: expires_at.getTime() }));
    for (let start = 0; start < sessions.length; start += SESSIONS_PER_NOTIFICATION) {
      const part = JSON.stringify(sessions.slice(start, start + SESSIONS_PER_NOTIFICATION));
      await tx.query('SELECT pg_notify($1, $2)', [SESSIONS_ENDED_CHANNEL, part]);
    }
  }
}
