import { type Entry } from '../listeners/library.js';
import { type SpotifyContext } from './context.js';
import { spotifyFailure } from './failures.js';

export const WRITE_MAX = 100;
/** Above it the real platform's answers turn strange; people treat it as the ceiling. */
export const PLAYLIST_MAX = 10_000;

const readStrings = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;

/** URIs from the query (comma-separated) if there, else from the body. */
export function readUris(query: { uris?: string }, body: unknown): string[] | undefined {
  if (query.uris !== undefined)
    return query.uris
      .split(',')
      .map((uri) => uri.trim())
      .filter(Boolean);
  return typeof body === 'object' && body !== null && 'uris' in body ? readStrings(body.uris) : undefined;
}

/** Entries for new URIs. One bad URI rejects the whole batch; local files cannot be added at all. */
export function toNewEntries({ world }: SpotifyContext, uris: string[], known: Entry[]): Entry[] {
  if (uris.length > WRITE_MAX) throw spotifyFailure(400, `You can add a maximum of ${WRITE_MAX} tracks per request`);
  const addedAtMs = world.clock.nowMs();
  return uris.map((uri) => {
    const [, kind, id] = /^spotify:(track|episode):([0-9A-Za-z]+)$/.exec(uri) ?? [];
    if (kind === undefined || id === undefined) throw spotifyFailure(400, `Invalid track uri: ${uri}`);
    if (kind === 'track' && world.catalogue('spotify').find(id)) return { kind: 'song', id, addedAtMs };
    const episode = known.find((entry) => entry.kind === 'episode' && entry.id === id);
    if (kind === 'episode' && episode) return { ...episode, addedAtMs };
    throw spotifyFailure(400, 'Payload contains a non-existing ID');
  });
}
