import { LegalText } from '../features/site/legal-text.js';

const SECTIONS = [
  {
    heading: 'The service',
    paragraphs: [
      'Segue compares playlists of streaming platforms and changes them when you ask for it. What is possible depends on what the platforms allow and on what their catalogues hold in your country.',
    ],
  },
  {
    heading: 'Your account',
    paragraphs: [
      'You must be 16 or older. Keep your password to yourself, and use the service only for playlists you may change.',
    ],
  },
  {
    heading: 'Plans and payment',
    paragraphs: [
      'The free plan allows one playlist update every 24 hours. Premium is paid monthly and has no such limit.',
      'You can cancel at any time in your account. Your access stays until the end of the period you have paid for; there are no refunds for partial periods.',
    ],
  },
  {
    heading: 'Liability',
    paragraphs: [
      'Platforms change and fail. We read back what we write and tell you when something did not arrive, but we cannot promise that a platform always answers. Your statutory rights stay as they are.',
    ],
  },
];

export const TermsOfServicePage = () => <LegalText title="Terms of Service" sections={SECTIONS} />;
