import type { ReactNode } from 'react';
import { Footer } from './footer.js';
import { TopNavigation } from './top-navigation.js';

/** Navigation above, footer below. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-full bg-solid px-4 py-2 text-on-solid focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <TopNavigation />
      {/* The footer begins below the first screen, so nothing jumps while a page is still growing. */}
      <main id="content" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] flex-1">
        {children}
      </main>
      <Footer />
    </div>
  );
}
