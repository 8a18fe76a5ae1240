import type { PlatformId } from '@segue/contracts';
import { ArrowLeft } from 'lucide-react';
import { dashboardPath } from '../lib/paths.js';
import { Link } from './link.js';

export function BackToLibrary({ platform }: { platform: PlatformId }) {
  return (
    <Link
      to={dashboardPath(platform)}
      className="inline-flex min-h-8 items-center gap-2 rounded-lg text-sm font-medium text-muted hover:text-ink"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      Your library
    </Link>
  );
}
