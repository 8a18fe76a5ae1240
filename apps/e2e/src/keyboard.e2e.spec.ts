import type { Page } from 'playwright-core';
import { newMember, connect } from './support/api.js';
import { describeInBrowser } from './support/browser.js';
import { realPlaylist, carriersOf, codeOf } from './support/catalogue.js';
import { address, openBrowser, PASSWORD } from './support/screens.js';
import { libraryOf, putListener } from './support/simulator.js';

const MOST_STEPS = 80;

/** Presses Tab until what has the focus bears this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent;
      return element?.getAttribute('aria-label') ?? label ?? '';
    });
    if (name.test(focused.trim())) return;
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}

describeInBrowser('by keyboard alone', (browser) => {
  it('a member signs in, opens a playlist from the dashboard, compares it and adds a song', async () => {
    const [first = '', second = ''] = realPlaylist('beatify-90er-hits').songIds.filter((id) => {
      const code = codeOf(id);
      return code !== null && carriersOf('apple', code, 'de').length > 0;
    });
    const twin = carriersOf('apple', codeOf(first) ?? '', 'de')[0]?.id;
    const { email, token } = await newMember();
    const mine = { displayName: 'Keys', country: 'de' };
    await putListener('spotify', 'keys', { ...mine, playlists: [{ name: 'By keys', trackIds: [first, second] }] });
    await putListener('apple', 'keys', { ...mine, playlists: [{ name: 'By keys', trackIds: [twin] }] });
    await connect('spotify', 'keys', token);
    await connect('apple', 'keys', token);

    const { context, page } = await openBrowser(browser);
    await page.goto(address('/login'));
    await page.getByRole('button', { name: 'Login' }).waitFor();
    await tabTo(page, /^Email$/);
    await page.keyboard.type(email);
    await tabTo(page, /^Password$/);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    await page.getByRole('link', { name: 'View By keys' }).waitFor();
    await tabTo(page, /^View By keys$/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/playlist/spotify/**');
    await page.getByRole('button', { name: /^Add / }).last().waitFor();
    await page.getByRole('button', { name: 'Add All Tracks' }).waitFor();
    await tabTo(page, /^Add (?!All)/);
    await page.keyboard.press('Enter');
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Yes' });
    await yes.waitFor();
    expect(await yes.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page
      .getByText(/ was added\.$/)
      .first()
      .waitFor();
    const { playlists } = await libraryOf('apple', 'keys');
    expect(playlists.find(({ name }) => name === 'By keys')?.trackIds).toHaveLength(2);
    await context.close();
  });
});
