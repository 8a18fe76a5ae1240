import { FakeHost, answerOf, type SeenRequest } from './fake-http.js';
import type { FakeSong } from './fake-songs.js';

interface FakePlaylist {
  readonly name: string;
  readonly canEdit?: boolean;
  rows: FakeSong[];
}

const errorOf = (status: number, code: string) =>
  answerOf(status, { errors: [{ id: 'X', title: 'T', detail: 'D', status: String(status), code }] });

const appleSong = ({ id, isrc, name }: FakeSong) => ({
  id,
  type: 'songs',
  attributes: {
    name,
    artistName: 'The Fakes',
    albumName: 'Album',
    durationInMillis: 180_000,
    isrc,
    artwork: { url: 'https://is1.test/{w}x{h}bb.jpg', width: 1200, height: 1200 },
    url: `https://music.apple.test/song/${id}`,
    playParams: { id, kind: 'song' },
  },
});

/** The Apple Music API, as small as the connector's tests allow. */
export class FakeApple extends FakeHost {
  readonly playlists = new Map<string, FakePlaylist>();
  validUserToken = 'access-1';
  /** Songs whose row comes without its catalogue song, as Apple does now and then. */
  readonly withoutInclude = new Set<string>();
  /** What the member brought along: rows by their own id, without a song in the catalogue. */
  readonly uploads: FakeSong[] = [];
  /** Songs Apple answers 204 for and does not store. */
  readonly dropped = new Set<string>();

  constructor(readonly songs: FakeSong[]) {
    super((request) => this.answer(request));
  }

  private answer(request: SeenRequest) {
    if (!request.headers['authorization']?.startsWith('Bearer eyJ')) return errorOf(401, '40100');
    const path = request.path.replace('/v1', '');
    if (path.startsWith('/catalog/de/')) return this.catalogue(path, request);
    if (request.headers['music-user-token'] !== this.validUserToken) return errorOf(403, '40300');
    if (path === '/me/storefront') {
      return answerOf(200, { data: [{ id: 'de', type: 'storefronts', attributes: { name: 'Germany' } }] });
    }
    if (path === '/me/library/playlists') return request.method === 'POST' ? this.create(request) : this.list(request);
    const [, id = '', tracks] = /^\/me\/library\/playlists\/([^/]+)(\/tracks)?$/.exec(path) ?? [];
    const playlist = this.playlists.get(id);
    if (!playlist) return errorOf(404, '40400');
    if (!tracks) return answerOf(200, { data: [this.describe(id, playlist)] });
    if (request.method === 'POST') return this.add(playlist, request);
    return request.method === 'GET' ? this.rows(playlist, request) : errorOf(401, '40100');
  }

  private catalogue(path: string, { query }: SeenRequest) {
    if (path.endsWith('/search')) {
      const hits = this.songs.filter(({ name }) => query.get('term')?.includes(name));
      return answerOf(200, { results: hits.length === 0 ? {} : { songs: { data: hits.map(appleSong) } } });
    }
    const ids = query.get('ids')?.split(',');
    if (ids) return answerOf(200, { data: this.songs.filter(({ id }) => ids.includes(id)).map(appleSong) });
    const isrcs = query.get('filter[isrc]')?.split(',') ?? [];
    if (isrcs.length > 25) return errorOf(400, '40005');
    const data = this.songs.filter(({ isrc }) => isrcs.includes(isrc)).map(appleSong);
    const isrc = Object.fromEntries(
      isrcs.map((asked) => [asked, data.filter((song) => song.attributes.isrc === asked).map(({ id }) => ({ id }))]),
    );
    return answerOf(200, { data, meta: { filters: { isrc } } });
  }

  private list(request: SeenRequest) {
    const all = [...this.playlists].map(([id, playlist]) => this.describe(id, playlist));
    const { data, next } = page([...all, { id: 'p.deleted', type: 'library-playlists', attributes: {} }], request);
    return answerOf(200, { data, next });
  }

  private describe(id: string, { name, canEdit }: FakePlaylist) {
    return { id, type: 'library-playlists', attributes: { name, canEdit: canEdit ?? true, hasCatalog: false } };
  }

  private create({ body }: SeenRequest) {
    const { name } = Object(Object(body).attributes) as { name: string };
    const id = `p.made${this.playlists.size}`;
    this.playlists.set(id, { name, rows: [] });
    return answerOf(201, { data: [this.describe(id, { name, rows: [] })] });
  }

  private add(playlist: FakePlaylist, { body }: SeenRequest) {
    if (playlist.canEdit === false) return errorOf(500, '50001');
    const { data } = Object(body) as { data: { id: string; type?: string }[] };
    const songs = data.filter(({ id }) => !this.dropped.has(id)).flatMap((wanted) => this.stored(wanted) ?? []);
    playlist.rows.push(...songs);
    return answerOf(204);
  }

  private stored({ id, type }: { id: string; type?: string }): FakeSong | undefined {
    if (type === 'songs') return this.songs.find((song) => song.id === id);
    const row = this.uploads.find((upload) => upload.id === id && type === rowTypeOf(upload));
    return row ?? (type === 'library-songs' ? this.songs.find((song) => id === `i.${song.id}`) : undefined);
  }

  private rows(playlist: FakePlaylist, request: SeenRequest) {
    const { data, next } = page(playlist.rows, request);
    if (data.length === 0) return errorOf(404, '40403');
    return answerOf(200, { data: data.map((song) => this.row(song)), next, meta: { total: playlist.rows.length } });
  }

  private row(song: FakeSong) {
    if (this.uploads.includes(song)) {
      const attributes = { name: song.name, artistName: 'The Fakes' };
      return { id: song.id, type: rowTypeOf(song), attributes, relationships: {} };
    }
    const attributes = {
      ...appleSong(song).attributes,
      // What a row does not have of its own.
      isrc: undefined,
      url: undefined,
      playParams: { id: `i.${song.id}`, kind: 'song', catalogId: song.id },
    };
    const catalog = { data: this.withoutInclude.has(song.id) ? [] : [appleSong(song)] };
    return { id: `i.${song.id}`, type: 'library-songs', attributes, relationships: { catalog } };
  }
}

const rowTypeOf = ({ name }: FakeSong): string => (name.startsWith('Video') ? 'library-music-videos' : 'library-songs');

function page<T>(all: T[], { query, path }: SeenRequest): { data: T[]; next?: string } {
  const [limit, offset] = [Number(query.get('limit') ?? 25), Number(query.get('offset') ?? 0)];
  const data = all.slice(offset, offset + limit);
  // Apple's link drops limit and include.
  return offset + limit < all.length ? { data, next: `${path}?offset=${offset + limit}` } : { data };
}
