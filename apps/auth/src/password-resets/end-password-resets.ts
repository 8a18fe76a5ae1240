import { type EntityManager, IsNull } from 'typeorm';
import { PasswordReset } from './password-reset.entity.js';

/** From now on no link of this account works. */
export async function endPasswordResets(tx: EntityManager, accountId: string, now: Date): Promise<void> {
  await tx.update(PasswordReset, { accountId, endedAt: IsNull() }, { endedAt: now });
}
