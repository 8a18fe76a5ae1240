import { PageHeader } from '../components/card.js';
import { type PageHead, useHeadTags } from '../components/use-head-tags.js';
import { CurrentChoice } from '../features/consent/current-choice.js';

export const COOKIE_SETTINGS_HEAD: PageHead = {
  title: 'Cookie Settings | Segue',
  description:
    'See what you have allowed Segue to keep in your browser beside what it needs to work, and choose again.',
};

export function CookieSettingsPage() {
  useHeadTags(COOKIE_SETTINGS_HEAD);
  return (
    <div className="page">
      <PageHeader title="Cookie Settings" />
      <CurrentChoice />
    </div>
  );
}
