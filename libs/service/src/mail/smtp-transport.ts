import { createTransport, type Transporter } from 'nodemailer';
import type { SMTPError } from 'nodemailer/lib/smtp-connection/index.js';
import type { Mail } from './mail-outbox.js';
import type { Mailbox, MailEnv } from './mail-env.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** The longest silence of the server; some look at a mail for a while before they take it. */
const SILENCE_TIMEOUT_MS = 30_000;

export interface OutgoingMail extends Mail {
  id: string;
  writtenAt: Date;
}

/** Why the server did not take a mail, without its words: they often quote the address. */
export class MailNotSent extends Error {
  constructor(
    /** Whether the server refused this mail for good, so that other mails may still pass. */
    readonly isRefusal: boolean,
    /** nodemailer's word for it and the server's three digits. */
    readonly facts: { reason: string; responseCode: number | undefined },
  ) {
    super(`The mail server did not take a mail (${facts.reason}).`);
    this.name = 'MailNotSent';
  }
}

/** Hands mails to somebody who delivers them. */
export interface MailTransport {
  /** Resolves when the mail is safe with the server. @throws MailNotSent */
  send(mail: OutgoingMail): Promise<void>;
}

/** Speaks SMTP to the configured server, one connection a mail. */
export class SmtpTransport implements MailTransport {
  private readonly transporter: Transporter;
  private readonly from: Mailbox;

  constructor({ SMTP_URL, MAIL_FROM }: MailEnv) {
    this.from = MAIL_FROM;
    this.transporter = createTransport({
      url: SMTP_URL,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send({ id, writtenAt, to, subject, text, replyTo }: OutgoingMail): Promise<void> {
    try {
      await this.transporter.sendMail({
        envelope: { from: this.from.address, to: [to] },
        from: this.from,
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        subject,
        text,
        messageId: `<${id}@${this.from.address.split('@')[1]}>`,
        date: writtenAt,
        // RFC 3834: no holiday reply comes back.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw toMailNotSent(error);
    }
  }
}

/** nodemailer's codes for an answer to the addresses and to the text, as opposed to trouble with the server. */
const ABOUT_THIS_MAIL: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];

function toMailNotSent(error: unknown): MailNotSent {
  const { code, responseCode } = error as Partial<SMTPError>;
  const isRefusal = ABOUT_THIS_MAIL.includes(code) && responseCode !== undefined && responseCode >= 500;
  return new MailNotSent(isRefusal, { reason: code ?? 'unknown', responseCode });
}
