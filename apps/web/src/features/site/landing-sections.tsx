import {
  ArrowLeftRight,
  Fingerprint,
  ListChecks,
  ListMusic,
  MousePointerClick,
  ScanSearch,
  ShieldCheck,
} from 'lucide-react';
import { ButtonLink } from '../../components/button.js';

const REASONS = [
  {
    Icon: Fingerprint,
    title: 'Matched by ISRC codes',
    text: 'Every recording carries its own code. We compare those, not names that merely look alike.',
  },
  {
    Icon: ScanSearch,
    title: 'Honest about differences',
    text: 'A live take is not the studio version. What we cannot place with certainty, we show you instead of guessing.',
  },
  {
    Icon: ShieldCheck,
    title: 'Exactly what it showed',
    text: 'Nothing is written before you agree, and afterwards we read back what really arrived.',
  },
];

const FEATURES = [
  {
    Icon: ArrowLeftRight,
    title: 'Transfer playlists',
    text: 'Take a playlist from Spotify to Apple Music or the other way, in its order, repeats included.',
  },
  {
    Icon: ListChecks,
    title: 'Check sync status across platforms',
    text: 'See at a glance how much of a playlist the other side holds, and which songs are missing or extra.',
  },
  {
    Icon: ListMusic,
    title: 'Sync whole playlists',
    text: 'Add everything that is missing in one go, watch it happen, and stop whenever you like.',
  },
  {
    Icon: MousePointerClick,
    title: 'View and add missing songs selectively',
    text: 'Go through the list and add only the songs you want over there.',
  },
];

export function WhyChoose() {
  return (
    <section aria-labelledby="why-title">
      <h2 id="why-title" className="text-center text-3xl sm:text-4xl">
        Why Choose Segue
      </h2>
      <ul className="mt-12 grid gap-5 md:grid-cols-3">
        {REASONS.map(({ Icon, title, text }) => (
          <li key={title} className="rounded-3xl border border-line bg-surface p-7 shadow-card">
            <Icon className="size-7" strokeWidth={1.75} aria-hidden="true" />
            <h3 className="mt-5 text-lg">{title}</h3>
            <p className="mt-2 leading-relaxed text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function FeatureRows() {
  return (
    <section aria-label="Features">
      <ul className="divide-y divide-line border-y border-line">
        {FEATURES.map(({ Icon, title, text }) => (
          <li key={title} className="grid gap-3 py-9 md:grid-cols-[3rem_1fr_1.2fr] md:items-baseline md:gap-8">
            <Icon className="size-7 self-center" strokeWidth={1.75} aria-hidden="true" />
            <h3 className="text-xl sm:text-2xl">{title}</h3>
            <p className="leading-relaxed text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ClosingCall({ start }: { start: string }) {
  return (
    <section className="rounded-[2rem] bg-sunken px-6 py-20 text-center">
      <h2 className="text-3xl sm:text-4xl">Your music, wherever you listen</h2>
      <p className="mx-auto mt-4 max-w-md text-muted">
        Connect both sides and compare your first playlist in a minute.
      </p>
      <ButtonLink to={start} size="large" className="mt-8 px-8">
        Get Started Now
      </ButtonLink>
    </section>
  );
}
