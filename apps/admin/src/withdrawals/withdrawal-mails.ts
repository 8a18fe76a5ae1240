import { WITHDRAWAL_DAYS } from '@segue/contracts';
import type { Mail } from '@segue/service';

export interface Withdrawal {
  name: string;
  email: string;
  receivedAt: Date;
}

/** `2026-11-20 17:05 UTC`. */
const moment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const declaration = ({ name, email, receivedAt }: Withdrawal): string =>
  [
    'I hereby withdraw from my contract for Segue Premium.',
    `Name: ${name}`,
    `E-mail of the account: ${email}`,
    `Received: ${moment(receivedAt)}`,
  ].join('\n');

/** What the operator has to act on. */
export const withdrawalMail = (withdrawal: Withdrawal, to: string): Mail => ({
  to,
  replyTo: withdrawal.email,
  subject: 'Withdrawal from a contract',
  text: `${declaration(withdrawal)}\n\nPlease end the subscription and pay back what is due within 14 days.`,
});

/** The acknowledgement the law asks for: content, date and time, on something that lasts. */
export const receiptMail = (withdrawal: Withdrawal): Mail => ({
  to: withdrawal.email,
  subject: 'We have received your withdrawal',
  text: [
    'Hello,',
    'this is the receipt for the declaration that reached us:',
    declaration(withdrawal),
    `If it came within ${WITHDRAWAL_DAYS} days of the purchase, we end the subscription and pay you back within 14 days, the way you paid.`,
    'If this was not you, there is nothing to do: we check every withdrawal against the account before we act.',
    'Segue',
  ].join('\n\n'),
});
