import { PageHeader } from '../components/card.js';
import { useTitle } from '../components/use-title.js';

export function CookieSettingsPage() {
  useTitle('Cookie Settings');
  return (
    <div className="page">
      <PageHeader title="Cookie Settings" />
    </div>
  );
}
