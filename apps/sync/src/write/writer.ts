import { Injectable } from '@nestjs/common';
import { appendTracks, countTracks, type PlatformId, readPlaylist, type Recording } from '@segue/contracts';
import { type ActingUser, ServiceClient } from '@segue/service';
import type { Resolution } from '../resolve/resolve.service.js';
import { Ledger, type OpenOperation } from '../ledger/ledger.js';
import type { Operation } from '../ledger/operation.entity.js';
import { soughtItem, soughtRecording, standAmong } from './look-back.js';
import { writing } from './may-have-written.js';
import type { Landed, Problem } from './outcome.js';
import { PlaylistLease } from './playlist-lease.js';

/** A song to be appended: its place in the request, and the target's recording. */
export interface Wanted {
  index: number;
  recording: Recording;
}

/** The tracks that were found, with their places. */
export const wantedOf = (resolutions: readonly Resolution[]): Wanted[] =>
  resolutions.flatMap(({ recording }, index) => (recording === null ? [] : [{ index, recording }]));

export interface WriteTarget {
  platform: PlatformId;
  playlistId: string;
}

/** One operation's share of a write. */
export type Write = OpenOperation & { wanted: readonly Wanted[] };

/** What became of a write. */
export interface Written {
  /** By operation, then by place in its request. */
  landed: ReadonlyMap<Operation, ReadonlyMap<number, Landed>>;
  /** What stopped the platform from taking all of it; null when nothing did. */
  problem: Problem;
}

/** A wanted song with the operation that wants it. */
interface Song extends Wanted {
  operation: Operation;
  /** It may have been written before. */
  begun: boolean;
}

/** Puts songs at the end of a playlist, in order, and tells what really landed. */
@Injectable()
export class Writer {
  constructor(
    private readonly client: ServiceClient,
    private readonly lease: PlaylistLease,
    private readonly ledger: Ledger,
  ) {}

  /**
   * Writes the songs of all operations in one go, in their order. What a resumed operation has put there already is found
   * by looking back and not written again.
   */
  async append(user: ActingUser, target: WriteTarget, writes: readonly Write[]): Promise<Written> {
    const landed = new Map(writes.map(({ operation }) => [operation, new Map<number, Landed>()]));
    const songs = await this.unconfirmed(writes, landed);
    let problem: Problem = null;
    if (songs.length > 0) {
      await this.lease.hold(target.platform, target.playlistId, async () => {
        const { there, size } = await this.lookBack(user, target, songs);
        for (const { operation, index } of there) landed.get(operation)?.set(index, 'yes');
        const missing = songs.filter((song) => !there.has(song));
        if (missing.length === 0) return;
        await this.ledger.begin([...new Set(missing.map(({ operation }) => operation))], size);
        const appended = await this.write(user, target, missing, size);
        problem = appended.problem;
        missing.forEach(({ operation, index }, place) =>
          landed.get(operation)?.set(index, appended.landed[place] ?? 'unknown'),
        );
      });
    }
    return { landed, problem };
  }

  /** What an earlier attempt confirmed is settled: it may have been taken out again since, and that is the member's will. */
  private async unconfirmed(
    writes: readonly Write[],
    landed: ReadonlyMap<Operation, Map<number, Landed>>,
  ): Promise<Song[]> {
    const songs: Song[] = [];
    for (const { operation, resumed, wanted } of writes) {
      const confirmed = resumed ? await this.ledger.confirmedOf(operation) : new Set<number>();
      const begun = resumed && operation.sizeBefore !== null;
      for (const song of wanted) {
        if (confirmed.has(song.index)) landed.get(operation)?.set(song.index, 'yes');
        else songs.push({ ...song, operation, begun });
      }
    }
    return songs;
  }

  private async lookBack(
    user: ActingUser,
    { platform, playlistId }: WriteTarget,
    songs: readonly Song[],
  ): Promise<{ there: Set<Song>; size: number }> {
    const params = { platform, id: playlistId };
    const begun = songs.filter((song) => song.begun);
    if (begun.length === 0) {
      const known = songs[0]?.operation.sizeBefore ?? null;
      const size = known ?? (await this.client.call(countTracks, { params, userId: user._id })).track_count;
      return { there: new Set(), size };
    }
    const { tracks } = await this.client.call(readPlaylist, { params, userId: user._id });
    const size = Math.min(...begun.map(({ operation }) => operation.sizeBefore ?? 0));
    const [first] = begun.map(({ operation }) => operation).sort((a, b) => +a.createdAt - +b.createdAt);
    const claimed = first ? await this.ledger.confirmedBeside(first) : [];
    const songOf = new Map(begun.map((song) => [soughtRecording(song.recording), song]));
    const found = standAmong([...songOf.keys()], tracks, size, claimed.map(soughtItem));
    return { there: new Set([...found].flatMap((sought) => songOf.get(sought) ?? [])), size: tracks.length };
  }

  private write(user: ActingUser, { platform, playlistId }: WriteTarget, songs: readonly Song[], oldTotal: number) {
    const params = { platform, id: playlistId };
    const recordingIds = songs.map(({ recording }) => recording.id);
    return writing(this.client.call(appendTracks, { params, userId: user._id, body: { recordingIds, oldTotal } }));
  }
}
