/** A piece of an OpenAPI document as the YAML parser leaves it. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function childOf(value: unknown, ...keys: string[]): Json {
  let at = value;
  for (const key of keys) at = isObject(at) ? at[key] : undefined;
  if (!isObject(at)) throw new Error(`Spotify's OpenAPI file has no ${keys.join('.')}.`);
  return at;
}

/** Fields that are null in real answers although the file does not say so. */
const NULLABLE: [schema: string, ...properties: string[]][] = [
  ['SimplifiedPlaylistObject', 'images', 'public', 'description'],
  ['PlaylistObject', 'images', 'public', 'description'],
  ['PlaylistTrackObject', 'item', 'track', 'added_at', 'added_by'],
  ['PrivateUserObject', 'display_name'],
  // Local files: Spotify knows neither the track nor its album and artist.
  ['TrackObject', 'id', 'href'],
  ['SimplifiedArtistObject', 'id', 'href', 'uri'],
  ['AlbumBase', 'id', 'href', 'uri', 'album_type', 'release_date', 'release_date_precision'],
];

/** Page types whose entries can be null (playlists made by Spotify, vanished tracks). */
const PAGES_WITH_HOLES = ['PagingPlaylistObject', 'PagingPlaylistTrackObject'];

/** Longest lists, which the file only mentions in prose. */
const WRITE_MAX = 100;

/**
 * Corrects the parsed file in place, so that it fits what the live API answers; the reasons are in `platforms.md`, 1.6,
 * and in the README beside the file.
 */
export function correctSpotify(document: Json): void {
  const schemas = childOf(document, 'components', 'schemas');
  // A full episode also fits the loose track below, so "exactly one of" becomes "at least one of".
  for (const key of ['item', 'track']) {
    const entry = childOf(schemas, 'PlaylistTrackObject', 'properties', key);
    entry.anyOf = entry.oneOf;
    delete entry.oneOf;
  }
  for (const [schema, ...properties] of NULLABLE) {
    for (const property of properties) makeNullable(childOf(schemas, schema, 'properties'), property);
  }
  for (const page of PAGES_WITH_HOLES) allowNullItems(childOf(schemas, page));
  // `available_markets` left development mode in February 2026; a local file's album has no count either.
  const album = childOf(schemas, 'AlbumBase');
  album.required = (album.required as string[]).filter((name) => !['available_markets', 'total_tracks'].includes(name));
  // An episode nobody asked for comes shaped like a track and tells the truth in `type` alone.
  childOf(schemas, 'TrackObject', 'properties', 'type').enum = ['track', 'episode'];
  childOf(schemas, 'ErrorObject', 'properties').reason = { type: 'string' };
  limitWrites(document);
}

/** OpenAPI 3.0's `nullable` needs a `type` beside it; a reference or a choice takes null as one more choice. */
function makeNullable(properties: Json, name: string): void {
  const schema = childOf(properties, name);
  if (typeof schema.type === 'string') schema.nullable = true;
  else properties[name] = { anyOf: [schema, NULL] };
}

/** `enum: [null]` is how OpenAPI 3.0 writes the null type. */
const NULL = { nullable: true, type: 'string', enum: [null] };

function allowNullItems(page: Json): void {
  const parts = page.allOf as unknown[];
  const items = childOf(parts[1], 'properties', 'items');
  items.items = { anyOf: [items.items, NULL] };
}

function limitWrites(document: Json): void {
  for (const path of ['/playlists/{playlist_id}/items', '/playlists/{playlist_id}/tracks']) {
    for (const method of ['post', 'put', 'delete']) {
      const content = childOf(document, 'paths', path, method, 'requestBody', 'content');
      const properties = childOf(Object.values(content)[0], 'schema', 'properties');
      for (const list of ['uris', 'items', 'tracks'])
        if (isObject(properties[list])) properties[list].maxItems = WRITE_MAX;
    }
  }
}
