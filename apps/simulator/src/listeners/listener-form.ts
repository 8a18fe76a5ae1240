import { type PlatformId } from '@segue/contracts';
import { z } from 'zod';
import { derivedId, type Chance } from '../chance.js';
import { makePlaylist, type Entry, type Listener } from './library.js';

/** One track of a listener as the controls write it. */
export const TrackForm = z.union([
  z.string().min(1),
  z.object({ local: z.literal(true), name: z.string(), artist: z.string() }).strict(),
  z.object({ video: z.literal(true), name: z.string(), artist: z.string() }).strict(),
  z.object({ episode: z.literal(true), name: z.string(), id: z.string().min(1).optional() }).strict(),
  z.null(),
]);
export type TrackForm = z.infer<typeof TrackForm>;

const PlaylistForm = z
  .object({
    id: z.string().min(1).optional(),
    name: z.string(),
    description: z.string().nullish(),
    editable: z.boolean().optional(),
    public: z.boolean().optional(),
    collaborative: z.boolean().optional(),
    hasCover: z.boolean().optional(),
    ghost: z.boolean().optional(),
    trackIds: z.array(TrackForm),
  })
  .strict();

/** A listener with its library, as `PUT` and `GET /control/listeners/{platform}/{listener}` speak of it. */
export const ListenerForm = z
  .object({
    displayName: z.string().nullable(),
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'must be a two-letter country')
      .default('us'),
    playlists: z.array(PlaylistForm).default([]),
    liked: z.array(TrackForm).optional(),
  })
  .strict();
export type ListenerForm = z.infer<typeof ListenerForm>;
export type ListenerFormInput = z.input<typeof ListenerForm>;

/** Somebody who is nobody's account: the owner of what our listeners only follow. */
export const STRANGER_ID = 'somebody-else';

export function toListener(
  platform: PlatformId,
  id: string,
  form: ListenerForm,
  nowMs: number,
  chance: Chance,
): Listener {
  return {
    id,
    platform,
    displayName: form.displayName,
    country: form.country.toLowerCase(),
    playlists: form.playlists.map(({ trackIds, ...playlist }) => {
      const ownerId = platform === 'spotify' && playlist.editable === false ? STRANGER_ID : id;
      return makePlaylist(platform, { ...playlist, ownerId, entries: toEntries(trackIds, nowMs) }, nowMs, chance);
    }),
    liked: toEntries(form.liked ?? [], nowMs),
  };
}

const toEntries = (tracks: TrackForm[], addedAtMs: number): Entry[] =>
  tracks.map((track) => {
    if (track === null) return { kind: 'gone', addedAtMs };
    if (typeof track === 'string') return { kind: 'song', id: track, addedAtMs };
    if ('local' in track) return { kind: 'local', name: track.name, artist: track.artist, addedAtMs };
    if ('video' in track) return { kind: 'video', name: track.name, artist: track.artist, addedAtMs };
    return { kind: 'episode', id: track.id ?? derivedId(22, 'episode', track.name), name: track.name, addedAtMs };
  });

export const toListenerForm = (listener: Listener) => ({
  listener: listener.id,
  displayName: listener.displayName,
  country: listener.country,
  playlists: listener.playlists.map((playlist) => ({
    id: playlist.id,
    name: playlist.name,
    description: playlist.description,
    editable: playlist.editable,
    public: playlist.public,
    collaborative: playlist.collaborative,
    hasCover: playlist.hasCover,
    ghost: playlist.ghost,
    trackIds: playlist.entries.map(toTrackForm),
  })),
  liked: listener.liked.map(toTrackForm),
});

function toTrackForm(entry: Entry): TrackForm {
  switch (entry.kind) {
    case 'song':
      return entry.id;
    case 'local':
      return { local: true, name: entry.name, artist: entry.artist };
    case 'video':
      return { video: true, name: entry.name, artist: entry.artist };
    case 'episode':
      return { episode: true, name: entry.name, id: entry.id };
    case 'gone':
      return null;
  }
}
