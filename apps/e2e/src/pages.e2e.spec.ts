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
