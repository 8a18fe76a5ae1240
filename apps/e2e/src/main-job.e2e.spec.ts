import type { BrowserContext, Page } from 'playwright-core';
import { PASSWORD } from './support/api.js';
import { describeInBrowser } from './support/browser.js';
import { carriersOf, codeOf, realPlaylist } from './support/catalogue.js';
import { libraryOf, putListener } from './support/simulator.js';
import { appUrl } from './support/system.js';

const COUNTRY = 'de';

/** A new person: registers by hand and connects both platforms as the given listener. */
async function newPerson(context: BrowserContext, listenerName: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${appUrl()}/register`);
  await page.getByLabel('Name').fill(listenerName);
  await page.getByLabel('Email').fill(`${listenerName.toLowerCase()}@people.test`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/plans');
  await page.getByRole('link', { name: 'Your Platforms' }).click();
  await page.getByRole('region', { name: 'Spotify' }).getByRole('button', { name: 'Connect' }).click();
  await page.getByText(listenerName).first().click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL('**/platforms**');
  await page.getByRole('region', { name: 'Spotify' }).getByText('Connected', { exact: true }).waitFor();
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('region', { name: 'Apple Music' }).getByRole('button', { name: 'Connect' }).click(),
  ]);
  await popup.getByText(listenerName).first().click();
  await popup.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('region', { name: 'Apple Music' }).getByText('Connected', { exact: true }).waitFor();
  return page;
}

/** Opens a playlist from the dashboard. */
async function openPlaylist(page: Page, platform: 'Spotify' | 'Apple Music', name: string): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('tab', { name: platform }).click();
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('link', { name: /View/ }).click();
}

const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();

/** Closes what the end of a bulk add has to tell, one dialog after the other. */
async function closeDialogs(page: Page): Promise<void> {
  const ok = page.getByRole('dialog').getByRole('button', { name: 'OK' });
  while (await ok.isVisible()) await ok.click();
}

async function targetIds(platform: 'spotify' | 'apple', listener: string, name: string): Promise<string[]> {
  const { playlists } = await libraryOf(platform, listener);
  return (playlists.find((playlist) => playlist.name === name)?.trackIds ?? []) as string[];
}

describeInBrowser('the main job in a browser', (browser) => {
  let context: BrowserContext;

  beforeEach(async () => {
    context = await browser().newContext({ viewport: { width: 1280, height: 900 } });
  });
  afterEach(() => context.close());

  it('creates a real playlist of over 100 songs on Apple Music: every song right, in order, once', async () => {
    const { name, songIds } = realPlaylist('beatify-90er-hits');
    expect(songIds.length).toBeGreaterThan(100);
    await putListener('spotify', 'outbound', {
      displayName: 'Outbound',
      country: COUNTRY,
      playlists: [{ name, trackIds: songIds }],
    });
    await putListener('apple', 'outbound', { displayName: 'Outbound', country: COUNTRY, playlists: [] });

    const page = await newPerson(context, 'Outbound');
    await openPlaylist(page, 'Spotify', name);
    await page.getByRole('button', { name: 'Create Playlist' }).click();
    await confirm(page);
    await page.getByRole('dialog').getByText('was created on Apple Music').waitFor();

    const written = await targetIds('apple', 'outbound', name);
    const sourceCodes = songIds.map(codeOf).filter((code): code is string => code !== null);
    const onApple = sourceCodes.filter((code) => carriersOf('apple', code, COUNTRY).length > 0);
    const writtenCodes = written.map(codeOf);
    expect(onApple.length).toBeGreaterThan(100);
    expect(writtenCodes.filter((code) => code !== null && onApple.includes(code))).toEqual(onApple);
    expect(new Set(written).size).toBe(written.length);
  });

  it('adds one, all and removes one on Spotify from a real Apple Music playlist of over 100 songs', async () => {
    const { name, songIds } = realPlaylist('beatify-40s-50s-classics');
    const appleSongs = songIds
      .map(codeOf)
      .filter((code): code is string => code !== null)
      .flatMap((code) => carriersOf('apple', code, COUNTRY).slice(0, 1));
    expect(appleSongs.length).toBeGreaterThan(100);
    const [first = '', second = ''] = songIds;
    const [extra = ''] = realPlaylist('beatify-90er-hits').songIds;
    await putListener('apple', 'inbound', {
      displayName: 'Inbound',
      country: COUNTRY,
      playlists: [{ name, trackIds: appleSongs.map(({ id }) => id) }],
    });
    await putListener('spotify', 'inbound', {
      displayName: 'Inbound',
      country: COUNTRY,
      playlists: [{ name, trackIds: [first, extra, second] }],
    });

    const page = await newPerson(context, 'Inbound');
    await openPlaylist(page, 'Apple Music', name);

    await page.getByRole('button', { name: /^Add All Tracks/ }).waitFor();
    await page.getByRole('button', { name: /^Source Only/ }).click();
    await page.getByRole('row').getByRole('button', { name: /^Add / }).first().click();
    await confirm(page);
    await page
      .getByText(/ was added\.$/)
      .first()
      .waitFor();
    expect(await targetIds('spotify', 'inbound', name)).toHaveLength(4);

    await page.getByRole('button', { name: 'Add All Tracks' }).click();
    await confirm(page);
    await page.getByText(/^Adding track \d+ of \d+\.\.\.$/).waitFor();
    await page.getByText(/^Adding track/).waitFor({ state: 'hidden', timeout: 90_000 });
    await closeDialogs(page);

    await page.getByRole('button', { name: /^Target Only/ }).click();
    await page
      .getByRole('row')
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await confirm(page);
    await page
      .getByText(/ was removed\.$/)
      .first()
      .waitFor();

    const written = await targetIds('spotify', 'inbound', name);
    const codes = appleSongs.map(({ id }) => codeOf(id));
    const findable = codes.filter((code) => code !== null && carriersOf('spotify', code, COUNTRY).length > 0);
    expect(written).not.toContain(extra);
    expect(written.slice(0, 2)).toEqual([first, second]);
    expect(written.slice(2).map(codeOf)).toEqual(findable.slice(2));
    expect(new Set(written).size).toBe(written.length);

    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Great, everything is in sync!').waitFor();
  });
});
