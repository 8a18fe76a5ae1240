import {
  MINIMUM_AGE_YEARS,
  PREMIUM_LIST_PRICE_CENTS,
  PREMIUM_PRICE_CENTS,
  TERMS_VERSION,
  WITHDRAWAL_DAYS,
} from '@segue/contracts';
import { TextLink } from '../components/text-link.js';
import { type PageHead, useHeadTags } from '../components/use-head-tags.js';
import { formatPrice } from '../features/billing/plans.js';
import { LegalSection, LegalText } from '../features/site/legal-text.js';
import { OperatorDetails } from '../features/site/operator-details.js';
import { paths } from '../lib/paths.js';

export const TERMS_HEAD: PageHead = {
  title: 'Terms of Service | Segue',
  description:
    'What Segue does for you and what it asks of you: plans, payment, cancelling, the 14 days of withdrawal, and liability.',
};

export function TermsOfServicePage() {
  useHeadTags(TERMS_HEAD);
  return (
    <LegalText title="Terms of Service" version={TERMS_VERSION}>
      <LegalSection heading="1. Between whom">
        <p>These terms hold between you and</p>
        <OperatorDetails />
      </LegalSection>
      <LegalSection heading="2. The service">
        <p>
          Segue compares playlists of the streaming platforms you connect and changes them when you ask for it. What is
          possible depends on what the platforms allow and on what their catalogues hold in your country: a song that a
          platform does not have cannot be added there. Before anything is written you see what will be.
        </p>
      </LegalSection>
      <LegalSection heading="3. Your account">
        <p>
          You must be {MINIMUM_AGE_YEARS} or older. Say true things about yourself, keep your password to yourself, and
          use the service only for playlists you may change and within the terms of the platforms. Do not use it by
          programs that put a load on it beyond what a person would.
        </p>
      </LegalSection>
      <LegalSection heading="4. Plans and payment">
        <ul>
          <li>The free plan costs nothing. You may view and compare, and update one playlist every 24 hours.</li>
          <li>
            Premium has no such limit. It costs {formatPrice(PREMIUM_PRICE_CENTS)} per month (list price{' '}
            {formatPrice(PREMIUM_LIST_PRICE_CENTS)}), taxes included, paid in advance through Stripe.
          </li>
          <li>Premium renews by one month at a time until you cancel it. A change of price needs your consent.</li>
        </ul>
      </LegalSection>
      <LegalSection heading="5. Cancelling">
        <p>
          You can cancel at any time in your account under Manage Billing. Your access stays until the end of the period
          you have paid for. There are no refunds for partial periods; your right of withdrawal and your rights when the
          service is faulty stay as they are.
        </p>
      </LegalSection>
      <LegalSection heading={`6. Withdrawal within ${WITHDRAWAL_DAYS} days`}>
        <p>
          As a consumer you may withdraw from the contract for Premium within {WITHDRAWAL_DAYS} days of the purchase
          without giving a reason. A clear statement is enough, sent before the time is over: on the{' '}
          <TextLink to={paths.withdrawal}>withdrawal page</TextLink>, which mails you a receipt with date and time, by
          e-mail, or by letter to the address above.
        </p>
        <p>
          We then pay back everything you paid, within {WITHDRAWAL_DAYS} days of hearing from you and the way you paid.
          If you asked us to begin at once, as you do by using Premium, we may keep the part that covers the days until
          your withdrawal.
        </p>
        <p>
          You may use this wording, but need not: &ldquo;I hereby withdraw from my contract for Segue Premium. Ordered
          on: … Name: … E-mail of the account: … Date: …&rdquo;
        </p>
      </LegalSection>
      <LegalSection heading="7. When something goes wrong">
        <p>
          Platforms change and fail. We read back what we write and tell you when something did not arrive, but we
          cannot promise that a platform always answers. For damage to life, body or health, for intent and gross
          negligence, and wherever the law says so, we are liable without limit; for slight negligence only if an
          essential duty is broken, and then for the damage that could be foreseen. Your statutory rights as a consumer
          stay as they are.
        </p>
      </LegalSection>
      <LegalSection heading="8. Ending">
        <p>
          You can delete your account at any time; a running subscription ends with it. We may end the contract with 30
          days&apos; notice, or at once if you break these terms gravely; what you paid for the time after that is paid
          back.
        </p>
      </LegalSection>
      <LegalSection heading="9. Changes and law">
        <p>
          We tell you of changes to these terms by e-mail at least 30 days before they hold. Whoever does not agree can
          cancel until then. The law of the operator&apos;s country applies; what the law of your country grants
          consumers without exception applies as well. How we handle data is told in the{' '}
          <TextLink to={paths.privacyPolicy}>Privacy Policy</TextLink>.
        </p>
      </LegalSection>
    </LegalText>
  );
}
