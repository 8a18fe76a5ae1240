import type { PlatformId } from '@segue/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A member's account at a platform. `reconnect_required`: the consent has ended and the tokens are deleted. */
@Entity('connections')
export class Connection {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('text')
  platform: PlatformId;

  @Column('text')
  state: 'connected' | 'reconnect_required';

  /** The platform's immutable account id; null where it tells none. One account belongs to one member. */
  @Column('text', { name: 'account_id', nullable: true })
  accountId: string | null;

  /** What the platform calls the member as an owner of playlists. */
  @Column('text', { name: 'owner_id', nullable: true })
  ownerId: string | null;

  @Column('text')
  storefront: string;

  /** Sealed, see `token-cipher.ts`. */
  @Column('text', { name: 'access_token', nullable: true })
  accessToken: string | null;

  /** Sealed; null where the platform has none. */
  @Column('text', { name: 'refresh_token', nullable: true })
  refreshToken: string | null;

  /** null: lives until the platform refuses it. */
  @Column('timestamptz', { name: 'access_expires_at', nullable: true })
  accessExpiresAt: Date | null;

  /** While one process refreshes the token the others wait for it until then. */
  @Column('timestamptz', { name: 'refreshing_until', nullable: true })
  refreshingUntil: Date | null;

  @Column('timestamptz', { name: 'authorized_at' })
  authorizedAt: Date;

  @Column('timestamptz', { name: 'consent_ends_at', nullable: true })
  consentEndsAt: Date | null;
}
