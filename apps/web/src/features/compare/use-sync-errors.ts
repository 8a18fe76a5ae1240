import { useCallback } from 'react';
import { useDialogs } from '../../components/dialogs.js';
import { hasCode, messageOf } from '../../lib/api.js';
import { paths } from '../../lib/paths.js';

/** Tells why something could not be written, and where to go when there is something to do about it. */
export function useSyncErrors() {
  const dialogs = useDialogs();
  return useCallback(
    async (error: unknown, what: string) => {
      const reason = messageOf(error, 'Unknown error');
      // The session has ended: the sign-in page says enough.
      if (hasCode(error, 'unauthenticated')) return;
      if (hasCode(error, 'daily_limit_reached')) {
        const link = { text: 'See plans', to: paths.plans };
        await dialogs.error(reason, { title: 'Daily Free Limit Reached', link });
      } else if (hasCode(error, 'platform_not_connected', 'platform_reconnect_required')) {
        await dialogs.error(`${what}: ${reason}`, { link: { text: 'Your Platforms', to: paths.platforms } });
      } else {
        await dialogs.error(`${what}: ${reason}`);
      }
    },
    [dialogs],
  );
}
