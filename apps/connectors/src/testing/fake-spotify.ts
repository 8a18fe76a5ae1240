import { FakeHost, answerOf, type SeenRequest } from './fake-http.js';
import type { FakeSong } from './fake-songs.js';

interface FakePlaylist {
  readonly name: string;
  readonly owner: string;
  readonly description?: string;
  /** Entries as Spotify would send them under `item`. */
  entries: unknown[];
}

export const spotifyTrack = ({ id, isrc, name }: FakeSong) => ({
  type: 'track',
  id,
  uri: `spotify:track:${id}`,
  name,
  artists: [{ name: 'The Fakes' }],
  album: {
    name: 'Album',
    album_type: 'album',
    images: [{ url: `https://i.scdn.test/${id}`, width: 640, height: 640 }],
  },
  duration_ms: 180_000,
  explicit: false,
  // Lower case on purpose: Spotify's labels write it so.
  external_ids: { isrc: isrc.toLowerCase() },
  external_urls: { spotify: `https://open.spotify.test/track/${id}` },
  track: true,
});

/** Spotify in development mode, as small as the connector's tests allow. */
export class FakeSpotify extends FakeHost {
  readonly playlists = new Map<string, FakePlaylist>();
  liked: unknown[] = [];
  validToken = 'access-1';
  refreshes = 0;
  codesTaken: string[] = [];

  constructor(readonly songs: FakeSong[]) {
    super((request) => this.answer(request));
  }

  private answer(request: SeenRequest) {
    if (request.path.endsWith('/api/token')) return this.tokens(request.body);
    if (request.headers['authorization'] !== `Bearer ${this.validToken}`) {
      return answerOf(401, { error: { status: 401, message: 'The access token expired' } });
    }
    const path = request.path.replace('/v1', '');
    if (path === '/me') return answerOf(200, { account_id: 'account-mia', id: 'mia', display_name: 'Mia', images: [] });
    if (path === '/me/playlists') return request.method === 'POST' ? this.create(request.body) : this.list(request);
    if (path === '/me/tracks')
      return answerOf(
        200,
        page(
          this.liked.map((track) => ({ track })),
          request,
        ),
      );
    if (path === '/search') return this.search(request);
    const [, id = '', items] = /^\/playlists\/([^/]+)(\/items)?$/.exec(path) ?? [];
    const playlist = this.playlists.get(id);
    if (!playlist) return answerOf(404, { error: { status: 404, message: 'Resource not found' } });
    if (!items) return answerOf(200, this.describe(id, playlist));
    if (playlist.owner !== 'mia') return answerOf(403, { error: { status: 403, message: 'Forbidden' } });
    return this.items(playlist, request);
  }

  private tokens(body: unknown) {
    const form = new Map(Object.entries(Object(body)));
    if (form.get('grant_type') === 'authorization_code') this.codesTaken.push(String(form.get('code')));
    else this.refreshes += 1;
    this.validToken = `access-${this.refreshes + 1}`;
    const refresh = form.get('grant_type') === 'authorization_code' ? { refresh_token: 'refresh-1' } : {};
    return answerOf(200, { access_token: this.validToken, token_type: 'Bearer', expires_in: 3600, ...refresh });
  }

  private list(request: SeenRequest) {
    const all = [...this.playlists].map(([id, playlist]) => this.describe(id, playlist));
    return answerOf(200, page([...all, null], request));
  }

  private describe(id: string, { name, owner, description, entries }: FakePlaylist) {
    return {
      id,
      name,
      description: description ?? '',
      images: null,
      owner: { id: owner, display_name: owner },
      collaborative: false,
      external_urls: { spotify: `https://open.spotify.test/playlist/${id}` },
      ...(owner === 'mia' ? { items: { total: entries.length } } : {}),
    };
  }

  private create(body: unknown) {
    const { name, description } = Object(body) as { name: string; description: string };
    const id = `made${this.playlists.size}`;
    const playlist = { name, description, owner: 'mia', entries: [] };
    this.playlists.set(id, playlist);
    return answerOf(201, this.describe(id, playlist));
  }

  private items(playlist: FakePlaylist, request: SeenRequest) {
    if (request.method === 'GET') return answerOf(200, page(playlist.entries.map(toEntry), request));
    if (request.method === 'DELETE') {
      const { items } = Object(request.body) as { items: { uri: string }[] };
      playlist.entries = playlist.entries.filter((entry) => !items.some(({ uri }) => Object(entry).uri === uri));
      return answerOf(200, { snapshot_id: 's' });
    }
    const { uris, position } = Object(request.body) as { uris: string[]; position?: number };
    const added = uris.map((uri) => this.songs.find(({ id }) => uri === `spotify:track:${id}`));
    if (added.includes(undefined)) return answerOf(400, { error: { status: 400, message: 'Invalid base62 id' } });
    const entries = added.filter((song) => song !== undefined).map(spotifyTrack);
    playlist.entries.splice(position ?? playlist.entries.length, 0, ...entries);
    return answerOf(201, { snapshot_id: 's' });
  }

  private search(request: SeenRequest) {
    const isrc = /^isrc:(.+)$/.exec(request.query.get('q') ?? '')?.[1];
    const hits = this.songs.filter((song) => (isrc ? song.isrc === isrc : request.query.get('q')?.includes(song.name)));
    return answerOf(200, { tracks: { items: hits.map(spotifyTrack), total: hits.length, next: null } });
  }
}

const toEntry = (item: unknown) => ({ is_local: Object(item).is_local === true, item });

function page(all: unknown[], { query }: SeenRequest) {
  const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
  const items = all.slice(offset, offset + limit);
  // A link to another host: whoever follows it gives the token away.
  const next = offset + limit < all.length ? 'https://evil.test/steal' : null;
  return { href: '', items, limit, offset, total: all.length, next };
}
