import type { PlatformId, Recording } from '@segue/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `recordingId` of a row that says: there is nothing under this ISRC. */
export const ABSENT = '';

/** A fact of a platform's catalogue: under this ISRC stands this recording, or none. Nothing of a member. */
@Entity('remembered_recordings')
export class RememberedRecording {
  @PrimaryColumn('text')
  platform: PlatformId;

  @PrimaryColumn('text')
  storefront: string;

  @PrimaryColumn('text')
  isrc: string;

  @PrimaryColumn('text', { name: 'recording_id' })
  recordingId: string;

  /** null for `ABSENT`. */
  @Column('jsonb', { nullable: true })
  facts: Recording | null;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
