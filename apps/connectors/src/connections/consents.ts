import { Injectable } from '@nestjs/common';
import { CONNECT_TRANSACTION_LIFE_MS, type PlatformId } from '@segue/contracts';
import { Clock } from '@segue/service';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { DataSource, LessThan } from 'typeorm';
import { TokenCipher } from '../tokens/token-cipher.js';
import { ConsentTransaction } from './consent-transaction.entity.js';

const SECRET_BYTES = 32;

/** What the browser takes along: `state` and `verifier` for the platform, `browserSecret` for the cookie. */
export interface StartedConsent {
  readonly state: string;
  readonly verifier: string;
  readonly browserSecret: string;
}

/** Consents on their way. Each belongs to one member in one browser, lives ten minutes and works once. */
@Injectable()
export class Consents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: TokenCipher,
    private readonly clock: Clock,
  ) {}

  async start(userId: string, platform: PlatformId): Promise<StartedConsent> {
    const [state, verifier, browserSecret] = [secret(), secret(), secret()];
    const transactions = this.dataSource.getRepository(ConsentTransaction);
    const now = this.clock.now();
    await transactions.delete({ expiresAt: LessThan(now) });
    await transactions.insert({
      stateHash: hashOf(state),
      userId,
      platform,
      browserHash: hashOf(browserSecret),
      verifier: this.cipher.seal(verifier, { userId, platform, field: 'verifier' }),
      expiresAt: new Date(now.getTime() + CONNECT_TRANSACTION_LIFE_MS),
    });
    return { state, verifier, browserSecret };
  }

  /** Uses a consent up, whatever comes of it. null: unknown, used, too old, or another browser's. */
  async finish(
    platform: PlatformId,
    state: string,
    browserSecret: string | null,
  ): Promise<{ userId: string; verifier: string } | null> {
    const transaction = await this.take(platform, hashOf(state));
    if (!transaction || transaction.expiresAt <= this.clock.now()) return null;
    if (browserSecret === null || !sameHash(transaction.browserHash, hashOf(browserSecret))) return null;
    const { userId } = transaction;
    return { userId, verifier: this.cipher.open(transaction.verifier, { userId, platform, field: 'verifier' }) };
  }

  /** Of two callbacks with one state the row's lock lets one have it. */
  private take(platform: PlatformId, stateHash: string): Promise<ConsentTransaction | null> {
    return this.dataSource.transaction(async (tx) => {
      const where = { stateHash, platform };
      const found = await tx.findOne(ConsentTransaction, { where, lock: { mode: 'pessimistic_write' } });
      if (found) await tx.delete(ConsentTransaction, where);
      return found;
    });
  }
}

const secret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
const sameHash = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));
