import { Injectable } from '@nestjs/common';
import type { BodyOf, changePassword, login, register, updateProfile, User } from '@segue/contracts';
import { AppError, Clock, Outbox, RateLimiter, type SessionUser, validationFailed } from '@segue/service';
import { createHash, randomUUID } from 'node:crypto';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { SessionsService } from '../sessions/sessions.service.js';
import { Account } from './account.entity.js';
import { hashPassword, isRightPassword, unmatchableHash, weaknessOf } from './passwords.js';
import { toUser } from './to-user.js';

const UNIQUE_VIOLATION = '23505';
/** Wrong passwords one account may see before it pauses. Counted whether or not the account exists. */
const LOGIN_FAILURES = { name: 'login-failures', points: 10, windowSeconds: 15 * 60 };

@Injectable()
export class AccountsService {
  private readonly failures = new RateLimiter(LOGIN_FAILURES);
  private readonly decoyHash = unmatchableHash();

  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

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
    };
    await refuseTakenEmail(() => this.dataSource.transaction((tx) => this.store(tx, account)));
    return { message: 'Registration successful' };
  }

  async login({ email, password }: BodyOf<typeof login>): Promise<{ token: string }> {
    const key = createHash('sha256').update(email).digest('hex');
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
    return this.dataSource.transaction((tx) => this.signIn(tx, account));
  }

  async logout(user: SessionUser): Promise<{ message: string }> {
    await this.dataSource.transaction((tx) => this.sessions.end(tx, user.jti));
    return { message: 'Signed out' };
  }

  async profile(user: SessionUser): Promise<User> {
    return toUser(await this.find(this.dataSource.manager, user));
  }

  async updateProfile(
    user: SessionUser,
    { name, email }: BodyOf<typeof updateProfile>,
  ): Promise<User & { token: string }> {
    return refuseTakenEmail(
      () =>
        this.dataSource.transaction(async (tx) => {
          const account = { ...(await this.find(tx, user)), name, email };
          await tx.update(Account, account.id, { name, email });
          await this.outbox.publish(tx, 'user.updated', toFact(account));
          await this.sessions.end(tx, user.jti);
          return { ...toUser(account), token: await this.sessions.open(tx, account) };
        }),
      'This e-mail address cannot be used.',
    );
  }

  /** Ends every session, then opens a new one for the caller. */
  async changePassword(
    user: SessionUser,
    body: BodyOf<typeof changePassword>,
  ): Promise<{ token: string; message: string }> {
    const key = `change:${user._id}`;
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
    return this.dataSource.transaction(async (tx) => {
      if (!(await updateUnchanged(tx, account, { passwordHash })))
        throw new AppError('wrong_password', { userId: user._id });
      await this.sessions.endAllOf(tx, account.id);
      return { token: await this.sessions.open(tx, account), message: 'Password changed successfully' };
    });
  }

  /** The account is unusable at once; the other services delete what is theirs when they hear of it. */
  async delete(user: SessionUser): Promise<{ message: string }> {
    await this.dataSource.transaction(async (tx) => {
      const account = await this.find(tx, user);
      await this.sessions.endAllOf(tx, account.id);
      await tx.delete(Account, account.id);
      await this.outbox.publish(tx, 'user.deleted', { userId: account.id });
    });
    return { message: 'Account deleted successfully' };
  }

  async isAdmin(userId: string): Promise<boolean> {
    return this.dataSource.getRepository(Account).existsBy({ id: userId, isAdmin: true });
  }

  /** Makes the account unless its e-mail is known. For the demo accounts. */
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
    if (await this.dataSource.getRepository(Account).existsBy({ email })) return;
    const passwordHash = await hashPassword(password);
    const account = {
      id: randomUUID(),
      name,
      email,
      passwordHash,
      isAdmin,
      createdAt: this.clock.now(),
      lastLogin: null,
    };
    await refuseTakenEmail(() => this.dataSource.transaction((tx) => this.store(tx, account)));
  }

  private async store(tx: EntityManager, account: Account): Promise<void> {
    await tx.insert(Account, account);
    await this.outbox.publish(tx, 'user.registered', toFact(account));
  }

  private async signIn(tx: EntityManager, account: Account): Promise<{ token: string }> {
    const now = this.clock.now();
    if (!(await updateUnchanged(tx, account, { lastLogin: now }))) throw new AppError('invalid_credentials');
    await this.outbox.publish(tx, 'user.signed-in', { userId: account.id, at: now.toISOString() });
    return { token: await this.sessions.open(tx, account) };
  }

  private async find(tx: EntityManager, user: SessionUser): Promise<Account> {
    const account = await tx.findOneBy(Account, { id: user._id });
    if (!account) throw new AppError('unauthenticated', { userId: user._id });
    return account;
  }
}

/** Whether the account still is what a password was just checked against; between the two it may change or go away. */
async function updateUnchanged(
  tx: EntityManager,
  { id, passwordHash }: Account,
  changes: Partial<Account>,
): Promise<boolean> {
  const { affected } = await tx.update(Account, { id, passwordHash }, changes);
  return affected === 1;
}

const toFact = ({ id, name, email, isAdmin, createdAt }: Account) => ({
  userId: id,
  name,
  email,
  isAdmin,
  createdAt: createdAt.toISOString(),
});

function refuseWeak(path: string, password: string, owner: { name: string; email: string }): void {
  const weakness = weaknessOf(password, owner);
  if (weakness) throw validationFailed([{ path, message: weakness }]);
}

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
