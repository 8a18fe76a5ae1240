import { useEffect, useState } from 'react';
import { useDialogs } from '../../components/dialogs.js';
import { ApiError } from '../../lib/api.js';
import { browser } from '../../lib/browser.js';
import { useSession } from '../../lib/session.js';
import { useStableCallback } from '../../lib/use-stable-callback.js';
import { openPortal, startCheckout } from './api.js';

/** The two ways to the payment provider's pages. `busy` stays true while the browser leaves. */
export function useBillingDoors() {
  const { user, refreshStatus } = useSession();
  const dialogs = useDialogs();
  const [busy, setBusy] = useState(false);
  useReturn(() => setBusy(false));

  async function leave(ask: () => Promise<{ url?: string }>, failure: string, missingUrl: string) {
    setBusy(true);
    try {
      const { url } = await ask();
      if (!url) throw new Error(missingUrl);
      browser.leaveFor(url);
    } catch (error) {
      console.error(failure, error);
      setBusy(false);
      // Paid in another tab: the plan shown here is the old one.
      if (error instanceof ApiError && error.code === 'already_subscribed') {
        await refreshStatus();
        await dialogs.info(error.message);
      } else await dialogs.error(failure);
    }
  }

  return {
    busy,
    goPremium: () =>
      leave(
        () => startCheckout(user?.email ?? ''),
        'Failed to start subscription',
        'Failed to get Stripe checkout URL',
      ),
    manageBilling: () => leave(openPortal, 'Failed to open billing portal', 'Failed to get Stripe portal URL'),
  };
}

/** The Back button may bring this page back as it was left, still leaving. */
function useReturn(onReturn: () => void): void {
  const returned = useStableCallback(onReturn);
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) returned();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [returned]);
}
