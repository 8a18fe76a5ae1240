import { useCallback } from 'react';
import { useDialogs } from '../../components/dialogs.js';
import { ApiError, hasCode, messageOf } from '../../lib/api.js';
import { paths } from '../../lib/paths.js';
import { formatMoment, html, type SafeHtml } from '../../lib/text.js';

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
        await dialogs.error(withNextTime(reason, error), { title: 'Daily Free Limit Reached', link });
      } else if (hasCode(error, 'platform_not_connected', 'platform_reconnect_required')) {
        await dialogs.error(`${what}: ${reason}`, { link: { text: 'Your Platforms', to: paths.platforms } });
      } else {
        await dialogs.error(`${what}: ${reason}`);
      }
    },
    [dialogs],
  );
}

/** The server's sentence, and from when on another playlist may be updated. */
function withNextTime(reason: string, error: unknown): SafeHtml {
  const availableAt = error instanceof ApiError ? error.availableAt : null;
  if (availableAt === null) return html`<p>${reason}</p>`;
  return html`<p>${reason}</p>
    <p>The next update is available on <strong>${formatMoment(availableAt)}</strong>.</p>`;
}
