import { SENDER_NETWORK_LIFE_MS } from '@segue/contracts';
import { AppError } from '@segue/service';
import type { EntityManager } from 'typeorm';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

interface Cap {
  column: 'sender_network' | 'email';
  messages: number;
  windowMs: number;
}
const CAPS: readonly Cap[] = [
  { column: 'sender_network', messages: 3, windowMs: HOUR_MS },
  { column: 'email', messages: 3, windowMs: DAY_MS },
];

/** From everybody together. Above it somebody floods us from many places: we keep storing and stop mailing. */
const MAILS_PER_HOUR = 300;

/** Where what visitors send is counted. Each has a `sender_network`, an `email` and a `received_at`. */
type Sent = 'contact_messages' | 'withdrawals';

interface Sender {
  sender_network: string;
  email: string;
}

/**
 * Counts what is stored, so restarts and replicas change nothing. The locks last as long as the transaction and
 * make parallel messages of one sender wait for each other.
 * @throws AppError `rate_limited` with the seconds until one more is allowed.
 */
export async function refuseTooMany(tx: EntityManager, sent: Sent, sender: Sender, now: Date): Promise<void> {
  const keys = CAPS.map(({ column }) => `${sent}:${column}:${sender[column]}`).sort();
  for (const key of keys) await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  for (const { column, messages, windowMs } of CAPS) {
    // The message that has to leave the window before another fits in.
    const [blocking] = (await tx.query(
      `SELECT received_at FROM ${sent} WHERE ${column} = $1 AND received_at > $2
       ORDER BY received_at DESC OFFSET $3 LIMIT 1`,
      [sender[column], new Date(now.getTime() - windowMs), messages - 1],
    )) as Array<{ received_at: Date }>;
    if (!blocking) continue;
    const waitMs = blocking.received_at.getTime() + windowMs - now.getTime();
    throw new AppError('rate_limited', { cap: column }, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }
}

/** Where a message came from is of no use once its hour is over. Parallel calls leave each other's rows alone. */
export async function forgetOldNetworks(tx: EntityManager, sent: Sent, now: Date): Promise<void> {
  await tx.query(
    `UPDATE ${sent} SET sender_network = NULL WHERE id IN (
       SELECT id FROM ${sent} WHERE sender_network IS NOT NULL AND received_at <= $1
       FOR UPDATE SKIP LOCKED
     )`,
    [new Date(now.getTime() - SENDER_NETWORK_LIFE_MS)],
  );
}

/** Whether the operator's mailbox has had enough for this hour. */
export async function isFlooded(tx: EntityManager, now: Date): Promise<boolean> {
  const [{ count }] = (await tx.query('SELECT count(*)::int AS count FROM contact_messages WHERE received_at > $1', [
    new Date(now.getTime() - HOUR_MS),
  ])) as [{ count: number }];
  return count >= MAILS_PER_HOUR;
}
