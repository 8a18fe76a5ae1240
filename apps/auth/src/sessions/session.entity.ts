import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One issued token. Outlives its account, so that a deleted member's tokens stay dead. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid')
  jti: string;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  /** When it ended before its time; null while it lives. */
  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt: Date | null;
}
