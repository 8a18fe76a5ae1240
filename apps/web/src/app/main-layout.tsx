import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { Spinner } from '../components/spinner.js';
import { Footer } from './footer.js';
import { TopNavigation } from './top-navigation.js';

export function MainLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-full bg-solid px-4 py-2 text-on-solid focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <TopNavigation />
      <main id="content" tabIndex={-1} className="flex-1">
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
    </div>
  );
}

function PageSpinner() {
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center text-muted">
      <Spinner className="size-7" />
      <span className="sr-only">Loading...</span>
    </div>
  );
}
