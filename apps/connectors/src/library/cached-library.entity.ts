import type { PlatformId, Playlist } from '@segue/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The list of a member's playlists as it was read last. Goes with the connection. */
@Entity('cached_libraries')
export class CachedLibrary {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('text')
  platform: PlatformId;

  @Column('jsonb')
  playlists: Playlist[];

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
