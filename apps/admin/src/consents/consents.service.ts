import { Injectable } from '@nestjs/common';
import type { BodyOf, storeConsent } from '@segue/contracts';
import { Clock } from '@segue/service';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';

/** What visitors chose about cookies. */
@Injectable()
export class ConsentsService {
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
}
