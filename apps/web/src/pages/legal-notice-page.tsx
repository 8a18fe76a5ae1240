import { TextLink } from '../components/text-link.js';
import { type PageHead, useHeadTags } from '../components/use-head-tags.js';
import { LegalSection, LegalText } from '../features/site/legal-text.js';
import { OperatorDetails } from '../features/site/operator-details.js';
import { paths } from '../lib/paths.js';

export const LEGAL_NOTICE_HEAD: PageHead = {
  title: 'Legal Notice | Segue',
  description:
    'Who runs this installation of Segue, how to reach them, and whose trademarks Spotify and Apple Music are.',
};

export function LegalNoticePage() {
  useHeadTags(LEGAL_NOTICE_HEAD);
  return (
    <LegalText title="Legal Notice">
      <LegalSection heading="Operator">
        <OperatorDetails />
      </LegalSection>
      <LegalSection heading="Contact">
        <p>
          The quickest way to reach us is the <TextLink to={paths.contact}>contact page</TextLink>. We reply within 1 to
          2 business days.
        </p>
      </LegalSection>
      <LegalSection heading="Disputes">
        <p>
          Please write to us first: most things can be mended. We are neither obliged nor willing to take part in
          dispute resolution before a consumer arbitration board; your right to go to court stays as it is.
        </p>
      </LegalSection>
      <LegalSection heading="Trademarks">
        <p>
          Spotify is a trademark of Spotify AB, Apple Music one of Apple Inc. Segue is independent of both and endorsed
          by neither. Titles, artists and covers come from the platforms and belong to their owners.
        </p>
      </LegalSection>
    </LegalText>
  );
}
