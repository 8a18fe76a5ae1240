import { contact, login, register } from '@segue/contracts';
import { eventually } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { call, connect, PASSWORD, request } from './support/api.js';
import { describeInBrowser } from './support/browser.js';
import { address, demoToken, openBrowser } from './support/screens.js';
import { control, putListener } from './support/simulator.js';

const CONSENT = `cookieConsentDetails=${encodeURIComponent('{"analytics":true,"marketing":false}')}`;
/** What a name must never become. Each sets `__xss` if it is taken for anything but text. */
const NAMES = [
  '<img src=x onerror=__xss=1>',
  '"><script>__xss=1</script>',
  `'"><svg onload=__xss=1>`,
  '<iframe srcdoc="<script>parent.__xss=1</script>">',
  'javascript:__xss=1',
  '{{constructor.constructor("__xss=1")()}}',
  '&lt;img src=x onerror=__xss=1&gt;',
  // Where a name is cut to 80 characters: in the middle of an entity, and of a pair of surrogates.
  `${'a'.repeat(77)}&amp;<img src=x onerror=__xss=1>`,
  `${'b'.repeat(79)}😀<b>`,
];
const COUNTRY = 'de';
/** A song of the target alone, of another length than the one of its name. */
const EXTRA = NAMES.length + 2;

interface Seen {
  context: BrowserContext;
  page: Page;
  /** What went wrong in any page: errors, refused content, dialogs of the browser's own, requests to nowhere. */
  faults: string[];
}

/** A browser in which a name that got loose is noticed. */
async function watchfulBrowser(browser: () => Browser, token: string | null): Promise<Seen> {
  const { context, page, faults } = await openBrowser(browser, { token });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (sent) => {
    if (/\/x$|__xss/.test(sent.url()) && !sent.isNavigationRequest()) faults.push(`request: ${sent.url()}`);
  });
  return { context, page, faults };
}

async function expectHarmless({ page, faults }: Seen): Promise<void> {
  expect(await page.evaluate(() => '__xss' in window)).toBe(false);
  expect(await page.locator('img[src="x"], iframe, [onerror], [onload]').count()).toBe(0);
  expect(faults).toEqual([]);
}

/** Texts as a screen shows them; white space does not count. */
const shown = async (page: Page): Promise<string> => (await page.locator('body').innerText()).replace(/\s+/g, ' ');

describeInBrowser('a name of somebody else', (browser) => {
  let token: string;
  const playlistId = 'NamesPlaylist000000000';

  beforeAll(async () => {
    const email = `${randomUUID()}@names.test`;
    await call(register, { body: { name: NAMES[0], email, password: PASSWORD } });
    ({ token } = (await call(login, { body: { email, password: PASSWORD } })).body);
    await putNames();
    await connect('spotify', 'names', token);
    await connect('apple', 'names', token);
  });

  /** Songs that are on both sides, under another code, and on one side alone, all with such names. */
  async function putNames(): Promise<void> {
    const song = (platform: 'spotify' | 'apple', number: number, code: number) => {
      const name = NAMES[number % NAMES.length] ?? '';
      const id = platform === 'spotify' ? `Names${String(number).padStart(17, '0')}` : String(1_700_000_000 + number);
      const isrc = `QZXSS26${String(code).padStart(5, '0')}`;
      const more = { album: name, durationMs: 100_000 + number * 10_000, explicit: false };
      return { platform, id, isrc, name, artists: [name], ...more };
    };
    const numbers = [...NAMES.keys()];
    const onSpotify = numbers.map((number) => song('spotify', number, number));
    // The first as it is, the second under another code, the last as an extra of the target; the others not at all.
    const onApple = [song('apple', 0, 0), song('apple', 1, 101), song('apple', EXTRA, 900)];
    await control('PUT', '/control/catalogue/spotify', { songs: onSpotify });
    await control('PUT', '/control/catalogue/apple', { songs: onApple });
    const named = (name: string, number: number) => ({
      id: `Named${String(number).padStart(17, '0')}`,
      name,
      trackIds: [],
    });
    await putListener('spotify', 'names', {
      displayName: NAMES[1],
      country: COUNTRY,
      playlists: [
        { id: playlistId, name: NAMES[0], description: NAMES[2], trackIds: onSpotify.map(({ id }) => id) },
        ...NAMES.slice(1).map(named),
      ],
    });
    await putListener('apple', 'names', {
      displayName: NAMES[1],
      country: COUNTRY,
      playlists: [{ id: 'p.names', name: NAMES[0], description: NAMES[2], trackIds: [onApple[2]?.id] }],
    });
  }

  it.each(['/dashboard', '/dashboard?tab=apple', '/platforms', '/account'])('is text on %s [S132]', async (path) => {
    const seen = await watchfulBrowser(browser, token);
    await seen.page.goto(address(path));
    await seen.page.waitForLoadState('networkidle');
    const text = await shown(seen.page);
    if (path === '/dashboard') for (const name of NAMES.slice(0, 7)) expect(text).toContain(name);
    await expectHarmless(seen);
    await seen.context.close();
  });

  it('is text on the comparison and in every dialog of it [S132]', async () => {
    const seen = await watchfulBrowser(browser, token);
    const { page } = seen;
    const dialog = page.getByRole('dialog');
    await page.goto(address(`/playlist/spotify/${playlistId}`));
    await page.getByRole('button', { name: /^Add All Tracks/ }).waitFor();
    for (const name of NAMES.slice(0, 5)) expect(await shown(page)).toContain(name);

    await page.getByRole('button', { name: /^Target Only/ }).click();
    await page
      .getByRole('row')
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    expect(await dialog.innerText()).toContain(NAMES[EXTRA % NAMES.length]);
    await expectHarmless(seen);
    await dialog.getByRole('button', { name: 'Ignore this extra track' }).click();

    await page.getByRole('button', { name: /^Source Only/ }).click();
    await page.getByRole('row').getByRole('button', { name: /^Add / }).first().click();
    expect(await dialog.innerText()).toContain(NAMES[0]);
    await expectHarmless(seen);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: /^Add All Tracks/ }).click();
    expect(await dialog.innerText()).toContain(NAMES[0]);
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await dialog.getByRole('button', { name: 'OK' }).waitFor();
    await expectHarmless(seen);
    const ok = dialog.getByRole('button', { name: 'OK' });
    while (await ok.isVisible()) {
      await expectHarmless(seen);
      await ok.click();
    }
    await expectHarmless(seen);
    await seen.context.close();
  });

  it('is text when the playlist is created under it [S132]', async () => {
    const seen = await watchfulBrowser(browser, token);
    const { page } = seen;
    await page.goto(address(`/playlist/spotify/Named${'1'.padStart(17, '0')}`));
    await page
      .getByText(NAMES[2] ?? '')
      .first()
      .waitFor();
    const create = page.getByRole('button', { name: 'Create Playlist' });
    if (await create.isVisible()) {
      await create.click();
      await page.getByRole('dialog').waitFor();
    }
    await expectHarmless(seen);
    await seen.context.close();
  });

  it.each([...NAMES.slice(0, 6), '../../admin', 'x?y=<b>'])('is text in an address: %s [S143]', async (name) => {
    const seen = await watchfulBrowser(browser, token);
    const written = encodeURIComponent(name);
    for (const path of [`/playlist/spotify/${written}`, `/nowhere/${written}`, `/login?next=${written}#${written}`]) {
      await seen.page.goto(address(path));
      await seen.page.waitForLoadState('networkidle');
      expect(await seen.page.evaluate(() => '__xss' in window)).toBe(false);
      expect(new URL(seen.page.url()).origin).toBe(new URL(address('/')).origin);
    }
    expect(seen.faults.filter((fault) => !fault.startsWith('policy'))).toEqual([]);
    await seen.context.close();
  });

  it('is text on the dashboard of the operator: members, browsers, pages and log lines [S134]', async () => {
    for (const userAgent of NAMES.filter((name) => /^[\x20-\x7e]*$/.test(name))) {
      await request('GET', '/pricing', { headers: { cookie: CONSENT, 'user-agent': userAgent, referer: userAgent } });
    }
    const seen = await watchfulBrowser(browser, await demoToken('admin'));
    const lines = NAMES.map((name) => `12:00:00 auth info  ${name}`).join('\n');
    await seen.page.route('**/api/admin/logs/backend', (route) =>
      route.fulfill({ json: { error: lines, out: lines }, headers: { 'content-type': 'application/json' } }),
    );
    await seen.page.goto(address('/admin'));
    await seen.page
      .getByText(lines.split('\n')[0] ?? '')
      .first()
      .waitFor();
    await seen.page
      .getByRole('rowheader', { name: NAMES[0] ?? '', exact: true })
      .first()
      .waitFor();
    const text = await shown(seen.page);
    for (const name of NAMES.slice(0, 7)) expect(text).toContain(`auth info ${name}`);
    await expectHarmless(seen);
    await seen.context.close();
  });

  it('is text in every mail, which has no other part [S132, S151]', async () => {
    const message = NAMES.join('\n');
    const sent = await call(contact, { body: { name: NAMES[0], email: `${randomUUID()}@names.test`, message } });
    expect(sent.status).toBe(200);
    await request('POST', '/api/auth/register', {
      body: { name: NAMES[1], email: 'free@segue.test', password: PASSWORD },
    });
    const mails = await eventually(async () => {
      const found = await control<Array<{ text?: string; html?: unknown; subject: string }>>('GET', '/control/mail');
      expect(found.some(({ subject }) => subject.startsWith('Somebody tried'))).toBe(true);
      return found;
    });
    expect(mails.filter(({ html }) => html)).toEqual([]);
    for (const { text } of mails) expect(text).toEqual(expect.any(String));
    for (const { subject } of mails) expect(subject).not.toContain('__xss');
  });
});
