import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { until } from './eventually.js';

export interface CaughtMail {
  /** Those the server was told, whatever the headers say. */
  recipients: string[];
  email: Email;
}

/** A real SMTP server that keeps every mail, for tests. */
export class MailCatcher {
  mails: CaughtMail[] = [];
  /** When set, every mail gets this answer (such as 550) instead of being taken. */
  refuseWith: number | undefined;
  private server: SMTPServer | undefined;
  private port = 0;

  static async start(): Promise<MailCatcher> {
    const catcher = new MailCatcher();
    await catcher.goUp();
    return catcher;
  }

  /** What a service gets as `SMTP_URL`. */
  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Listens, again at the same address after `goDown`. */
  async goUp(): Promise<void> {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100,
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (this.refuseWith) {
            callback(Object.assign(new Error('refused'), { responseCode: this.refuseWith }));
            return;
          }
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          PostalMime.parse(Buffer.concat(chunks)).then((email) => {
            this.mails.push({ recipients, email });
            callback();
          }, callback);
        });
      },
    });
    const listening = this.server.listen(this.port, '127.0.0.1');
    await once(listening, 'listening');
    this.port = (listening.address() as AddressInfo).port;
  }

  async goDown(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  /** Resolves with all mails once there are `count`. */
  async waitFor(count: number): Promise<CaughtMail[]> {
    await until(`${count} mails arrive`, async () => this.mails.length >= count);
    return this.mails;
  }
}
