import { ArrowLeft } from 'lucide-react';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { Card } from '../components/card.js';
import { Link } from '../components/link.js';
import { Logo } from '../components/logo.js';
import { Spinner } from '../components/spinner.js';
import { paths } from '../lib/paths.js';

export function AuthLayout() {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-md">
        <Card className="sm:p-9">
          <Link to={paths.home} aria-label="Segue, home" className="inline-block rounded-lg">
            <Logo />
          </Link>
          <div className="mt-7 min-h-64">
            <Suspense fallback={<Spinner className="mx-auto mt-20 size-7 text-muted" />}>
              <Outlet />
            </Suspense>
          </div>
        </Card>
        <Link
          to={paths.home}
          className="mx-auto mt-6 flex w-fit items-center gap-2 rounded-lg px-2 py-1 text-sm font-medium text-muted hover:text-ink"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to Home
        </Link>
      </div>
    </main>
  );
}
