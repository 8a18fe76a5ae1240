import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { Spinner } from '../components/spinner.js';
import { PageFrame } from './page-frame.js';

export function MainLayout() {
  return (
    <PageFrame>
      <Suspense fallback={<PageSpinner />}>
        <Outlet />
      </Suspense>
    </PageFrame>
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
