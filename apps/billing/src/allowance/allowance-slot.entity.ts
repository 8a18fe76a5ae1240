import type { PlatformId } from '@segue/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one playlist a free member's day went to. */
@Entity('allowance_slots')
export class AllowanceSlot {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  platform: PlatformId;

  /** Or `new:<operation>` while the playlist is being made. */
  @Column('text', { name: 'playlist_id' })
  playlistId: string;

  @Column('text', { name: 'playlist_name' })
  playlistName: string;

  @Column('timestamptz', { name: 'first_updated_at' })
  firstUpdatedAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  /** How many writes claimed the slot since it was taken; 0 while it is only reserved. */
  @Column('integer')
  writes: number;
}
