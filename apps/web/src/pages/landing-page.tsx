import { type PageHead, useHeadTags } from '../components/use-head-tags.js';
import { ClosingCall, FeatureRows, WhyChoose } from '../features/site/landing-sections.js';
import { Hero } from '../features/site/hero.js';
import { SupportedPlatforms } from '../features/site/supported-platforms.js';
import { paths } from '../lib/paths.js';
import { useSession } from '../lib/session.js';

export const LANDING_HEAD: PageHead = {
  title: 'Segue: transfer and sync your music playlists',
  description:
    'Transfer playlists between Spotify and Apple Music, see what is missing on either side, and sync whole playlists or single songs, matched by ISRC codes.',
};

export function LandingPage() {
  useHeadTags(LANDING_HEAD);
  const start = useSession().token === null ? paths.register : paths.dashboard;
  return (
    <div className="page space-y-24 sm:space-y-32">
      <Hero start={start} />
      <SupportedPlatforms />
      <WhyChoose />
      <FeatureRows />
      <ClosingCall start={start} />
    </div>
  );
}
