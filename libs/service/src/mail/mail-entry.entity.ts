import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail waiting to be delivered. Written in the transaction that made it due, deleted when the server has it. */
@Entity('mail_outbox')
export class MailEntry {
  /** Also the left half of the Message-ID, so that a repeated delivery can be told from a second mail. */
  @PrimaryColumn('uuid')
  id: string;

  /** The order in which mails were written in this service. */
  @Column({ type: 'bigint', generated: 'increment' })
  sequence: string;

  @Column('text')
  recipient: string;

  @Column('text')
  subject: string;

  /** Encrypted by `MailCipher`: a text may hold a link that is as good as a password. */
  @Column('bytea')
  text: Buffer;

  @Column('text', { name: 'reply_to', nullable: true })
  replyTo: string | null;

  @Column('timestamptz', { name: 'written_at' })
  writtenAt: Date;

  @Column('integer')
  attempts: number;

  /** Not before. While a relay works on the mail this keeps the others away from it. */
  @Column('timestamptz', { name: 'next_attempt_at' })
  nextAttemptAt: Date;

  /** When we gave up; the mail stays for the operator to look at. */
  @Column('timestamptz', { name: 'parked_at', nullable: true })
  parkedAt: Date | null;
}
