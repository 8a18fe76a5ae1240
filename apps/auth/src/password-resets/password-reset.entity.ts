import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link we mailed. Gone with its account. */
@Entity('password_resets')
export class PasswordReset {
  /** SHA-256 of the token; the token itself is in the mail alone. */
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @Column('timestamptz', { name: 'requested_at' })
  requestedAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  /** When it was used or another took its place; null while it may be used. */
  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt: Date | null;
}
