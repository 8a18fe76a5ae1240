import { isObject, type Json } from './spotify-corrections.js';

export const isObjectWithFields = (value: unknown): value is Json => isObject(value);

type QuotaMode = 'development' | 'extended';

/** Under which name a playlist's entry carries its track, and a playlist its entries. */
const NAMES = {
  development: { entry: 'item', container: 'items' },
  extended: { entry: 'track', container: 'tracks' },
} as const;

/** Faults the OpenAPI file cannot name, because it describes both dialects as one object. */
export function dialectFaults(pathname: string, body: Json, quotaMode: QuotaMode | undefined): string[] {
  const modes: QuotaMode[] = quotaMode ? [quotaMode] : ['development', 'extended'];
  const faults = modes.map((mode) => faultsInMode(pathname, body, mode));
  return faults.some((found) => found.length === 0) ? [] : (faults[0] ?? []);
}

function faultsInMode(pathname: string, body: Json, mode: QuotaMode): string[] {
  if (/^\/playlists\/[^/]+\/(items|tracks)$/.test(pathname)) return entryFaults(body.items, mode);
  if (/^\/playlists\/[^/]+$/.test(pathname)) return playlistFaults(body, mode, false);
  if (/^\/(me|users\/[^/]+)\/playlists$/.test(pathname) && Array.isArray(body.items)) {
    return body.items.filter(isObject).flatMap((playlist) => playlistFaults(playlist, mode, true));
  }
  return [];
}

function playlistFaults(playlist: Json, mode: QuotaMode, isListed: boolean): string[] {
  const { container } = NAMES[mode];
  const other = container === 'items' ? 'tracks' : 'items';
  if (other in playlist) return [`answer: a playlist has ${other} in ${mode} mode`];
  // Someone else's playlist is metadata only when read alone in development mode.
  if (!(container in playlist)) return isListed || mode === 'extended' ? [`answer: a playlist lacks ${container}`] : [];
  const entries = playlist[container];
  return isObject(entries) && Array.isArray(entries.items) ? entryFaults(entries.items, mode) : [];
}

function entryFaults(entries: unknown, mode: QuotaMode): string[] {
  const { entry: name } = NAMES[mode];
  const other = name === 'item' ? 'track' : 'item';
  return (Array.isArray(entries) ? entries : [])
    .filter(isObject)
    .filter((entry) => !(name in entry) || other in entry)
    .map(() => `answer: an entry must carry its track as ${name} in ${mode} mode, and only so`);
}
