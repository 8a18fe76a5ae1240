import { Injectable } from '@nestjs/common';
import { MailOutbox } from '@segue/service';
import type { EntityManager } from 'typeorm';
import { emailChangedMail, passwordChangedMail, registrationAttemptMail, resetLinkMail } from './account-mails.js';

/** Writes to the owners of accounts, each mail in the transaction of what it tells. Links hold the configured address. */
@Injectable()
export class AccountMailer {
  constructor(
    private readonly outbox: MailOutbox,
    /** Without a trailing slash. */
    private readonly appUrl: string,
  ) {}

  async sendResetLink(tx: EntityManager, to: string, token: string, lifeMinutes: number): Promise<void> {
    await this.outbox.send(tx, resetLinkMail(to, `${this.appUrl}/reset-password/${token}`, lifeMinutes));
  }

  async sendPasswordChanged(tx: EntityManager, to: string): Promise<void> {
    await this.outbox.send(tx, passwordChangedMail(to, `${this.appUrl}/request-password-reset`));
  }

  /** @param oldEmail the address that is no longer the account's. */
  async sendEmailChanged(tx: EntityManager, oldEmail: string): Promise<void> {
    await this.outbox.send(tx, emailChangedMail(oldEmail, `${this.appUrl}/contact`));
  }

  async sendRegistrationAttempt(tx: EntityManager, to: string): Promise<void> {
    await this.outbox.send(
      tx,
      registrationAttemptMail(to, `${this.appUrl}/login`, `${this.appUrl}/request-password-reset`),
    );
  }
}
