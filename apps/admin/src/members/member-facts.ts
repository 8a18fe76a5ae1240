import type { EventPayload } from '@segue/contracts';
import type { EntityManager } from 'typeorm';

// Facts come from several services, so in any order. Each group of columns keeps when its newest fact was true; an
// older one changes nothing. A row without `created_at` waits for its registration and is not shown. Of a member
// who left the id stays, with `left_at`, so that a late fact does not bring them back.

/** `user.registered` and `user.updated`. */
export async function notePerson(
  tx: EntityManager,
  { userId, name, email, isAdmin, createdAt }: EventPayload<'user.updated'>,
  at: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO members (id, name, email, is_admin, created_at, person_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET
       name = EXCLUDED.name, email = EXCLUDED.email, is_admin = EXCLUDED.is_admin,
       created_at = EXCLUDED.created_at, person_at = EXCLUDED.person_at
     WHERE members.left_at IS NULL AND (members.person_at IS NULL OR members.person_at <= EXCLUDED.person_at)`,
    [userId, name, email, isAdmin, createdAt, at],
  );
}

export async function noteSignIn(tx: EntityManager, userId: string, at: string): Promise<void> {
  await tx.query(
    `INSERT INTO members (id, last_login, last_active) VALUES ($1, $2, $2)
     ON CONFLICT (id) DO UPDATE SET
       last_login = greatest(members.last_login, EXCLUDED.last_login),
       last_active = greatest(members.last_active, EXCLUDED.last_active)
     WHERE members.left_at IS NULL`,
    [userId, at],
  );
}

export async function noteActivity(tx: EntityManager, userId: string, at: string): Promise<void> {
  await tx.query(
    `INSERT INTO members (id, last_active) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET last_active = greatest(members.last_active, EXCLUDED.last_active)
     WHERE members.left_at IS NULL`,
    [userId, at],
  );
}

export async function notePlan(
  tx: EntityManager,
  { userId, subscriptionStatus }: EventPayload<'subscription.changed'>,
  at: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO members (id, subscription_status, subscription_at) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET
       subscription_status = EXCLUDED.subscription_status, subscription_at = EXCLUDED.subscription_at
     WHERE members.left_at IS NULL
       AND (members.subscription_at IS NULL OR members.subscription_at <= EXCLUDED.subscription_at)`,
    [userId, subscriptionStatus, at],
  );
}

export async function noteAllowance(
  tx: EntityManager,
  { userId, lastPlaylistUpdate }: EventPayload<'allowance.claimed'>,
  at: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO members (id, last_playlist_update, playlist_update_at) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET
       last_playlist_update = EXCLUDED.last_playlist_update, playlist_update_at = EXCLUDED.playlist_update_at
     WHERE members.left_at IS NULL
       AND (members.playlist_update_at IS NULL OR members.playlist_update_at <= EXCLUDED.playlist_update_at)`,
    [userId, JSON.stringify(lastPlaylistUpdate), at],
  );
}

export async function noteCreatedPlaylist(
  tx: EntityManager,
  { userId, platform, playlistId, name }: EventPayload<'playlist.created'>,
  at: string,
): Promise<void> {
  // First, because it locks the member's row: a deletion at the same time comes before or after, not between.
  await noteActivity(tx, userId, at);
  await tx.query(
    `INSERT INTO created_playlists (user_id, platform, id, name)
     SELECT id, $2, $3, $4 FROM members WHERE id = $1 AND left_at IS NULL
     ON CONFLICT DO NOTHING`,
    [userId, platform, playlistId, name],
  );
}

export async function noteLeft(tx: EntityManager, userId: string, at: string): Promise<void> {
  await tx.query(
    `INSERT INTO members (id, left_at) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET
       name = NULL, email = NULL, is_admin = NULL, created_at = NULL, person_at = NULL, last_login = NULL,
       last_active = NULL, subscription_status = 'none', subscription_at = NULL, last_playlist_update = NULL,
       playlist_update_at = NULL, left_at = EXCLUDED.left_at`,
    [userId, at],
  );
  await tx.query('DELETE FROM created_playlists WHERE user_id = $1', [userId]);
}
