import { type Playlist, PLATFORMS, type PlatformId } from '@segue/contracts';
import { Notice } from '../../components/notice.js';
import type { CheckAnswer } from './api.js';

interface TargetNoticeProps {
  platform: PlatformId;
  target: Playlist | null;
  foundBy: CheckAnswer['foundBy'];
}

/** What a member should know about the target before they change it; nothing when all is as expected. */
export function TargetNotice({ platform, target, foundBy }: TargetNoticeProps) {
  const { name } = PLATFORMS[platform];
  if (target === null) {
    return (
      <Notice>
        There is no playlist of this name on {name} yet. Create it, and Segue adds what is available there.
      </Notice>
    );
  }
  if (!target.editable) {
    return (
      <Notice tone="warn">
        {readOnlyReason(target)} Segue can compare it, but add nothing to it. Create a copy, and that one can be kept in
        step.
      </Notice>
    );
  }
  if (foundBy === 'similar-name') {
    return <Notice>This playlist on {name} has almost the same name. Please check that it is the one you mean.</Notice>;
  }
  return null;
}

function readOnlyReason({ platform, restriction }: Playlist): string {
  const { name } = PLATFORMS[platform];
  if (restriction === 'not-owner') return 'This playlist belongs to somebody else.';
  if (restriction === 'platform-made') return `${name} made this playlist itself.`;
  return `${name} lets other apps change only the playlists they have created.`;
}
