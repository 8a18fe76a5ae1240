import type { LastPlaylistUpdate, SubscriptionStatus } from '@segue/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the dashboard shows of a member, put together from what the other services told (`member-facts.ts`). */
@Entity('members')
export class Member {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  email: string;

  @Column('boolean', { name: 'is_admin' })
  isAdmin: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_login', nullable: true })
  lastLogin: Date | null;

  @Column('timestamptz', { name: 'last_active', nullable: true })
  lastActive: Date | null;

  @Column('text', { name: 'subscription_status' })
  subscriptionStatus: SubscriptionStatus;

  @Column('jsonb', { name: 'last_playlist_update', nullable: true })
  lastPlaylistUpdate: LastPlaylistUpdate | null;
}

@Entity('created_playlists')
export class CreatedPlaylist {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('text')
  platform: string;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;
}
