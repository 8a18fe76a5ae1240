import { type Playlist, PLATFORMS, type Track } from '@segue/contracts';
import { useId } from 'react';
import { Button, OuterButtonLink } from '../../components/button.js';
import { CENTRED_MODAL, Modal } from '../../components/modal.js';
import { webAddress } from '../../lib/browser.js';

interface ManualRemovalProps {
  track: Track;
  target: Playlist;
  onCheckAgain: () => void;
  onIgnore: () => void;
  onClose: () => void;
}

/** What works where a platform does not let other apps remove songs. */
export function ManualRemoval({ track, target, onCheckAgain, onIgnore, onClose }: ManualRemovalProps) {
  const titleId = useId();
  const { name } = PLATFORMS[target.platform];
  const address = webAddress(target.url);
  return (
    <Modal labelledBy={titleId} className={CENTRED_MODAL} onClose={onClose}>
      <div className="p-6">
        <h2 id={titleId} className="text-lg">
          Remove Track
        </h2>
        <div className="mt-2 max-h-[300px] space-y-2 overflow-y-auto text-sm leading-relaxed break-words text-muted">
          <p>
            {name} does not let other apps remove songs from a playlist. You can remove{' '}
            <strong className="font-semibold text-ink">{track.name}</strong> from{' '}
            <strong className="font-semibold text-ink">{target.name}</strong> in {name} yourself, and Segue checks
            again.
          </p>
        </div>
        <div className="mt-6 flex flex-col gap-2">
          {address !== null && <OuterButtonLink href={address}>Open the playlist in {name}</OuterButtonLink>}
          <Button look="quiet" onClick={onCheckAgain}>
            I removed it, check again
          </Button>
          <Button look="quiet" onClick={onIgnore}>
            Ignore this extra track
          </Button>
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Modal>
  );
}
