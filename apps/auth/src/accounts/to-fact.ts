import type { Account } from './account.entity.js';

/** What the others hear of an account. */
export const toFact = ({ id, name, email, isAdmin, createdAt }: Account) => ({
  userId: id,
  name,
  email,
  isAdmin,
  createdAt: createdAt.toISOString(),
});
