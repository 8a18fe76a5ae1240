import { PLATFORM_IDS } from '@segue/contracts';
import { PageHeader } from '../components/card.js';
import { useTitle } from '../components/use-title.js';
import { PlatformCard } from '../features/platforms/platform-card.js';
import { useCallbackToast } from '../features/platforms/use-callback-toast.js';

export function PlatformsPage() {
  useTitle('Your Platforms');
  useCallbackToast();
  return (
    <div className="page">
      <PageHeader title="Your Platforms" lead="Connect both sides, then compare any playlist with its twin." />
      <div className="grid gap-5 md:grid-cols-2">
        {PLATFORM_IDS.map((platform) => (
          <PlatformCard key={platform} platform={platform} />
        ))}
      </div>
    </div>
  );
}
