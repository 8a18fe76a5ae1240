import { type PlatformId } from '@segue/contracts';
import { Pairs } from '../catalogue/pairs.js';
import { type ShippedCatalogue } from '../catalogue/read-catalogue.js';
import { type Song } from '../catalogue/song.js';
import { demoPlaylistId } from './library.js';
import { type ListenerFormInput, type TrackForm } from './listener-form.js';

/** One demo person, with an account on both platforms. */
export interface DemoListener {
  id: string;
  spotify: ListenerFormInput;
  apple: ListenerFormInput;
}

/** How an Apple twin differs from its Spotify original; each number n means "every n-th song", counted from 1. */
export interface TwinRule {
  missingEvery?: number;
  otherCodeEvery?: number;
  otherReleaseEvery?: number;
  /** Songs only the twin has. */
  extra?: Song[];
  reversed?: boolean;
}

type PlaylistInput = NonNullable<ListenerFormInput['playlists']>[number];

/** The shipped playlists, spoken of by the people who cut demo libraries from them. */
export class DemoCast {
  private readonly pairs: Pairs;
  private readonly spotifySongs = new Map<string, Song>();
  private readonly playlistSongIds = new Map<string, string[]>();

  constructor(private readonly shipped: ShippedCatalogue) {
    this.pairs = new Pairs(shipped.songs);
    for (const song of shipped.songs) if (song.platform === 'spotify') this.spotifySongs.set(song.id, song);
    for (const { id, songIds } of shipped.playlists) this.playlistSongIds.set(id, songIds);
  }

  /** Spotify songs of a shipped playlist; an unknown name is a broken promise of the data. */
  songs(playlist: string, from = 0, to?: number): Song[] {
    const ids = this.playlistSongIds.get(playlist);
    if (!ids) throw new Error(`The shipped catalogue has no playlist ${playlist}.`);
    return ids.slice(from, to).flatMap((id) => this.spotifySongs.get(id) ?? []);
  }

  /** Spotify songs with a quality, in file order. */
  songsWhere(quality: (song: Song) => boolean, atMost: number): Song[] {
    const found: Song[] = [];
    for (const song of this.spotifySongs.values()) {
      if (found.length === atMost) break;
      if (quality(song)) found.push(song);
    }
    return found;
  }

  /** Spotify songs whose Apple twin carries another code: what only a comparison by text can pair. */
  songsUnderOtherCodes(country: string, atMost: number): Song[] {
    return this.songsWhere((song) => this.pairs.twinUnderOtherCode(song, country) !== undefined, atMost);
  }

  /** Apple songs that are known to be sold elsewhere but not in `country`. */
  appleSongsNotIn(country: string, atMost: number): Song[] {
    const elsewhere = (song: Song): boolean =>
      song.platform === 'apple' && song.availableIn !== null && !song.availableIn.includes(country);
    return this.shipped.songs.filter(elsewhere).slice(0, atMost);
  }

  /** What a listener of `country` has on Apple for these Spotify songs. */
  twins(songs: Song[], country: string, rule: TwinRule = {}): Song[] {
    const every = (n: number | undefined, index: number): boolean => n !== undefined && (index + 1) % n === 0;
    const rows = songs.flatMap((song, index) => {
      if (every(rule.missingEvery, index)) return [];
      const other = every(rule.otherCodeEvery, index) ? this.pairs.twinUnderOtherCode(song, country) : undefined;
      return other ?? this.pairs.twin(song, country, every(rule.otherReleaseEvery, index) ? 1 : 0) ?? [];
    });
    if (rule.reversed) rows.reverse();
    return [...rows, ...(rule.extra ?? []).flatMap((song) => this.pairs.twin(song, country) ?? [])];
  }

  /** A playlist of a demo listener; the id is derived from its name, or from `idName` where two share a name. */
  playlist(
    platform: PlatformId,
    listener: string,
    name: string,
    tracks: (Song | TrackForm)[],
    more: Partial<PlaylistInput> & { idName?: string } = {},
  ): PlaylistInput {
    const { idName, ...fields } = more;
    return {
      id: demoPlaylistId(platform, listener, idName ?? name),
      name,
      trackIds: tracks.map((track) =>
        track !== null && typeof track === 'object' && 'artists' in track ? track.id : track,
      ),
      ...fields,
    };
  }
}
