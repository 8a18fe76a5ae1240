import { type PlatformId, PLATFORMS, type WriteOutcome } from '@segue/contracts';
import { useCallback } from 'react';
import { useDialogs } from '../../components/dialogs.js';
import { plural } from '../../lib/text.js';
import { rememberFailed } from './failed-tracks.js';
import { FAILED_TITLE, failedMessage, MISMATCH_TITLE, mismatchMessage, notThere } from './outcome-dialogs.js';

type Outcome = {
  failed: readonly WriteOutcome['failed'][number][];
  mismatched: readonly WriteOutcome['mismatched'][number][];
};

/** Remembers what could not be found and tells about it, then about what was found under a different code. */
export function useOutcome(target: PlatformId) {
  const dialogs = useDialogs();
  const { name } = PLATFORMS[target];
  return useCallback(
    async ({ failed, mismatched }: Outcome) => {
      const gone = notThere(failed);
      rememberFailed(target, gone);
      if (gone.length > 0) await dialogs.error(failedMessage(gone, name), { title: FAILED_TITLE });
      const later = failed.filter((track) => !gone.includes(track));
      if (later.length > 0) {
        const reason = later[0]?.message ?? 'Unknown error';
        await dialogs.error(`Failed to add ${plural(later.length, 'track')}: ${reason} You can try again.`);
      }
      if (mismatched.length > 0) await dialogs.info(mismatchMessage(mismatched, name), { title: MISMATCH_TITLE });
    },
    [dialogs, name, target],
  );
}
