import { type Playlist, PLATFORMS, type Track } from '@segue/contracts';
import { useId } from 'react';
import { Button, OuterButtonLink } from '../../components/button.js';
import { CENTRED_MODAL, Modal } from '../../components/modal.js';
import { webAddress } from '../../lib/browser.js';
import { plural } from '../../lib/text.js';

interface ManualRemovalProps {
  track: Track;
  target: Playlist;
  /** All entries that only the target has, this one among them. */
  extras: readonly Track[];
  /** Whether a new playlist without them can take this one's place. */
  canRebuild: boolean;
  onRebuild: (without: readonly Track[]) => void;
  onCheckAgain: () => void;
  onIgnore: () => void;
  onClose: () => void;
}

/** What works where a platform does not let other apps remove songs. */
export function ManualRemoval(props: ManualRemovalProps) {
  const { track, target, extras, canRebuild, onRebuild, onCheckAgain, onIgnore, onClose } = props;
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
          {canRebuild && (
            <p>
              Or Segue makes the playlist anew without it, in the same order, and keeps the new one in step. It gets a
              new link and cover; the old playlist stays until you delete it.
            </p>
          )}
        </div>
        <div className="mt-6 flex flex-col gap-2">
          {address !== null && <OuterButtonLink href={address}>Open the playlist in {name}</OuterButtonLink>}
          <Button look="quiet" onClick={onCheckAgain}>
            I removed it, check again
          </Button>
          {canRebuild && (
            <Button look="quiet" onClick={() => onRebuild([track])}>
              Rebuild without it
            </Button>
          )}
          {canRebuild && extras.length > 1 && (
            <Button look="quiet" onClick={() => onRebuild(extras)}>
              Rebuild without all {plural(extras.length, 'extra track')}
            </Button>
          )}
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
