import type { PlatformId } from '@segue/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A consent that was started and has not come back. Deleted when it does, so it works once. */
@Entity('consent_transactions')
export class ConsentTransaction {
  /** SHA-256 of `state`, base64url. */
  @PrimaryColumn('text', { name: 'state_hash' })
  stateHash: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  platform: PlatformId;

  /** SHA-256 of the browser's cookie, base64url. */
  @Column('text', { name: 'browser_hash' })
  browserHash: string;

  /** PKCE secret, sealed. */
  @Column('text')
  verifier: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
