import { type Playlist, PLATFORMS, type PlatformId } from '@segue/contracts';
import { useId } from 'react';
import { plural } from '../../lib/text.js';

interface TargetChoiceProps {
  platform: PlatformId;
  /** Those a member may mean, the one compared with first. */
  candidates: readonly Playlist[];
  disabled: boolean;
  onChoose: (playlistId: string) => void;
}

/** Which of several playlists of one name is meant. */
export function TargetChoice({ platform, candidates, disabled, onChoose }: TargetChoiceProps) {
  const id = useId();
  const [current] = candidates;
  if (current === undefined || candidates.length < 2) return null;
  // The order of the answer puts the compared one first; here every playlist keeps its place.
  const options = [...candidates].sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 text-sm">
      <label htmlFor={id} className="text-muted">
        {candidates.length} playlists on {PLATFORMS[platform].name} have this name. Compare with
      </label>
      <select
        id={id}
        value={current.id}
        disabled={disabled}
        onChange={(event) => onChoose(event.target.value)}
        className="max-w-full rounded-xl border border-line-strong bg-surface px-3 py-2 font-medium text-ink disabled:bg-sunken"
      >
        {options.map((playlist, index) => (
          <option key={playlist.id} value={playlist.id}>
            {describe(playlist, index + 1)}
          </option>
        ))}
      </select>
    </div>
  );
}

function describe({ name, track_count, owner, platform, editable }: Playlist, place: number): string {
  const facts = [
    track_count === null ? `no. ${place}` : plural(track_count, 'track'),
    // Apple Music tells no owner.
    owner === PLATFORMS[platform].name ? '' : owner,
    editable ? '' : 'cannot be changed',
  ];
  return `${name} (${facts.filter(Boolean).join(', ')})`;
}
