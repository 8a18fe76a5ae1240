import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../clock.js';
import { MailCipher } from './mail-cipher.js';
import { MailAddress } from './mail-env.js';
import { MailEntry } from './mail-entry.entity.js';

/** Channel that wakes the mail relay of a service; PostgreSQL delivers it only when the transaction commits. */
export const mailChannelOf = (schema: string): string => `segue_mail_${schema}`;

/** A text mail to one person. */
const Mail = z.object({
  to: MailAddress,
  subject: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^\p{Cc}\u2028\u2029]+$/u, 'must be one line'),
  text: z.string().min(1),
  replyTo: MailAddress.optional(),
});
export type Mail = z.infer<typeof Mail>;

/** Where services put mails. */
@Injectable()
export class MailOutbox {
  constructor(
    private readonly schema: string,
    private readonly cipher: MailCipher,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes the mail into the caller's transaction; it is delivered after the commit, or never if that fails.
   * @throws ZodError for anything but single addresses and a subject of one line.
   */
  async send(transaction: EntityManager, mail: Mail): Promise<void> {
    const { to, subject, text, replyTo } = Mail.parse(mail);
    const id = randomUUID();
    const now = this.clock.now();
    await transaction.insert(MailEntry, {
      id,
      recipient: to,
      subject,
      text: this.cipher.encrypt(id, text),
      replyTo: replyTo ?? null,
      writtenAt: now,
      attempts: 0,
      nextAttemptAt: now,
      parkedAt: null,
    });
    await transaction.query('SELECT pg_notify($1, $2)', [mailChannelOf(this.schema), '']);
  }
}
