import { Inject, Injectable } from '@nestjs/common';
import type { BodyOf, contact } from '@segue/contracts';
import { Clock, LOGGER, type Mail, MailOutbox } from '@segue/service';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ADMIN_ENV, type AdminEnv } from '../env.js';
import { forgetOldNetworks, isFlooded, refuseTooMany } from './contact-caps.js';

type ContactMessage = BodyOf<typeof contact>;

/** Messages of visitors to the operator: kept, and mailed in the same transaction. The sender gets no mail. */
@Injectable()
export class ContactService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: MailOutbox,
    private readonly clock: Clock,
    @Inject(ADMIN_ENV) private readonly env: Pick<AdminEnv, 'CONTACT_TO'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param network where the sender is, for the cap. */
  async take(message: ContactMessage, network: string): Promise<{ success: true }> {
    const now = this.clock.now();
    await this.dataSource.transaction(async (tx) => {
      await refuseTooMany(tx, 'contact_messages', { sender_network: network, email: message.email }, now);
      await forgetOldNetworks(tx, 'contact_messages', now);
      const flooded = await isFlooded(tx, now);
      await tx.query(
        `INSERT INTO contact_messages (id, name, email, message, received_at, sender_network)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [randomUUID(), message.name, message.email, message.message, now, network],
      );
      if (flooded) this.logger.error({ event: 'contact.flooded' }, 'too many messages: stored, not mailed');
      else await this.mails.send(tx, toMail(message, this.env.CONTACT_TO));
    });
    return { success: true };
  }
}

const toMail = ({ name, email, message }: ContactMessage, to: string): Mail => ({
  to,
  replyTo: email,
  subject: 'A message from the contact page',
  text: `Name: ${name}\nE-mail: ${email}\n\n${message}`,
});
