import { COOKIE_POLICY_VERSION } from '@segue/contracts';
import { TextLink } from '../components/text-link.js';
import { type PageHead, useHeadTags } from '../components/use-head-tags.js';
import { FactTable, LegalSection, LegalText } from '../features/site/legal-text.js';
import { paths } from '../lib/paths.js';

export const COOKIE_POLICY_HEAD: PageHead = {
  title: 'Cookie Policy | Segue',
  description:
    'What Segue keeps in your browser, for how long and what for. Analytics and marketing are off until you allow them.',
};

const COLUMNS = ['Name', 'What for', 'How long'];
const ESSENTIAL = [
  ['token', 'Local storage. Keeps you signed in.', 'Until you log out, 24 hours at most'],
  ['cachedPlaylists.*', 'Local storage. Shows your playlists at once.', 'Shown for 5 minutes; gone when you log out'],
  ['failedTracks', 'Local storage. Remembers songs a platform does not have.', 'Until you log out'],
  ['bulkAdd', 'Local storage. Marks that songs are being added.', 'Until that is done'],
  ['ignoredExtras.*', 'Local storage. Extra songs you chose to ignore.', 'Until you clear it'],
  [
    'segue_oauth',
    'Cookie. Makes sure that the answer of a platform you connect comes back to the same browser.',
    '10 minutes at most',
  ],
  ['cookieConsent', 'Local storage and cookie. Your choice on this page.', '1 year'],
  ['cookieConsentDetails', 'Local storage and cookie. What you allowed.', '1 year'],
];

export function CookiePolicyPage() {
  useHeadTags(COOKIE_POLICY_HEAD);
  return (
    <LegalText title="Cookie Policy" version={COOKIE_POLICY_VERSION}>
      <LegalSection heading="Essential storage">
        <p>
          Cookies and the local storage of your browser hold what the service needs to work. Names that begin with
          <code> __Host-</code> are the same cookies over an encrypted connection. All of it is always active and needs
          no consent (Directive 2002/58/EC, article 5 (3)).
        </p>
        <FactTable caption="Essential storage" columns={COLUMNS} rows={ESSENTIAL} />
      </LegalSection>
      <LegalSection heading="Analytics, if you allow it">
        <p>
          We count which pages are visited. For this we set no further cookie: our own server reads your choice and
          keeps the page (without anything personal in its address), the time, your browser&apos;s name and the
          beginning of your network address (IPv4 without its last part, IPv6 to /48). Single visits are forgotten after
          90 days. Nobody else receives them.
        </p>
      </LegalSection>
      <LegalSection heading="Marketing, if you allow it">
        <p>
          We use no marketing cookies today. Your choice is remembered in case that changes; then we ask again before
          anything is stored.
        </p>
      </LegalSection>
      <LegalSection heading="Other sites">
        <p>
          When you connect Apple Music, Apple&apos;s own script is loaded; when you connect Spotify or pay, you visit
          the pages of Spotify or Stripe. Their cookie policies hold there. Before that, no page of ours loads anything
          from anybody else but covers.
        </p>
      </LegalSection>
      <LegalSection heading="Changing your mind">
        <p>
          The link Cookie Settings at the foot of every page takes your choice back at once and asks again. What is
          stored now is shown in the <TextLink to={paths.cookieSettings}>cookie settings</TextLink>.
        </p>
      </LegalSection>
    </LegalText>
  );
}
