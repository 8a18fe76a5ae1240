import { Injectable } from '@nestjs/common';
import { AUDIT_LIFE_DAYS } from '@segue/contracts';
import { type ActingUser, Clock, currentRequestId } from '@segue/service';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';

export type AuditedAction = 'users.read' | 'logs.read' | 'dead-letter.replayed';

/**
 * Who looked at what about people, and who changed something. No route changes or deletes entries, and nobody reads those
 * of others.
 */
@Injectable()
export class AuditService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @param subject what it was done to, by id; never what somebody typed. */
  async note(admin: ActingUser, action: AuditedAction, subject: string | null = null): Promise<void> {
    const at = this.clock.now();
    await this.dataSource.query(
      'INSERT INTO audit_entries (id, admin_id, action, subject, at, request_id) VALUES ($1, $2, $3, $4, $5, $6)',
      [randomUUID(), admin._id, action, subject, at, currentRequestId()],
    );
    await this.dataSource.query('DELETE FROM audit_entries WHERE at < $1::timestamptz - make_interval(days => $2)', [
      at,
      AUDIT_LIFE_DAYS,
    ]);
  }

  /** What somebody did themselves; newest first. */
  async actionsOf({ _id }: ActingUser): Promise<Array<{ action: string; at: string }>> {
    const entries = await this.dataSource.query<Array<{ action: string; at: Date }>>(
      'SELECT action, at FROM audit_entries WHERE admin_id = $1 ORDER BY at DESC',
      [_id],
    );
    return entries.map(({ action, at }) => ({ action, at: at.toISOString() }));
  }
}
