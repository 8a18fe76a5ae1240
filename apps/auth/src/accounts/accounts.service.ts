import { Inject, Injectable } from '@nestjs/common';
import {
  type BodyOf,
  type changePassword,
  type login,
  type register,
  TERMS_VERSION,
  type updateProfile,
  type User,
} from '@segue/contracts';
import {
  AppError,
  Clock,
  LOGGER,
  Outbox,
  type RateLimiter,
  RateLimiters,
  type SessionUser,
  validationFailed,
} from '@segue/service';
import { createHash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { AccountMailer } from '../mails/account-mailer.js';
import { RegistrationAttemptsService } from '../mails/registration-attempts.service.js';
import { endPasswordResets } from '../password-resets/end-password-resets.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { Account } from './account.entity.js';
import { hashPassword, isRightPassword, refuseWeak, unmatchableHash } from './passwords.js';
import { toFact } from './to-fact.js';
import { toUser } from './to-user.js';

const UNIQUE_VIOLATION = '23505';
/** Wrong passwords one account may see before it pauses. Counted whether or not the account exists. */
const LOGIN_FAILURES = { name: 'login-failures', points: 10, windowSeconds: 15 * 60 };

@Injectable()
export class AccountsService {
  private readonly failures: RateLimiter;
  private readonly decoyHash = unmatchableHash();

  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsService,
    private readonly outbox: Outbox,
    private readonly mailer: AccountMailer,
    private readonly registrationAttempts: RegistrationAttemptsService,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    limiters: RateLimiters,
  ) {
    this.failures = limiters.create(LOGIN_FAILURES);
  }

  async register({ name, email, password }: BodyOf<typeof register>): Promise<{ message: string }> {
    refuseWeak('password', password, { name, email });
    const account: Account = {
      id: randomUUID(),
      name,
      email,
      passwordHash: await hashPassword(password),
      isAdmin: false,
      createdAt: this.clock.now(),
      lastLogin: null,
      termsVersion: TERMS_VERSION,
    };
    try {
      await refuseTakenEmail(() => this.dataSource.transaction((tx) => this.store(tx, account)));
    } catch (error) {
      // The answer stays generic; who owns the address may know.
      if (error instanceof AppError && error.code === 'email_taken') await this.registrationAttempts.tellOwner(email);
      throw error;
    }
    this.note('account.registered', account.id);
    return { message: 'Registration successful' };
  }

  async login({ email, password }: BodyOf<typeof login>): Promise<{ token: string }> {
    const key = loginKeyOf(email);
    await this.failures.check(key);
    const account = await this.dataSource.getRepository(Account).findOneBy({ email });
    const right = await isRightPassword(account?.passwordHash ?? (await this.decoyHash), password);
    if (!account || !right) {
      await this.failures.take(key);
      throw new AppError('invalid_credentials', { knownAccount: account !== null });
    }
    // Wrong guesses sent at the same time have been counted by now: among them a right one must not stand out.
    await this.failures.check(key);
    await this.failures.reset(key);
    const opened = await this.dataSource.transaction((tx) => this.signIn(tx, account));
    this.note('session.opened', account.id);
    return opened;
  }

  async logout(user: SessionUser): Promise<{ message: string }> {
    await this.dataSource.transaction((tx) => this.sessions.end(tx, user.jti));
    this.note('session.ended', user._id);
    return { message: 'Signed out' };
  }

  async profile(user: SessionUser): Promise<User> {
    return toUser(await this.find(this.dataSource.manager, user));
  }

  async updateProfile(
    user: SessionUser,
    { name, email }: BodyOf<typeof updateProfile>,
  ): Promise<User & { token: string }> {
    const changed = await refuseTakenEmail(
      () =>
        this.dataSource.transaction(async (tx) => {
          const before = await this.find(tx, user);
          const account = { ...before, name, email };
          await tx.update(Account, account.id, { name, email });
          if (email !== before.email) await this.leaveAddress(tx, before);
          await this.outbox.publish(tx, 'user.updated', toFact(account));
          await this.sessions.end(tx, user.jti);
          return { ...toUser(account), token: await this.sessions.open(tx, account) };
        }),
      'This e-mail address cannot be used.',
    );
    this.note('profile.changed', user._id);
    return changed;
  }

  /** Ends every session, then opens a new one for the caller. */
  async changePassword(
    user: SessionUser,
    body: BodyOf<typeof changePassword>,
  ): Promise<{ token: string; message: string }> {
    const key = changeKeyOf(user._id);
    await this.failures.check(key);
    const account = await this.find(this.dataSource.manager, user);
    if (!(await isRightPassword(account.passwordHash, body.currentPassword))) {
      await this.failures.take(key);
      throw new AppError('wrong_password', { userId: user._id });
    }
    if (body.newPassword === body.currentPassword) {
      throw validationFailed([{ path: 'newPassword', message: 'must not be the current password' }]);
    }
    refuseWeak('newPassword', body.newPassword, account);
    const passwordHash = await hashPassword(body.newPassword);
    const changed = await this.dataSource.transaction(async (tx) => {
      // Only if the password that was checked is still the one: a reset in between has the last word.
      const { affected } = await tx.update(Account, unchanged(account), { passwordHash });
      if (affected === 0) throw new AppError('wrong_password', { userId: user._id });
      await endPasswordResets(tx, account.id, this.clock.now());
      await this.sessions.endAllOf(tx, account.id);
      await this.mailer.sendPasswordChanged(tx, account.email);
      return { token: await this.sessions.open(tx, account), message: 'Password changed successfully' };
    });
    this.note('password.changed', account.id);
    return changed;
  }

  /** The account is unusable at once; the other services delete what is theirs when they hear of it. */
  async delete(user: SessionUser): Promise<{ message: string }> {
    await this.dataSource.transaction(async (tx) => {
      const account = await this.find(tx, user);
      await this.sessions.endAllOf(tx, account.id);
      await tx.delete(Account, account.id);
      await this.outbox.publish(tx, 'user.deleted', { userId: account.id });
    });
    this.note('account.deleted', user._id);
    return { message: 'Account deleted successfully' };
  }

  /** Whoever proved to own the account's address may try passwords again. */
  async forgiveWrongPasswords({ id, email }: Account): Promise<void> {
    await this.failures.reset(loginKeyOf(email));
    await this.failures.reset(changeKeyOf(id));
  }

  async isAdmin(userId: string): Promise<boolean> {
    return this.dataSource.getRepository(Account).existsBy({ id: userId, isAdmin: true });
  }

  /** Makes the account unless its e-mail is known; then its facts are told again. For the demo accounts. */
  async ensure({
    name,
    email,
    password,
    isAdmin,
  }: {
    name: string;
    email: string;
    password: string;
    isAdmin: boolean;
  }): Promise<void> {
    const known = await this.dataSource.getRepository(Account).findOneBy({ email });
    if (known) {
      await this.dataSource.transaction((tx) => this.outbox.publish(tx, 'user.updated', toFact(known)));
      return;
    }
    const passwordHash = await hashPassword(password);
    const account = {
      id: randomUUID(),
      name,
      email,
      passwordHash,
      isAdmin,
      createdAt: this.clock.now(),
      lastLogin: null,
      termsVersion: TERMS_VERSION,
    };
    await refuseTakenEmail(() => this.dataSource.transaction((tx) => this.store(tx, account)));
  }

  /** One line for whoever looks into an account later. What was refused is noted where it becomes an answer. */
  private note(event: string, userId: string): void {
    this.logger.info({ event, userId });
  }

  private async store(tx: EntityManager, account: Account): Promise<void> {
    await tx.insert(Account, account);
    await this.outbox.publish(tx, 'user.registered', toFact(account));
  }

  private async signIn(tx: EntityManager, account: Account): Promise<{ token: string }> {
    const now = this.clock.now();
    // Not with a password that a reset has replaced since it was checked.
    const { affected } = await tx.update(Account, unchanged(account), { lastLogin: now });
    if (affected === 0) throw new AppError('invalid_credentials', { userId: account.id });
    await this.outbox.publish(tx, 'user.signed-in', { userId: account.id, at: now.toISOString() });
    return { token: await this.sessions.open(tx, account) };
  }

  /** Links to the old address die, and its owner hears of the change. */
  private async leaveAddress(tx: EntityManager, { id, email }: Account): Promise<void> {
    await endPasswordResets(tx, id, this.clock.now());
    await this.mailer.sendEmailChanged(tx, email);
  }

  private async find(tx: EntityManager, user: SessionUser): Promise<Account> {
    const account = await tx.findOneBy(Account, { id: user._id });
    if (!account) throw new AppError('unauthenticated', { userId: user._id });
    return account;
  }
}

const loginKeyOf = (email: string): string => createHash('sha256').update(email).digest('hex');
const changeKeyOf = (accountId: string): string => `change:${accountId}`;
/** The account as long as its password is the one that was read. */
const unchanged = ({ id, passwordHash }: Account) => ({ id, passwordHash });

/** The unique index decides, so that parallel registrations cannot both pass. */
async function refuseTakenEmail<T>(work: () => Promise<T>, message?: string): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const taken =
      cause instanceof QueryFailedError && (cause.driverError as { code?: string }).code === UNIQUE_VIOLATION;
    if (taken) throw new AppError('email_taken', {}, { cause, ...(message && { message }) });
    throw cause;
  }
}
