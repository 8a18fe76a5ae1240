import { Injectable } from '@nestjs/common';
import {
  createPlatformPlaylist,
  type Playlist,
  PLAYLIST_DESCRIPTION_MAX_CHARACTERS,
  PLAYLIST_NAME_MAX_CHARACTERS,
  type PlatformId,
  readLibrary,
  readPlaylist,
  type RequestedTrack,
  type WriteOutcome,
  type WriteProblem,
} from '@segue/contracts';
import { type ActingUser, Outbox, ServiceClient } from '@segue/service';
import { DataSource, type EntityManager } from 'typeorm';
import { Ledger, type OpenOperation } from '../ledger/ledger.js';
import { OperationLeases } from '../ledger/operation-leases.js';
import type { Operation, OperationKind } from '../ledger/operation.entity.js';
import type { Resolution } from '../resolve/resolve.service.js';
import { Allowance } from './allowance.js';
import { cutTo } from './cut-to.js';
import { MayHaveWritten, writing } from './may-have-written.js';
import { type Landed, settle, writtenCount } from './outcome.js';
import { tracksSettled } from './tracks-settled.js';
import { wantedOf, Writer } from './writer.js';

export type MadePlaylist = WriteOutcome & { data: [Playlist] };

/** What the new playlist is called and what goes into it, in order. */
export interface Contents {
  name: string;
  description: string;
  tracks: readonly RequestedTrack[];
  /** Aligned with `tracks`. */
  resolutions: readonly Resolution[];
}

/** A playlist to be made. */
export interface Making {
  kind: Extract<OperationKind, 'create' | 'rebuild'>;
  platform: PlatformId;
  playlistName: string;
  key: string | null;
  body: unknown;
  /** The playlist whose day the new one takes over; null: it needs one of its own. */
  replaces: string | null;
  /**
   * Everything that is to be put in, found before anything is made: a platform that is away leaves no empty playlist
   * behind.
   */
  contents: () => Promise<Contents>;
  /** What becomes true with the playlist, in the transaction that settles it. */
  settled: (tx: EntityManager, playlist: Playlist) => Promise<void>;
}

/** Makes a playlist and fills it, once, however often it is asked under one key. */
@Injectable()
export class PlaylistMaker {
  constructor(
    private readonly client: ServiceClient,
    private readonly allowance: Allowance,
    private readonly ledger: Ledger,
    private readonly leases: OperationLeases,
    private readonly writer: Writer,
    private readonly outbox: Outbox,
    private readonly dataSource: DataSource,
  ) {}

  async make(user: ActingUser, making: Making): Promise<MadePlaylist> {
    const { kind, platform, playlistName, key, body } = making;
    const request = { kind, platform, playlistId: null, playlistName, key, body };
    const opened = await this.ledger.open<MadePlaylist>(user, request);
    if ('answer' in opened) return opened.answer;
    try {
      return await this.claimAndWrite(user, making, opened);
    } finally {
      await this.leases.letGo(opened.operation.id);
    }
  }

  private async claimAndWrite(user: ActingUser, making: Making, opened: OpenOperation): Promise<MadePlaylist> {
    const { operation, resumed } = opened;
    const before = dayBefore(making, operation);
    // The process may have died after the playlist was remembered and before the day was moved to it.
    if (operation.playlistId !== null) await this.allowance.settle(user, before, operation.playlistId);
    const claim = { ...before, playlistId: operation.playlistId ?? before.playlistId };
    try {
      // Once the playlist is made the day is used, whatever becomes of its tracks.
      return await this.allowance.during(
        user,
        claim,
        () => this.write(user, making, opened),
        () => false,
      );
    } catch (error) {
      const nothingMade = operation.playlistId === null && !resumed && !(error instanceof MayHaveWritten);
      if (nothingMade) await this.ledger.abandon(operation);
      throw error;
    }
  }

  private async write(user: ActingUser, making: Making, { operation, resumed }: OpenOperation): Promise<MadePlaylist> {
    const { platform } = making;
    const contents = await making.contents();
    const { tracks, resolutions } = contents;
    const playlist = await this.makeOrFind(user, making, contents, operation, resumed);
    await this.ledger.remember(operation, playlist.id, 0);
    await this.allowance.settle(user, dayBefore(making, operation), playlist.id);
    await this.ledger.plan([{ operation, tracks, resolutions }]);
    const target = { platform, playlistId: playlist.id };
    const wanted = wantedOf(resolutions);
    const { landed, problem } = await this.writer.append(user, target, [{ operation, resumed, wanted }]);
    const places = landed.get(operation) ?? new Map<number, Landed>();
    if (problem !== null && isWorthGoingOn(problem, [...places.values()], resumed)) {
      throw new MayHaveWritten(null, problem);
    }
    const asked = { operationId: operation.id, platform, tracks, resolutions };
    const { outcome, ends } = settle(asked, places, problem);
    const answer: MadePlaylist = { ...outcome, data: [{ ...playlist, track_count: writtenCount(outcome) }] };
    await this.dataSource.transaction(async (tx) => {
      const newlyThere = await this.ledger.settle(tx, operation, answer, ends);
      await making.settled(tx, playlist);
      await this.tell(tx, user, operation, playlist, newlyThere);
      // A rebuilt playlist takes over what the platform has already: nothing was looked for.
      if (making.kind === 'create') {
        const before = operation.answer === null ? [] : [operation.answer as MadePlaylist];
        await this.outbox.publish(tx, 'tracks.settled', tracksSettled(platform, [outcome], before));
      }
    });
    return answer;
  }

  /** The playlist is new once; what a repeat brings in later is an update of it. */
  private async tell(
    tx: EntityManager,
    user: ActingUser,
    operation: Operation,
    { id: playlistId, name }: Playlist,
    tracksAdded: number,
  ): Promise<void> {
    const fact = { userId: user._id, platform: operation.platform, playlistId };
    if (operation.answer === null) return this.outbox.publish(tx, 'playlist.created', { ...fact, name });
    if (tracksAdded > 0) await this.outbox.publish(tx, 'playlist.updated', { ...fact, tracksAdded, tracksRemoved: 0 });
  }

  /** A resumed operation may have made its playlist already: platforms know no idempotency key, so it is looked for. */
  private async makeOrFind(
    user: ActingUser,
    { platform }: Making,
    { name, description }: Contents,
    operation: Operation,
    resumed: boolean,
  ): Promise<Playlist> {
    const body = {
      name: cutTo(name, PLAYLIST_NAME_MAX_CHARACTERS),
      description: cutTo(description.replace(/\s+/g, ' '), PLAYLIST_DESCRIPTION_MAX_CHARACTERS),
    };
    const made = resumed ? await this.findMade(user, platform, body.name, operation.playlistId) : null;
    if (made) return made;
    return writing(this.client.call(createPlatformPlaylist, { params: { platform }, userId: user._id, body }));
  }

  /** The remembered one, or an empty one of the name: before it was remembered nothing was put into it. */
  private async findMade(
    user: ActingUser,
    platform: PlatformId,
    name: string,
    knownId: string | null,
  ): Promise<Playlist | null> {
    const userId = user._id;
    if (knownId !== null) {
      // By its id: platforms list a new playlist only some time later.
      const { playlist } = await this.client.call(readPlaylist, { params: { platform, id: knownId }, userId });
      return playlist;
    }
    const { playlists } = await this.client.call(readLibrary, { params: { platform }, userId });
    for (const playlist of playlists.filter((candidate) => candidate.editable && candidate.name === name)) {
      const { tracks } = await this.client.call(readPlaylist, { params: { platform, id: playlist.id }, userId });
      if (tracks.length === 0) return playlist;
    }
    return null;
  }
}

/** A longer pause nobody waits out in front of a screen. */
const LONGEST_PAUSE_SECONDS = 60;

/**
 * Whether the same request, repeated, comes further than a report of what is missing: songs that may stand there can only
 * be told after looking again, and a platform that needs a moment takes the rest then. What fails a second time is
 * reported.
 */
function isWorthGoingOn(problem: WriteProblem, landed: readonly Landed[], resumed: boolean): boolean {
  if (landed.includes('unknown')) return true;
  const passes = problem.code === 'platform_busy' || problem.code === 'platform_unavailable';
  return !resumed && passes && (problem.retryAfterSeconds ?? 0) <= LONGEST_PAUSE_SECONDS;
}

/** The day stands on this until the playlist is made. */
function dayBefore({ platform, playlistName, replaces }: Making, operation: Operation) {
  return { platform, playlistId: replaces ?? `new:${operation.id}`, playlistName };
}
