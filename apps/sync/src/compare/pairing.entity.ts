import type { PlatformId } from '@segue/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The playlist a member's source playlist is kept in step with. */
@Entity('pairings')
export class Pairing {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('text', { name: 'source_platform' })
  sourcePlatform: PlatformId;

  @PrimaryColumn('text', { name: 'source_playlist_id' })
  sourcePlaylistId: string;

  @PrimaryColumn('text', { name: 'target_platform' })
  targetPlatform: PlatformId;

  @Column('text', { name: 'target_playlist_id' })
  targetPlaylistId: string;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
