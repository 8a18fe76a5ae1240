import type { EntityManager } from 'typeorm';

// Facts come in any order: the newest holds. Of a member who left the id stays without an address, so that a late fact
// does not bring it back.

/** Where to write to a member, as auth tells it. */
export async function noteAddress(tx: EntityManager, userId: string, email: string, at: string): Promise<void> {
  await tx.query(
    `INSERT INTO member_addresses (user_id, email, told_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET email = EXCLUDED.email, told_at = EXCLUDED.told_at
     WHERE member_addresses.email IS NOT NULL AND member_addresses.told_at <= EXCLUDED.told_at`,
    [userId, email, at],
  );
}

export async function forgetAddress(tx: EntityManager, userId: string, at: string): Promise<void> {
  await tx.query(
    `INSERT INTO member_addresses (user_id, email, told_at) VALUES ($1, NULL, $2)
     ON CONFLICT (user_id) DO UPDATE SET email = NULL, told_at = EXCLUDED.told_at`,
    [userId, at],
  );
}
