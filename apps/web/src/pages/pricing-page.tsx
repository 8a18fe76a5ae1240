import { PREMIUM_LIST_PRICE_CENTS, PREMIUM_PRICE_CENTS } from '@segue/contracts';
import { ArrowLeftRight, Copy, ShieldCheck } from 'lucide-react';
import { ButtonLink } from '../components/button.js';
import { type PageHead, useHeadTags } from '../components/use-head-tags.js';
import { PlanCards } from '../features/billing/plan-cards.js';
import { formatPrice } from '../features/billing/plans.js';
import { useStartPath } from '../features/billing/use-plan-choice.js';
import { Faq } from '../features/site/faq.js';
import { SupportedPlatforms } from '../features/site/supported-platforms.js';

const SELLING_POINTS = [
  { Icon: ArrowLeftRight, title: 'Switch platforms', text: 'Change your streaming service without losing playlists.' },
  { Icon: Copy, title: 'Keep in step', text: 'Hold the same playlist on both platforms, song by song.' },
  { Icon: ShieldCheck, title: 'Back up playlists', text: 'A copy on the other side is a backup you can listen to.' },
];

export const PRICING_HEAD: PageHead = {
  title: 'Pricing | Segue',
  description:
    'Compare playlists for free and update one every 24 hours. Premium syncs as many as you like between Spotify and Apple Music. Cancel any time.',
};

export function PricingPage() {
  useHeadTags(PRICING_HEAD);
  const start = useStartPath();
  return (
    <div className="page space-y-24 pt-16">
      <section className="text-center">
        <h1 className="text-4xl sm:text-5xl">One plan. Every playlist.</h1>
        <p className="mt-6 flex flex-wrap items-baseline justify-center gap-x-3 text-lg">
          <s className="text-2xl text-muted">
            <span className="sr-only">Old price </span>
            {formatPrice(PREMIUM_LIST_PRICE_CENTS)}
          </s>
          <span className="text-5xl font-bold tracking-tight">{formatPrice(PREMIUM_PRICE_CENTS)}</span>
          <span className="text-muted">per month</span>
        </p>
        <ButtonLink to={start} size="large" className="mt-8">
          Get Started
        </ButtonLink>
      </section>
      <PlanCards />
      <section aria-labelledby="features-title">
        <h2 id="features-title" className="text-center text-3xl">
          What you get
        </h2>
        <ul className="mt-10 grid gap-8 md:grid-cols-3">
          {SELLING_POINTS.map(({ Icon, title, text }) => (
            <li key={title}>
              <Icon className="size-6" aria-hidden="true" />
              <h3 className="mt-3 text-lg">{title}</h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <SupportedPlatforms />
      <Faq />
      <section className="rounded-3xl bg-sunken px-6 py-16 text-center">
        <h2 className="text-3xl">Ready when you are</h2>
        <p className="mt-3 text-muted">Compare your first playlist in a minute. Cancel any time.</p>
        <ButtonLink to={start} size="large" className="mt-7">
          Start now
        </ButtonLink>
      </section>
    </div>
  );
}
