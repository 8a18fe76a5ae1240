import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { Clock } from '../clock.js';
import type { PostgresListener } from '../database/postgres-listener.js';
import { WakefulWorker } from '../database/wakeful-worker.js';
import type { MailCipher } from './mail-cipher.js';
import { MailEntry } from './mail-entry.entity.js';
import { mailChannelOf } from './mail-outbox.js';
import { MailNotSent, type MailTransport } from './smtp-transport.js';

/** How long a mail belongs to the relay that took it. Longer than a delivery takes; after a crash it is due again. */
export const MAIL_LEASE_MS = 2 * 60 * 1000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 10 * 60 * 1000;
/** With these pauses about two days: an outage of the server may last a weekend. */
const MOST_ATTEMPTS = 300;
/** A mail the server refuses for good is not worth more. */
export const MOST_REFUSALS = 5;
/** A stopping service waits this long for the mail it is delivering. */
const CLOSE_GRACE_MS = 4000;

/** The pause after the first, second, ... try. */
const pauseAfter = (attempts: number): number => Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);

interface TakenMail {
  id: string;
  recipient: string;
  subject: string;
  text: Buffer;
  reply_to: string | null;
  written_at: Date;
  attempts: number;
}

/**
 * Carries committed mails to the SMTP server, oldest first, and deletes what is safe there. Several replicas may
 * run: each takes a mail for itself before it delivers. A process that dies between the server's answer and the
 * deletion delivers that mail twice, under the same Message-ID.
 */
export class MailRelay {
  private readonly worker = new WakefulWorker(
    () => this.drain(),
    (error) => this.logger.warn({ event: 'mail.relay-failed', err: error }, 'mails have to wait'),
  );
  /** The server has these although the database did not hear of it. */
  private readonly delivered = new Set<string>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly transport: MailTransport,
    private readonly cipher: MailCipher,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async start(listener: PostgresListener, schema: string): Promise<void> {
    await this.worker.start(listener, mailChannelOf(schema));
  }

  async close(): Promise<void> {
    await this.worker.close(CLOSE_GRACE_MS);
  }

  private async drain(): Promise<void> {
    while (!this.worker.isClosed) {
      const mail = await this.take();
      if (!mail || !(await this.deliver(mail))) return;
    }
  }

  /** Takes the next due mail and counts the try before it is made, so that a mail that kills us is not tried forever. */
  private async take(): Promise<TakenMail | undefined> {
    const now = this.clock.now();
    const [taken] = (await this.dataSource.query(
      `UPDATE mail_outbox SET attempts = attempts + 1, next_attempt_at = $2
       WHERE id = (
         SELECT id FROM mail_outbox WHERE parked_at IS NULL AND next_attempt_at <= $1
         ORDER BY next_attempt_at, sequence LIMIT 1 FOR UPDATE SKIP LOCKED
       )
       RETURNING id, recipient, subject, text, reply_to, written_at, attempts`,
      [now, new Date(now.getTime() + MAIL_LEASE_MS)],
    )) as [TakenMail[], number];
    return taken[0];
  }

  /** @returns whether the next mail should be tried now: not while the server is away. */
  private async deliver(mail: TakenMail): Promise<boolean> {
    if (!this.delivered.has(mail.id)) {
      try {
        await this.send(mail);
      } catch (error) {
        const isRefusal = !(error instanceof MailNotSent) || error.isRefusal;
        await this.putBack(mail, isRefusal, error);
        return isRefusal;
      }
    }
    this.delivered.add(mail.id);
    await this.dataSource.getRepository(MailEntry).delete(mail.id);
    this.delivered.delete(mail.id);
    return true;
  }

  private async send({ id, recipient, subject, text, reply_to, written_at }: TakenMail): Promise<void> {
    await this.transport.send({
      id,
      to: recipient,
      subject,
      text: this.cipher.decrypt(id, text),
      ...(reply_to !== null && { replyTo: reply_to }),
      writtenAt: written_at,
    });
  }

  private async putBack({ id, attempts }: TakenMail, isRefusal: boolean, error: unknown): Promise<void> {
    const now = this.clock.now();
    const isOver = attempts >= (isRefusal ? MOST_REFUSALS : MOST_ATTEMPTS);
    await this.dataSource.getRepository(MailEntry).update(id, {
      nextAttemptAt: new Date(now.getTime() + pauseAfter(attempts)),
      parkedAt: isOver ? now : null,
    });
    const facts = { mailId: id, attempts, ...(error instanceof MailNotSent ? error.facts : { err: error }) };
    if (isOver) this.logger.error({ event: 'mail.parked', ...facts }, 'a mail could not be delivered and is parked');
    else this.logger.warn({ event: 'mail.delayed', ...facts }, 'a mail has to wait');
  }
}
