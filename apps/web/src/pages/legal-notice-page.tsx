import { LegalText } from '../features/site/legal-text.js';

const SECTIONS = [
  {
    heading: 'Operator',
    paragraphs: [
      'The operator of this installation states name, address and contact here, as the law of their country asks.',
    ],
  },
  { heading: 'Contact', paragraphs: ['The quickest way to reach us is the contact page.'] },
  {
    heading: 'Trademarks',
    paragraphs: [
      'Spotify and Apple Music are trademarks of their owners. Segue is independent of them and not endorsed by them.',
    ],
  },
];

export const LegalNoticePage = () => <LegalText title="Legal Notice" sections={SECTIONS} />;
