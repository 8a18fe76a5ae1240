import { createTestDatabase, TestTokens } from '@segue/testing';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    databaseUrl: (await createTestDatabase()).urlOf('gateway'),
    jwks: new TestTokens().jwks(),
    variables: { APP_URL: 'https://segue.test', OPERATOR_NAME: 'Mia <& Sons>' },
  });
});
afterAll(() => gateway.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(gateway.url + path, { headers });

describe('the web app', () => {
  it.each(['/login', '/reset-password/Zm9vYmFyYmF6', '/playlist/apple/p.MoGJYM3CYXW09B', '/playlist/spotify/liked'])(
    'is one page at every address of its own: %s',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe('<title>Segue</title>');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('is its own page where one was written, with what only the installation knows', async () => {
    const landing = await get('/?from=somewhere');
    expect(await landing.text()).toBe('<title>Welcome</title><link rel="canonical" href="https://segue.test/">');
    expect(landing.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await (await get('/legal-notice')).text()).toBe('<p>Mia &#60;&#38; Sons&#62; 100%</p>');
    expect(await (await get('/robots.txt')).text()).toBe('Sitemap: https://segue.test/sitemap.xml');
  });

  it.each(['br', 'gzip', 'gzip;q=0.5, deflate', 'identity', 'br;q=0'])('is packed as asked: %s', async (accepted) => {
    const answer = await get('/legal-notice', { 'accept-encoding': accepted });
    const expected = accepted.startsWith('gzip') ? 'gzip' : accepted === 'br' ? 'br' : null;
    expect(answer.headers.get('content-encoding')).toBe(expected);
    expect(await answer.text()).toContain('Mia');
  });

  it('says with its status that an address is no page, and shows its own words for it', async () => {
    const answer = await get('/nowhere');
    expect([answer.status, await answer.text()]).toEqual([404, '<title>Segue</title>']);
  });

  it.each([
    ...['/.env', '/.git/config', '/assets/app-1a2b.js.map', '/x.map', '/package.json', '/assets/gone.js'],
    ...['/.well-known/x', '/playlist/.env', '/playlist/apple/.env'],
  ])('is not there where a file is asked for: %s [S69]', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('keeps its built files for a year', async () => {
    const answer = await get('/assets/app-1a2b.js');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('sends its built files with few headers, as they are no pages [S136]', async () => {
    const { headers } = await get('/assets/app-1a2b.js');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-frame-options')).toBeNull();
  });

  it("lets no script in but its own and Apple's, and no page frame it [S135, S136, S142]", async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' https://js-cdn.music.apple.com");
    expect(policy).toContain("style-src 'self' 'sha256-Wos276ClB3DtmPV7ggY3FkrD5vJJA1QcT7vVWXT1dNk='");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*(?!\.music\.apple\.com)/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-powered-by') ?? headers.get('server')).toBeNull();
  });

  it('comes by https alone and keeps its address and its window to itself [S136]', async () => {
    const { headers } = await get('/');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect((await get('/reset-password/Zm9vYmFyYmF6')).headers.get('referrer-policy')).toBe('no-referrer');
  });
});
