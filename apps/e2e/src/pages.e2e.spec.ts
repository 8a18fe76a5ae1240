import { request } from './support/api.js';

const isPage = ({ status, headers }: { status: number; headers: Headers }) =>
  status === 200 && (headers.get('content-type') ?? '').startsWith('text/html');

describe('the addresses of pages', () => {
  it.each(['/', '/dashboard', '/playlist/spotify/liked', '/playlist/apple/p.x7EvHSoyZadQHDd', '/reset-password/a.b-c'])(
    '%s can be opened directly',
    async (path) => expect(isPage(await request('GET', path))).toBe(true),
  );

  it.each(['/favicon.ico', '/robots.php', '/assets/gone.js', '/.env', '/.git/config'])('%s is no page', async (path) =>
    expect((await request('GET', path)).status).toBe(404),
  );
});

describe('the scripts', () => {
  it.each(['/dashboard', '/platforms'])(
    'of %s are few, are fetched at once, and check nothing that servers check',
    async (path) => {
      const { body } = await request('GET', path);
      const scripts = new Set(
        [...String(body).matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, address = '']) => address),
      );
      const sources = await Promise.all(
        [...scripts].map(async (address) => String((await request('GET', address)).body)),
      );
      // The signs of TanStack Query, which these screens need, and of the validator.
      expect(sources.filter((source) => source.includes('isInvalidated')).length).toBe(1);
      expect(sources.filter((source) => source.includes('$ZodType'))).toEqual([]);
      expect(scripts.size).toBeLessThanOrEqual(8);
    },
  );
});
