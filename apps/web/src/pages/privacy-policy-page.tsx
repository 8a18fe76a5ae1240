import {
  CONTACT_LIFE_DAYS,
  LEDGER_LIFE_DAYS,
  LOG_LIFE_DAYS,
  MINIMUM_AGE_YEARS,
  PROOF_LIFE_DAYS,
  VISIT_LIFE_DAYS,
} from '@segue/contracts';
import { TextLink } from '../components/text-link.js';
import { type PageHead, useHeadTags } from '../components/use-head-tags.js';
import { FactTable, LegalSection, LegalText } from '../features/site/legal-text.js';
import { OperatorDetails } from '../features/site/operator-details.js';
import { paths } from '../lib/paths.js';

export const PRIVACY_POLICY_HEAD: PageHead = {
  title: 'Privacy Policy | Segue',
  description: 'Which data Segue keeps, why, for how long, who helps to process it, and which rights you have over it.',
};

const VERSION = '2026-11-21';
const COLUMNS = ['Data', 'What for, and on which ground', 'How long'];
const PROOF_YEARS = Math.round(PROOF_LIFE_DAYS / 365);
const KEPT = [
  [
    'Account',
    'Name, e-mail address, a one-way form of your password, times of sign-ins and password resets, the terms you agreed to. To keep the account (contract, GDPR art. 6 (1) (b)).',
    'Until you delete the account',
  ],
  [
    'Permission of a platform',
    'What Spotify or Apple Music gave us so that we may read and change your playlists, and your name and picture there. Stored encrypted (contract).',
    'Until you disconnect',
  ],
  [
    'Playlists',
    'Titles and codes of songs while you look at them (contract).',
    'Five minutes in a cache that is cleared every hour; catalogue facts without any link to you for longer',
  ],
  [
    'Record of changes',
    'What we wrote to which playlist, so that nothing is written twice and you can see it (contract).',
    `${LEDGER_LIFE_DAYS} days`,
  ],
  [
    'Plan and payment',
    'Your plan, its dates, the customer number at Stripe. Card details stay with Stripe (contract; invoices by law, art. 6 (1) (c)).',
    'Until you delete the account; invoices as long as tax law asks',
  ],
  [
    'Messages to us',
    'What you write on the contact page or when you withdraw from a contract (legitimate interest in answering you, art. 6 (1) (f); legal duty).',
    `Messages ${CONTACT_LIFE_DAYS} days, withdrawals ${PROOF_YEARS} years; your network address about one hour`,
  ],
  [
    'Visits',
    'Page, time, browser and the beginning of the network address, only if you allow it (consent, art. 6 (1) (a)).',
    `${VISIT_LIFE_DAYS} days`,
  ],
  [
    'Proof of your cookie choice',
    'The choice, its time and the beginning of the network address (legal duty, art. 7 (1)).',
    `${PROOF_YEARS} years`,
  ],
  [
    'Server logs',
    'Errors and times of requests, without e-mail addresses, passwords or tokens (legitimate interest in a secure service).',
    `${LOG_LIFE_DAYS} days at most`,
  ],
];

export function PrivacyPolicyPage() {
  useHeadTags(PRIVACY_POLICY_HEAD);
  return (
    <LegalText title="Privacy Policy" version={VERSION}>
      <LegalSection heading="Who is responsible">
        <OperatorDetails />
      </LegalSection>
      <LegalSection heading="What we keep, why, and for how long">
        <p>We keep metadata only, never music, and we never see your passwords at the platforms.</p>
        <FactTable caption="What we keep" columns={COLUMNS} rows={KEPT} />
      </LegalSection>
      <LegalSection heading="Who helps us">
        <p>Nothing is ever sold, or shared for advertising. These process data for us or receive it when you say so:</p>
        <ul>
          <li>
            <strong>Hosting and e-mail.</strong> The providers that run our servers and deliver our mails, under
            contracts for processing on our behalf (art. 28).
          </li>
          <li>
            <strong>Stripe Payments Europe, Ltd.</strong> in Ireland, when you choose Premium: your e-mail address and
            what you type on its page.
          </li>
          <li>
            <strong>Spotify AB</strong> in Sweden and <strong>Apple Distribution International Ltd.</strong> in Ireland,
            when you connect them: the playlists you let us read and change. They are responsible for what they do
            themselves.
          </li>
        </ul>
        <p>
          Stripe, Spotify and Apple may process data in the United States, under the EU-US Data Privacy Framework or the
          standard contractual clauses of the European Commission.
        </p>
      </LegalSection>
      <LegalSection heading="Your rights">
        <ul>
          <li>See your data and take it with you: your account has a button that saves it as a file (art. 15, 20).</li>
          <li>Correct it: in your account (art. 16).</li>
          <li>
            Have it erased: deleting the account there removes it at all our services. A record without name stays so
            that late events do not bring you back (art. 17).
          </li>
          <li>Have processing restricted, or object to what rests on a legitimate interest (art. 18, 21).</li>
          <li>
            Take back consent at any time, as easily as you gave it: Cookie Settings at the foot of every page. What
            happened before stays lawful (art. 7 (3)).
          </li>
          <li>Complain to the data protection authority of your country (art. 77).</li>
        </ul>
        <p>
          For anything else, write to us through the <TextLink to={paths.contact}>contact page</TextLink>. We answer
          within one month. No decision about you is made by a machine alone.
        </p>
      </LegalSection>
      <LegalSection heading="Age">
        <p>You must be {MINIMUM_AGE_YEARS} or older to use Segue. We do not knowingly keep data of younger people.</p>
      </LegalSection>
      <LegalSection heading="How it is protected">
        <p>
          Connections are encrypted, passwords are kept as argon2id, permissions of platforms with AES-256. Should data
          still get into the wrong hands in a way that puts you at risk, we tell you and the authority (art. 33, 34).
        </p>
      </LegalSection>
    </LegalText>
  );
}
