import { Injectable } from '@nestjs/common';
import type { BodyOf, contact, storeConsent } from '@segue/contracts';
import { Clock } from '@segue/service';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';

/** What visitors leave behind without an account: their consent and their messages. */
@Injectable()
export class SiteMessagesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async storeConsent({ summary, details }: BodyOf<typeof storeConsent>): Promise<{ success: true }> {
    await this.dataSource.query(
      'INSERT INTO consents (id, summary, analytics, marketing, given_at) VALUES ($1, $2, $3, $4, $5)',
      [randomUUID(), summary, details.analytics, details.marketing, this.clock.now()],
    );
    return { success: true };
  }

  async storeContact({ name, email, message }: BodyOf<typeof contact>): Promise<{ success: true }> {
    await this.dataSource.query(
      'INSERT INTO contact_messages (id, name, email, message, received_at) VALUES ($1, $2, $3, $4, $5)',
      [randomUUID(), name, email, message, this.clock.now()],
    );
    return { success: true };
  }
}
