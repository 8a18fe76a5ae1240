import { Email } from '@segue/contracts';
import type { Clock, Outbox } from '@segue/service';
import type { DataSource } from 'typeorm';
import { endSessions } from '../sessions/end-sessions.js';
import { Account } from './account.entity.js';
import { toFact } from './to-fact.js';

export const USAGE = 'Usage: admin grant <e-mail> | revoke <e-mail> | list';

/**
 * Who may see the dashboard, from the command line.
 * @returns what to print.
 * @throws Error that says how to ask, or that nobody has this address.
 */
export async function answerAdminCommand(
  [action, address, ...more]: readonly string[],
  { database, outbox, clock }: { database: DataSource; outbox: Outbox; clock: Clock },
): Promise<string> {
  if (action === 'list' && address === undefined) {
    const accounts = await database.getRepository(Account).find({ where: { isAdmin: true }, order: { email: 'ASC' } });
    return [...accounts.map(({ email }) => email), `${accounts.length} administrators.`].join('\n');
  }
  const email = Email.safeParse(address);
  if ((action !== 'grant' && action !== 'revoke') || !email.success || more.length > 0) throw new Error(USAGE);
  const isAdmin = action === 'grant';
  return database.transaction(async (tx) => {
    const account = await tx.findOne(Account, { where: { email: email.data }, lock: { mode: 'pessimistic_write' } });
    if (!account) throw new Error(`Nobody is registered as ${email.data}.`);
    if (account.isAdmin === isAdmin) return `${email.data} ${isAdmin ? 'is an administrator' : 'is none'} already.`;
    await tx.update(Account, account.id, { isAdmin });
    await outbox.publish(tx, 'user.updated', toFact({ ...account, isAdmin }));
    // Tokens of administrators live shorter: the next one is made of what holds now.
    await endSessions(tx, { accountId: account.id }, clock.now());
    return `${email.data} is ${isAdmin ? 'an administrator now' : 'no administrator any more'} and has to sign in again.`;
  });
}
