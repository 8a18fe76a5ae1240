import { lazy, Suspense } from 'react';
import { useConsent } from '../lib/consent.js';

const ConsentBanner = lazy(() =>
  import('../features/consent/consent-banner.js').then((module) => ({ default: module.ConsentBanner })),
);

/** Asks about cookies for as long as nothing has been chosen. */
export function ConsentDoor() {
  const { summary } = useConsent();
  if (summary !== 'none') return null;
  return (
    <Suspense>
      <ConsentBanner />
    </Suspense>
  );
}
