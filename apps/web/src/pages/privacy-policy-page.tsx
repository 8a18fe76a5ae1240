import { LegalText } from '../features/site/legal-text.js';

const SECTIONS = [
  {
    heading: 'What we keep',
    paragraphs: [
      'Your account: name, email address, a scrambled form of your password, and when you signed in.',
      'Your permission to reach the platforms you connect. It is stored encrypted and deleted the moment you disconnect.',
      'A record of what we wrote to your playlists, so that you can see it and we can undo doubts. It is deleted after 90 days.',
    ],
  },
  {
    heading: 'What we do not keep',
    paragraphs: [
      'We keep metadata only, never music. We never see your passwords at the platforms. Your payment details stay with our payment provider.',
      'Nothing is ever sold or shared for advertising.',
    ],
  },
  {
    heading: 'Visits',
    paragraphs: [
      'Only with your consent we count visits to our pages. Network addresses are shortened before they are stored.',
    ],
  },
  {
    heading: 'Your rights',
    paragraphs: [
      'You can see and change your data in your account, and delete the account there at any time. Deleting it removes everything said above.',
      'For anything else, write to us through the contact page. You may also complain to the data protection authority of your country.',
    ],
  },
];

export const PrivacyPolicyPage = () => <LegalText title="Privacy Policy" sections={SECTIONS} />;
