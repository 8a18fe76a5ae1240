import { Injectable } from '@nestjs/common';
import {
  type BodyOf,
  readPlaylist,
  type rebuildPlaylist,
  type Recording,
  RequestedTrack,
  type Track,
} from '@segue/contracts';
import { type ActingUser, AppError, ServiceClient } from '@segue/service';
import { PairingService } from '../compare/pairing.service.js';
import type { Resolution } from '../resolve/resolve.service.js';
import { type Contents, type MadePlaylist, PlaylistMaker } from './playlist-maker.js';

type Body = BodyOf<typeof rebuildPlaylist>;

/**
 * Takes entries out where the platform has no call for it: by a new playlist of everything else, in order, made of the old
 * one's own rows, so that nothing has to be looked up. The pairing moves; the old playlist remains.
 */
@Injectable()
export class RebuildPlaylistService {
  constructor(
    private readonly client: ServiceClient,
    private readonly maker: PlaylistMaker,
    private readonly pairings: PairingService,
  ) {}

  async rebuild(user: ActingUser, body: Body, key: string | null): Promise<MadePlaylist> {
    const { platform, playlistId, playlistName = '', sourcePlaylistId } = body;
    const params = { platform, id: playlistId };
    return this.maker.make(user, {
      kind: 'rebuild',
      platform,
      playlistName,
      key,
      body,
      replaces: playlistId,
      contents: async () => {
        const old = await this.client.call(readPlaylist, { params, userId: user._id });
        if (old.capabilities.removeTrack === 'all-copies') throw new AppError('bad_request', { playlistId });
        return contentsOf(old.playlist, old.tracks, body.remove);
      },
      settled: async (tx, playlist) => {
        await this.pairings.move(tx, user._id, platform, playlistId, playlist.id);
        if (sourcePlaylistId) await this.pairings.pair(tx, user._id, platform, sourcePlaylistId, playlist.id);
      },
    });
  }
}

/** @throws AppError `playlist_changed` when an entry to be left out is not where the member saw it. */
function contentsOf(
  { name, description }: { name: string; description: string },
  tracks: readonly Track[],
  remove: Body['remove'],
): Contents {
  const leftOut = new Set(remove.map(({ position }) => position));
  if (remove.some(({ position, id }) => tracks[position]?.id !== id)) throw new AppError('playlist_changed');
  const kept = tracks.filter(({ position }) => !leftOut.has(position));
  return { name, description, tracks: kept.map(toRequested), resolutions: kept.map(toResolution) };
}

const toRequested = ({ id, isrc, name, artist, artists, album, durationMs, explicit, position, kind }: Track) =>
  RequestedTrack.parse({ id, isrc, name, artist, artists, album, durationMs, explicit, position, kind });

/** A row of the playlist is its own recording; only an empty slot has none. */
function toResolution(track: Track): Resolution {
  if (track.kind === 'gone') return { recording: null, reason: 'not_a_song', ...NOTHING_KNOWN };
  return { recording: toRecording(track), matchType: 'isrc', evidence: [] };
}

const NOTHING_KNOWN = { nearest: null, elsewhere: [], retryAfterSeconds: null };

const toRecording = (track: Track): Recording => ({
  id: track.id,
  isrc: track.isrc,
  name: track.name,
  artists: track.artists,
  album: track.album,
  albumType: null,
  cover_url: track.cover_url,
  url: track.url,
  durationMs: track.durationMs,
  explicit: track.explicit,
  playable: track.playable,
  discNumber: null,
  trackNumber: null,
  releaseDate: null,
});
