import { spotifyContract } from './spotify-contract.js';

const contract = spotifyContract();
const development = spotifyContract({ quotaMode: 'development' });
const extended = spotifyContract({ quotaMode: 'extended' });
const page = { href: 'h', items: [], limit: 20, next: null, offset: 0, previous: null, total: 0 };

describe('requests to Spotify', () => {
  it('accepts a call as the reference describes it', () => {
    const headers = { Authorization: 'Bearer x' };
    expect(contract.validateRequest({ method: 'GET', path: '/me/playlists?limit=50&offset=0', headers })).toEqual([]);
    expect(
      contract.validateRequest({ method: 'POST', path: '/playlists/p1/items', body: { uris: ['spotify:track:1'] } }),
    ).toEqual([]);
  });

  it.each([
    ['an unknown path', { method: 'GET', path: '/me/playlist' }],
    ['a missing parameter', { method: 'GET', path: '/search?q=x' }],
    ['a page above 50', { method: 'GET', path: '/playlists/p1/items?limit=100' }],
    ['an empty page', { method: 'GET', path: '/me/playlists', query: { limit: 0 } }],
    ['more than ten search results', { method: 'GET', path: '/search?q=x&type=track&limit=11' }],
    ['a limit in words', { method: 'GET', path: '/me/playlists?limit=many' }],
    ['a parameter nobody knows', { method: 'GET', path: '/me/playlists?page=2' }],
    ['a removal under the old key', { method: 'DELETE', path: '/playlists/p1/items', body: { tracks: [] } }],
    ['a removal without a body', { method: 'DELETE', path: '/playlists/p1/items' }],
    ['a nameless playlist', { method: 'POST', path: '/me/playlists', body: { public: false } }],
    ['101 tracks at once', { method: 'POST', path: '/playlists/p1/items', body: { uris: Array(101).fill('u') } }],
    ['a body on a read', { method: 'GET', path: '/me', body: {} }],
    ['no bearer token', { method: 'GET', path: '/me', headers: {} }],
  ])('refuses %s', (_, request) => {
    expect(contract.validateRequest(request)).not.toEqual([]);
  });

  it('allows the higher limits of extended quota only there', () => {
    const request = { method: 'GET', path: '/search?q=x&type=track&limit=50' };
    expect(extended.validateRequest(request)).toEqual([]);
  });
});

describe('answers of Spotify', () => {
  const entry = (fields: object) => ({
    ...page,
    items: [{ added_at: null, added_by: null, is_local: false, ...fields }],
  });
  const items = (body: unknown, held = contract) =>
    held.validateResponse({ method: 'GET', path: '/playlists/p1/items', status: 200, body });

  it('accepts the nulls that real answers hold', () => {
    expect(items(entry({ item: null }))).toEqual([]);
    const body = {
      ...page,
      items: [null, { images: null, public: null, description: null, items: { href: 'h', total: 0 } }],
    };
    expect(contract.validateResponse({ method: 'GET', path: '/me/playlists', status: 200, body })).toEqual([]);
  });

  it('tells the two dialects apart', () => {
    expect(items(entry({ track: null }), extended)).toEqual([]);
    expect(items(entry({ track: null }), development)).not.toEqual([]);
    expect(items(entry({ item: null }), extended)).not.toEqual([]);
    expect(items(entry({}))).not.toEqual([]);
  });

  it('refuses a page without a total, unless fields asked for less', () => {
    const cut: Partial<typeof page> = { ...page };
    delete cut.total;
    expect(items(cut)).not.toEqual([]);
    const path = '/playlists/p1/items?fields=items';
    expect(contract.validateResponse({ method: 'GET', path, status: 200, body: cut })).toEqual([]);
  });

  it('refuses wrong types deep inside', () => {
    expect(items(entry({ item: { type: 'track', duration_ms: 'long' } }))).not.toEqual([]);
  });

  it('refuses an undocumented success and an error in the wrong shape', () => {
    expect(contract.validateResponse({ method: 'POST', path: '/me/playlists', status: 200, body: {} })).not.toEqual([]);
    const flat = { error: 'invalid_grant' };
    expect(contract.validateResponse({ method: 'GET', path: '/me', status: 404, body: flat })).not.toEqual([]);
  });
});
