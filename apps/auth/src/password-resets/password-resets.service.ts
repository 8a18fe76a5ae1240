import { Inject, Injectable } from '@nestjs/common';
import type { BodyOf, requestPasswordReset, resetPassword } from '@segue/contracts';
import { AppError, Clock, LOGGER, type RateLimiter, RateLimiters } from '@segue/service';
import type { Logger } from 'pino';
import { DataSource, type EntityManager, IsNull, MoreThan } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { hashPassword, refuseWeak } from '../accounts/passwords.js';
import { AccountMailer } from '../mails/account-mailer.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { atLeast } from './at-least.js';
import { endPasswordResets } from './end-password-resets.js';
import { PasswordReset } from './password-reset.entity.js';
import { hashResetToken, makeResetToken } from './reset-token.js';

const LINK_LIFE_MINUTES = 30;
const LINK_LIFE_MS = LINK_LIFE_MINUTES * 60 * 1000;
/** More links an account does not get in an hour; who asks is not told. */
const LINKS_PER_HOUR = 3;
const HOUR_MS = 60 * 60 * 1000;
/** Asking for a link takes this long whether or not there is an account: well above what writing a link takes. */
const REQUEST_FLOOR_MS = 150;
const GUESSES = { name: 'reset-guesses', points: 10, windowSeconds: 15 * 60 };

const REQUESTED = 'If an account with this e-mail exists, we have sent a link to reset the password.';
const LINK_IS_DEAD = 'This link is no longer valid. Please request a new one.';

/**
 * Lets the owner of an address choose a new password. Whoever changes an account's links locks the account's row
 * first, so that parallel requests and uses wait for each other in one order.
 */
@Injectable()
export class PasswordResetsService {
  private readonly guesses: RateLimiter;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsService,
    private readonly mailer: AccountMailer,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    limiters: RateLimiters,
  ) {
    this.guesses = limiters.create(GUESSES);
  }

  /** Answers the same, after the same time, for every address. */
  async request({ email }: BodyOf<typeof requestPasswordReset>): Promise<{ message: string }> {
    await atLeast(
      REQUEST_FLOOR_MS,
      this.dataSource.transaction((tx) => this.sendLink(tx, email)),
    );
    return { message: REQUESTED };
  }

  /** @param client whose wrong tokens count together. */
  async reset(
    client: string,
    token: string,
    { newPassword }: BodyOf<typeof resetPassword>,
  ): Promise<{ message: string }> {
    // Taken before the look and given back after it, or parallel guesses would all pass.
    await this.guesses.take(client);
    const tokenHash = hashResetToken(token);
    const account = await this.ownerOf(tokenHash);
    await this.guesses.giveBack(client);
    refuseWeak('newPassword', newPassword, account);
    const passwordHash = await hashPassword(newPassword);
    await this.dataSource.transaction((tx) => this.useLink(tx, account.id, tokenHash, passwordHash));
    await this.accounts.forgiveWrongPasswords(account);
    this.logger.info({ event: 'password.reset', userId: account.id }, 'a password was reset');
    return { message: 'Password has been reset. Please sign in.' };
  }

  private async sendLink(tx: EntityManager, email: string): Promise<void> {
    const account = await tx.findOne(Account, { where: { email }, lock: { mode: 'pessimistic_write' } });
    if (!account) return;
    const now = this.clock.now();
    const anHourAgo = new Date(now.getTime() - HOUR_MS);
    const sent = await tx.countBy(PasswordReset, { accountId: account.id, requestedAt: MoreThan(anHourAgo) });
    this.logger.info({ event: 'password.reset-requested', userId: account.id, sent }, 'a password reset was requested');
    if (sent >= LINKS_PER_HOUR) return;
    await endPasswordResets(tx, account.id, now);
    const token = makeResetToken();
    await tx.insert(PasswordReset, {
      tokenHash: hashResetToken(token),
      accountId: account.id,
      requestedAt: now,
      expiresAt: new Date(now.getTime() + LINK_LIFE_MS),
      endedAt: null,
    });
    await this.mailer.sendResetLink(tx, account.email, token, LINK_LIFE_MINUTES);
  }

  /** @throws AppError when the link is unknown, used, replaced or too old; which of them is not told. */
  private async ownerOf(tokenHash: Buffer): Promise<Account> {
    const reset = await this.dataSource.getRepository(PasswordReset).findOneBy(this.usable(tokenHash));
    const account = reset && (await this.dataSource.getRepository(Account).findOneBy({ id: reset.accountId }));
    if (!account) throw linkIsDead();
    return account;
  }

  private async useLink(tx: EntityManager, accountId: string, tokenHash: Buffer, passwordHash: string): Promise<void> {
    const account = await tx.findOne(Account, { where: { id: accountId }, lock: { mode: 'pessimistic_write' } });
    if (!account || !(await tx.existsBy(PasswordReset, this.usable(tokenHash)))) throw linkIsDead();
    await endPasswordResets(tx, accountId, this.clock.now());
    await tx.update(Account, accountId, { passwordHash });
    await this.sessions.endAllOf(tx, accountId);
    await this.mailer.sendPasswordChanged(tx, account.email);
  }

  private usable(tokenHash: Buffer) {
    return { tokenHash, endedAt: IsNull(), expiresAt: MoreThan(this.clock.now()) };
  }
}

const linkIsDead = (): AppError =>
  new AppError(
    'validation_failed',
    {},
    { message: LINK_IS_DEAD, details: [{ path: 'params.token', message: LINK_IS_DEAD }] },
  );
