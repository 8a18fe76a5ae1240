import type { User } from '@segue/contracts';
import type { Account } from './account.entity.js';

/** The row as the wire shows it; the hash stays behind. */
export const toUser = (account: Account): User => ({
  _id: account.id,
  name: account.name,
  email: account.email,
  isAdmin: account.isAdmin,
  createdAt: account.createdAt.toISOString(),
  lastLogin: account.lastLogin?.toISOString() ?? null,
});
