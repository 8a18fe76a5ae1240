import { LegalText } from '../features/site/legal-text.js';

const SECTIONS = [
  {
    heading: 'Essential storage',
    paragraphs: [
      'Your browser keeps your sign-in token and, for five minutes, the list of your playlists. Both are removed when you log out. While you connect a platform, one short-lived cookie makes sure that the answer comes back to the same browser.',
      'These are needed for the service to work and are always active.',
    ],
  },
  {
    heading: 'Your choice',
    paragraphs: [
      'Whether you allow analytics or marketing cookies is kept in the cookies cookieConsent and cookieConsentDetails for one year. Both kinds are off until you allow them.',
    ],
  },
];

export const CookiePolicyPage = () => <LegalText title="Cookie Policy" sections={SECTIONS} />;
