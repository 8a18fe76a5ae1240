import type { Endpoint } from '@segue/contracts';
import { MailRelay, PostgresListener } from '@segue/service';
import { type CaughtMail, createTestDatabase, MailCatcher, TestClock, until } from '@segue/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { type Admin, startAdmin } from './start-admin.js';

export const anAddress = (): string => `${randomUUID()}@example.test`;
/** Of a network nobody else comes from, so that what others sent does not count. */
export const aPlace = (): string => `10.${[...randomBytes(3)].join('.')}`;

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** One service for all tests of a file about a form that anybody may send, with the mails it makes. */
export class FormStage {
  readonly clock = new TestClock();
  admin: Admin;
  catcher: MailCatcher;

  /** @param table where it keeps what was sent, empty when a test begins. */
  static forFile(table: string): FormStage {
    const stage = new FormStage();
    beforeAll(() => stage.start());
    afterAll(() => stage.stop());
    beforeEach(async () => {
      await stage.arrived();
      await stage.query(`TRUNCATE ${table}`);
      stage.catcher.mails = [];
    });
    return stage;
  }

  query(sql: string): Promise<Array<Record<string, unknown>>> {
    return this.admin.database.query(sql);
  }

  /** Sends the form as a visitor from there. */
  async send({ method, path }: Endpoint, form: object, from: string): Promise<Answer> {
    const headers = { 'x-forwarded-for': from };
    const answer = await this.admin.app.inject({ method, url: path, headers, payload: form });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  }

  /** All mails of this test, once none waits. */
  async arrived(): Promise<CaughtMail[]> {
    await until('no mail waits', async () => (await this.query('SELECT 1 FROM mail_outbox')).length === 0);
    return this.catcher.mails;
  }

  private async start(): Promise<void> {
    this.catcher = await MailCatcher.start();
    const databaseUrl = (await createTestDatabase()).urlOf('admin');
    this.admin = await startAdmin(databaseUrl, this.clock, { smtpUrl: this.catcher.url });
    await this.admin.app.get(MailRelay).start(this.admin.app.get(PostgresListener), 'admin');
  }

  private async stop(): Promise<void> {
    await this.admin.app.get(MailRelay).close();
    await this.admin.app.get(PostgresListener).close();
    await this.admin.stop();
    await this.catcher.goDown();
  }
}
