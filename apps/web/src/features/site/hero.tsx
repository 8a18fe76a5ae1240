import { ButtonLink } from '../../components/button.js';
import { ComparePreview } from './compare-preview.js';

export function Hero({ start }: { start: string }) {
  return (
    <section className="grid items-center gap-12 pt-14 sm:pt-20 lg:grid-cols-[1.05fr_1fr] lg:gap-16">
      <div className="text-center lg:text-left">
        <h1 className="text-4xl leading-[1.08] font-bold sm:text-5xl xl:text-6xl">
          Effortlessly Transfer &amp; Sync Your Music Playlists
        </h1>
        <p className="mx-auto mt-6 max-w-xl text-lg leading-relaxed text-muted lg:mx-0">
          Segue lays two playlists side by side, shows you every difference, and makes exactly the change it showed.
          Never a wrong version, nothing lost, nothing doubled.
        </p>
        <div className="mt-9">
          <ButtonLink to={start} size="large" className="px-8">
            Get Started
          </ButtonLink>
          <p className="mt-4 text-sm text-muted">Compare for free. No card needed.</p>
        </div>
      </div>
      <ComparePreview />
    </section>
  );
}
