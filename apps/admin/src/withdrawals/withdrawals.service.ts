import { Inject, Injectable } from '@nestjs/common';
import type { BodyOf, withdraw } from '@segue/contracts';
import { Clock, MailOutbox } from '@segue/service';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { forgetOldNetworks, refuseTooMany } from '../contact/contact-caps.js';
import { ADMIN_ENV, type AdminEnv } from '../env.js';
import { receiptMail, withdrawalMail } from './withdrawal-mails.js';

/** Declarations of withdrawal: kept, mailed to the operator, and acknowledged, all in one transaction. */
@Injectable()
export class WithdrawalsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: MailOutbox,
    private readonly clock: Clock,
    @Inject(ADMIN_ENV) private readonly env: Pick<AdminEnv, 'CONTACT_TO'>,
  ) {}

  /**
   * @param network where the sender is, for the cap: the receipt goes to whatever address was typed.
   * @throws AppError `rate_limited` with the seconds to wait.
   */
  async take(
    { name, email }: BodyOf<typeof withdraw>,
    network: string,
  ): Promise<{ success: true; receivedAt: string }> {
    const receivedAt = this.clock.now();
    await this.dataSource.transaction(async (tx) => {
      await refuseTooMany(tx, 'withdrawals', { sender_network: network, email }, receivedAt);
      await forgetOldNetworks(tx, 'withdrawals', receivedAt);
      await tx.query(
        'INSERT INTO withdrawals (id, name, email, received_at, sender_network) VALUES ($1, $2, $3, $4, $5)',
        [randomUUID(), name, email, receivedAt, network],
      );
      const withdrawal = { name, email, receivedAt };
      await this.mails.send(tx, withdrawalMail(withdrawal, this.env.CONTACT_TO));
      await this.mails.send(tx, receiptMail(withdrawal));
    });
    return { success: true, receivedAt: receivedAt.toISOString() };
  }
}
