import { Injectable } from '@nestjs/common';
import {
  type BodyOf,
  type createPlaylist,
  createPlatformPlaylist,
  type Playlist,
  PLAYLIST_DESCRIPTION_MAX_CHARACTERS,
  PLAYLIST_NAME_MAX_CHARACTERS,
  type PlatformId,
  readLibrary,
  readPlaylist,
  type ResponseOf,
} from '@segue/contracts';
import { type ActingUser, Outbox, ServiceClient } from '@segue/service';
import { DataSource } from 'typeorm';
import { CompareService } from '../compare/compare.service.js';
import { Ledger } from '../ledger/ledger.js';
import type { Operation } from '../ledger/operation.entity.js';
import { ResolveService } from '../resolve/resolve.service.js';
import { Allowance } from './allowance.js';
import { cutTo } from './cut-to.js';
import { MayHaveWritten, writing } from './may-have-written.js';
import { writtenCount } from './outcome.js';
import { Writer } from './writer.js';

type Body = BodyOf<typeof createPlaylist>;
type Answer = ResponseOf<typeof createPlaylist>;

/** Makes a playlist on the target with all tracks that are certainly there, in order, repeats kept. */
@Injectable()
export class CreatePlaylistService {
  constructor(
    private readonly client: ServiceClient,
    private readonly allowance: Allowance,
    private readonly ledger: Ledger,
    private readonly resolver: ResolveService,
    private readonly writer: Writer,
    private readonly compare: CompareService,
    private readonly outbox: Outbox,
    private readonly dataSource: DataSource,
  ) {}

  async create(user: ActingUser, body: Body, key: string | null): Promise<Answer> {
    const { platform, name } = body;
    const opened = await this.ledger.open<Answer>(user, {
      kind: 'create',
      platform,
      playlistId: null,
      playlistName: name,
      key,
      body,
    });
    if ('answer' in opened) return opened.answer;
    const { operation, resumed } = opened;
    const unmade = { platform, playlistId: `new:${operation.id}`, playlistName: name };
    // The process may have died after the playlist was remembered and before the day was moved to it.
    if (operation.playlistId !== null) await this.allowance.settle(user, unmade, operation.playlistId);
    const claim = { ...unmade, playlistId: operation.playlistId ?? unmade.playlistId };
    try {
      // Once the playlist is made the day is used, whatever becomes of its tracks.
      return await this.allowance.during(
        user,
        claim,
        () => this.write(user, body, operation, resumed),
        () => false,
      );
    } catch (error) {
      const nothingMade = operation.playlistId === null && !resumed && !(error instanceof MayHaveWritten);
      if (nothingMade) await this.ledger.abandon(operation);
      throw error;
    }
  }

  private async write(user: ActingUser, body: Body, operation: Operation, resumed: boolean): Promise<Answer> {
    const { platform, tracks } = body;
    // Everything is looked up before anything is made: a platform that is away leaves no empty playlist behind.
    const resolutions = await this.resolver.resolve(user, platform, tracks);
    const playlist = await this.makeOrFind(user, body, operation, resumed);
    await this.ledger.remember(operation, playlist.id);
    await this.allowance.settle(
      user,
      { platform, playlistId: `new:${operation.id}`, playlistName: body.name },
      playlist.id,
    );
    await this.ledger.plan(operation, tracks, resolutions);
    const target = { platform, playlistId: playlist.id };
    const { outcome, states } = await this.writer.append(user, target, tracks, resolutions, resumed);
    const answer: Answer = { ...outcome, data: [{ ...playlist, track_count: writtenCount(outcome) }] };
    await this.dataSource.transaction(async (tx) => {
      await this.ledger.settle(tx, operation, answer, states);
      if (body.sourcePlaylistId) await this.compare.pair(tx, user, platform, body.sourcePlaylistId, playlist.id);
      await this.outbox.publish(tx, 'playlist.created', {
        userId: user._id,
        platform,
        playlistId: playlist.id,
        name: playlist.name,
      });
    });
    return answer;
  }

  /** A resumed operation may have made its playlist already: platforms know no idempotency key, so it is looked for. */
  private async makeOrFind(
    user: ActingUser,
    { platform, name, description }: Body,
    operation: Operation,
    resumed: boolean,
  ): Promise<Playlist> {
    const wanted = {
      name: cutTo(name, PLAYLIST_NAME_MAX_CHARACTERS),
      description: cutTo(description.replace(/\s+/g, ' '), PLAYLIST_DESCRIPTION_MAX_CHARACTERS),
    };
    const made = resumed ? await this.findMade(user, platform, wanted.name, operation.playlistId) : null;
    if (made) return made;
    return writing(this.client.call(createPlatformPlaylist, { params: { platform }, userId: user._id, body: wanted }));
  }

  /** The remembered one, or an empty one of the name: before it was remembered nothing was put into it. */
  private async findMade(
    user: ActingUser,
    platform: PlatformId,
    name: string,
    knownId: string | null,
  ): Promise<Playlist | null> {
    const userId = user._id;
    const { playlists } = await this.client.call(readLibrary, { params: { platform }, userId });
    if (knownId !== null) return playlists.find(({ id }) => id === knownId) ?? null;
    for (const playlist of playlists.filter((candidate) => candidate.editable && candidate.name === name)) {
      const { tracks } = await this.client.call(readPlaylist, { params: { platform, id: playlist.id }, userId });
      if (tracks.length === 0) return playlist;
    }
    return null;
  }
}
