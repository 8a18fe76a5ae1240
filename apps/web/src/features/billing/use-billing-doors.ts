import { useState } from 'react';
import { useDialogs } from '../../components/dialogs.js';
import { browser } from '../../lib/browser.js';
import { useSession } from '../../lib/session.js';
import { openPortal, startCheckout } from './api.js';

/** The two ways to the payment provider's pages. `busy` stays true while the browser leaves. */
export function useBillingDoors() {
  const { user } = useSession();
  const dialogs = useDialogs();
  const [busy, setBusy] = useState(false);

  async function leave(ask: () => Promise<{ url?: string }>, failure: string, missingUrl: string) {
    setBusy(true);
    try {
      const { url } = await ask();
      if (!url) throw new Error(missingUrl);
      browser.leaveFor(url);
    } catch (error) {
      console.error(failure, error);
      setBusy(false);
      await dialogs.error(failure);
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
