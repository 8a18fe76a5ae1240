import type { Playlist, Track, WriteOutcome } from '@segue/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { PartyPopper } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '../../components/button.js';
import { useDialogs } from '../../components/dialogs.js';
import { Notice } from '../../components/notice.js';
import { PercentRing } from '../../components/percent-ring.js';
import { useSession } from '../../lib/session.js';
import { focusIfLost } from '../../lib/keep-focus.js';
import { html, plural } from '../../lib/text.js';
import { useStableCallback } from '../../lib/use-stable-callback.js';
import type { CheckAnswer, SourceOnlyTrack } from './api.js';
import { applyAdded, applyRemoved } from './apply-outcome.js';
import { BulkProgress } from './bulk-progress.js';
import { ChipBar } from './chip-bar.js';
import { type ChipId } from './chips.js';
import { CompareActions } from './compare-actions.js';
import { type Comparison, percentMatched, type Row } from './comparison.js';
import { itemsFor } from './list-items.js';
import { ManualRemoval } from './manual-removal.js';
import { PairList, rowAt } from './pair-list.js';
import type { RowAction, RowRights } from './pair-row.js';
import { PlaylistHead } from './playlist-head.js';
import { TargetChoice } from './target-choice.js';
import { TargetNotice } from './target-notice.js';
import { useBulkAdd } from './use-bulk-add.js';
import type { useComparison } from './use-comparison.js';
import { useSyncErrors } from './use-sync-errors.js';
import { useTrackActions } from './use-track-actions.js';

type Found = ReturnType<typeof useComparison>;

interface CompareResultProps {
  source: Playlist;
  tracks: readonly Track[];
  found: Found;
  answer: CheckAnswer;
  comparison: Comparison;
  counts: Record<ChipId, number>;
  refreshing: boolean;
  /** Reads the source again and compares anew. */
  onRefresh: () => void;
}

export function CompareResult({
  source,
  tracks,
  found,
  answer,
  comparison,
  counts,
  refreshing,
  onRefresh,
}: CompareResultProps) {
  const [chip, setChip] = useState<ChipId>('all');
  const [showIgnored, setShowIgnored] = useState(false);
  const [byHand, setByHand] = useState<Track | null>(null);
  const { refreshStatus } = useSession();
  const tellError = useSyncErrors();
  const dialogs = useDialogs();
  const commands = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const queryClient = useQueryClient();
  const target = answer.targetPlaylist;

  const update = (change: (old: CheckAnswer) => CheckAnswer) =>
    queryClient.setQueryData<CheckAnswer>(found.queryKey, (old) => old && change(old));
  const onAdded = (track: SourceOnlyTrack, outcome: WriteOutcome) => update((old) => applyAdded(old, track, outcome));
  const recheck = () => {
    found.refreshFailed();
    void found.check.refetch();
    void refreshStatus();
  };

  const bulk = useBulkAdd({ target, onAnswer: onAdded, onEnd: recheck });
  const actions = useTrackActions({
    source,
    tracks,
    unavailable: counts.unavailable,
    checking: found.checking,
    targetPlatform: found.target,
    target,
    onAdded,
    onRemoved: (position) => update((old) => applyRemoved(old, position)),
    recheck,
  });
  const addable = useMemo(
    () =>
      comparison.sourceRows.flatMap((row) =>
        row.kind === 'source' && row.state.state === 'addable' ? [row.track] : [],
      ),
    [comparison],
  );

  const items = useMemo(() => itemsFor(chip, comparison, showIgnored), [chip, comparison, showIgnored]);

  const focusCommands = () => afterDrawing(() => focusIfLost(commands.current));

  async function addAll() {
    if (target === null) return;
    const question = html`<p>Add ${plural(addable.length, 'track')} to <strong>${target.name}</strong>?</p>`;
    if (await dialogs.question(question, { title: 'Add All Tracks' })) await bulk.start(addable);
    focusCommands();
  }

  function act(action: RowAction, row: Row) {
    const place = items.findIndex(({ key }) => key === row.key);
    const keepFocus = () => afterDrawing(() => focusIfLost(rowAt(list.current, place) ?? commands.current));
    if (action === 'add' && row.kind === 'source') void actions.add(row.key, row.track).then(keepFocus);
    if (action === 'try-again' && row.kind === 'source') {
      if (row.state.state === 'unknown') found.retry();
      else found.tryAgain(row.track);
    }
    if (row.kind !== 'target') return;
    if (action === 'show-again') found.setIgnored(row.target.id, false);
    if (action !== 'remove') return;
    const copies = answer.targetTracks.filter(({ id }) => id === row.target.id).length;
    if (answer.capabilities.removeTrack === 'all-copies') {
      void actions.remove(row.key, row.target, copies).then(keepFocus);
    } else setByHand(row.target);
  }
  // Rows are drawn only when they change; the newest `act` is reached through them all the same.
  const onAction = useStableCallback(act);

  const locked = bulk.running || actions.busy !== null;
  const canAdd = target?.editable === true;
  const rights = useMemo<RowRights>(
    () => ({ sourceName: source.name, targetName: found.targetName, canAdd, canRemove: target !== null, locked }),
    [source.name, found.targetName, canAdd, target, locked],
  );
  const inSync = counts.sourceOnly === 0 && counts.targetOnly === 0 && target !== null;
  const percent = percentMatched(comparison.matched, comparison.sourceCount);

  return (
    <>
      <h1 className="sr-only">
        {source.name}, compared with {found.targetName}
      </h1>
      <div className="grid items-center gap-5 pt-6 pb-6 md:gap-8 md:pb-8 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] md:pt-12">
        <PlaylistHead role="Source" platform={source.platform} playlist={source} count={tracks.length} />
        <PercentRing percent={percent} done={inSync} className="order-last mx-auto size-28 md:order-none md:size-32" />
        <PlaylistHead
          role="Target"
          platform={found.target}
          playlist={target}
          count={target && (target.track_count ?? answer.targetTracks.length)}
        />
      </div>
      <div ref={commands} tabIndex={-1} className="space-y-4 outline-none">
        {inSync ? (
          <p role="status" className="flex items-center justify-center gap-2.5 py-2 text-lg font-semibold">
            <PartyPopper className="size-5" aria-hidden="true" />
            Great, everything is in sync!
          </p>
        ) : (
          <TargetNotice platform={found.target} target={target} foundBy={answer.foundBy} />
        )}
        <TargetChoice
          platform={found.target}
          candidates={answer.candidates}
          disabled={locked || found.choice.isPending}
          onChoose={(id) =>
            found.choice.mutate(id, { onError: (error) => void tellError(error, 'Failed to compare playlists') })
          }
        />
        {bulk.running ? (
          <BulkProgress state={bulk.state} onCancel={bulk.cancel} />
        ) : (
          <CompareActions
            target={target}
            targetName={found.targetName}
            addable={addable.length}
            sourceOnly={counts.sourceOnly}
            checking={found.checking}
            unknown={found.unknownCount}
            making={MAKING[actions.busy ?? '']}
            locked={locked}
            refreshing={refreshing}
            onAddAll={() => void addAll()}
            onCreate={() => void actions.create().then(() => focusCommands())}
            onRefresh={onRefresh}
          />
        )}
        {found.unknownCount > 0 && !found.checking && (
          <Notice
            tone="warn"
            actions={
              <Button look="quiet" size="small" onClick={found.retry}>
                Try again
              </Button>
            }
          >
            {found.targetName} could not be asked about {plural(found.unknownCount, 'track')}. Nothing is known against
            them.
          </Notice>
        )}
      </div>
      <div ref={list} className="mt-6">
        <ChipBar counts={counts} chosen={chip} onChoose={setChip} />
        {comparison.ignoredRows.length > 0 && (
          <p className="pt-3 text-right text-sm text-muted">
            {plural(comparison.ignoredRows.length, 'extra track')} ignored
            <Button look="plain" size="small" aria-pressed={showIgnored} onClick={() => setShowIgnored(!showIgnored)}>
              {showIgnored ? 'Hide' : 'Show'}
            </Button>
          </p>
        )}
        {items.length === 0 ? (
          <p className="py-16 text-center text-muted">No tracks here.</p>
        ) : (
          <PairList items={items} rights={rights} busyKey={actions.busy} onAction={onAction} />
        )}
      </div>
      {byHand !== null && target !== null && (
        <ManualRemoval
          track={byHand}
          target={target}
          extras={comparison.extraRows.flatMap((row) => (row.kind === 'target' ? [row.target] : []))}
          canRebuild={answer.capabilities.removeTrack === 'rebuild'}
          onRebuild={(without) => (setByHand(null), void actions.rebuild(without).then(() => focusCommands()))}
          onClose={() => setByHand(null)}
          onCheckAgain={() => (setByHand(null), recheck())}
          onIgnore={() => (setByHand(null), found.setIgnored(byHand.id, true))}
        />
      )}
    </>
  );
}

/** What is said while a whole playlist is being made. */
const MAKING: Readonly<Record<string, string>> = {
  create: 'Creating the playlist. A long one may take a few minutes.',
  rebuild: 'Rebuilding the playlist. A long one may take a few minutes.',
};

const afterDrawing = (work: () => void) => requestAnimationFrame(() => requestAnimationFrame(work));
