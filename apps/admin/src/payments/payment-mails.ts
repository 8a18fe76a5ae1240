import { type EventPayload, PAGES } from '@segue/contracts';
import type { Mail } from '@segue/service';

/** Tells a member that a renewal could not be charged, and what to do. @param appUrl where Segue answers. */
export const paymentFailedMail = ({ email }: EventPayload<'payment.failed'>, appUrl: string): Mail => ({
  to: email,
  subject: 'Your payment for Segue Premium did not go through',
  text: [
    'Hello,',
    'Stripe could not charge your card for the next month of Segue Premium. It will try again during the next days, and until then nothing changes for you.',
    `Please see whether your card is still right: sign in at ${appUrl}${PAGES.account} and choose Manage Billing. There you can also end the subscription.`,
    'Segue',
  ].join('\n\n'),
});
