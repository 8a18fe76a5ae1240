import { type PlatformId, type Playlist, PLATFORMS, type Track, type WriteOutcome } from '@segue/contracts';
import { useState } from 'react';
import { useDialogs } from '../../components/dialogs.js';
import { useToasts } from '../../components/toasts.js';
import { html, plural } from '../../lib/text.js';
import { wait } from '../../lib/wait.js';
import { addOne, claimDay, createFrom, rebuildWithout, removeOne, type SourceOnlyTrack } from './api.js';
import { patiently } from './patiently.js';
import { useOutcome } from './use-outcome.js';
import { useSyncErrors } from './use-sync-errors.js';

interface TrackActionsOptions {
  source: Playlist;
  tracks: readonly Track[];
  /** Source tracks that are known to be unavailable on the other side. */
  unavailable: number;
  /** Not all of them have been asked about yet. */
  checking: boolean;
  targetPlatform: PlatformId;
  target: Playlist | null;
  onAdded: (track: SourceOnlyTrack, outcome: WriteOutcome) => void;
  onRemoved: (position: number) => void;
  /** Asks both sides again. */
  recheck: () => void;
}

/** Adding one, removing one, creating the twin: each confirmed first, one at a time. */
export function useTrackActions(options: TrackActionsOptions) {
  const { source, tracks, unavailable, checking, targetPlatform, target, onAdded, onRemoved, recheck } = options;
  const dialogs = useDialogs();
  const toasts = useToasts();
  const tellError = useSyncErrors();
  const tellOutcome = useOutcome(targetPlatform);
  /** What is being done: a row's key, `create` or `rebuild`. */
  const [busy, setBusy] = useState<string | null>(null);
  const { name } = PLATFORMS[targetPlatform];

  async function during(what: string, failure: string, work: () => Promise<void>) {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      await tellError(error, failure);
    } finally {
      setBusy(null);
    }
  }

  async function add(key: string, track: SourceOnlyTrack) {
    if (target === null) return;
    const question = html`<p>Add <strong>${track.name}</strong> to <strong>${target.name}</strong> on ${name}?</p>`;
    if (!(await dialogs.question(question, { title: 'Add Track' }))) return;
    await during(key, 'Failed to add track', async () => {
      await claimDay(target);
      const outcome = await once((idempotencyKey) => addOne(target, track, idempotencyKey));
      onAdded(track, outcome);
      if (outcome.added.length > 0) toasts.good(`${track.name} was added.`);
      await tellOutcome(outcome);
      recheck();
    });
  }

  async function remove(key: string, track: Track, copies: number) {
    if (target === null) return;
    const others = copies > 1 ? html` Only this one goes; the other copies of it stay.` : html``;
    const question = html`<p>Remove <strong>${track.name}</strong> from <strong>${target.name}</strong>?${others}</p>`;
    if (!(await dialogs.question(question, { title: 'Remove Track' }))) return;
    await during(key, 'Failed to remove track', async () => {
      await claimDay(target);
      const { removed } = await once((idempotencyKey) => removeOne(target, track, idempotencyKey));
      onRemoved(track.position);
      toasts.good(removed === 0 ? `${track.name} was not there any more.` : `${track.name} was removed.`);
      recheck();
    });
  }

  async function rebuild(extras: readonly Track[]) {
    if (target === null) return;
    await during('rebuild', 'Failed to rebuild playlist', async () => {
      await claimDay(target);
      const outcome = await once((idempotencyKey) => rebuildWithout(source, target, extras, idempotencyKey));
      const [made] = outcome.data;
      recheck();
      await dialogs.success(
        html`<p>
            <strong>${made.name}</strong> was made anew on ${name} with ${plural(outcome.added.length, 'track')}. Segue
            keeps the new playlist in step from now on.
          </p>
          <p>The old playlist is still there; ${name} lets only you delete it.</p>`,
        { title: 'Playlist rebuilt' },
      );
      await tellOutcome(outcome);
    });
  }

  async function create() {
    const available = tracks.length - unavailable;
    const left =
      unavailable > 0
        ? html`<p>${plural(unavailable, 'track')} cannot be moved; each says why in the list.</p>`
        : html``;
    const question = html`<p>
        Create <strong>${source.name}</strong> on ${name} with ${checking ? 'up to ' : ''}${plural(available, 'track')}?
      </p>
      ${left}`;
    if (!(await dialogs.question(question, { title: 'Create Playlist' }))) return;
    await during('create', 'Failed to create playlist', async () => {
      const outcome = await once((idempotencyKey) => createFrom(targetPlatform, source, tracks, idempotencyKey));
      const added = outcome.added.length + outcome.mismatched.length;
      recheck();
      await dialogs.success(
        html`<p><strong>${source.name}</strong> was created on ${name}.</p>
          <ul>
            <li>${plural(added, 'track')} added, ${outcome.mismatched.length} of them with different metadata</li>
            <li>${plural(outcome.failed.length, 'track')} not added</li>
          </ul>`,
        { title: 'Playlist created' },
      );
      await tellOutcome(outcome);
    });
  }

  return { busy, add, remove, rebuild, create };
}

/** Repeats a write whose answer got lost, or for which the platform asks a moment of patience, under one key. */
const once = <T>(send: (idempotencyKey: string) => Promise<T>): Promise<T> =>
  patiently(send, { wait, newKey: () => crypto.randomUUID() }, new AbortController().signal);
