import type { Page } from 'playwright-core';
import { newMember } from './support/api.js';
import { describeInBrowser } from './support/browser.js';
import { GUEST, MEMBER, PUBLIC, tokenWithScreens } from './support/route-table.js';
import {
  address,
  type ColourScheme,
  demoToken,
  openBrowser,
  overflow,
  seriousFaults,
  settled,
} from './support/screens.js';

const SCHEMES = ['light', 'dark'] as const;
const WIDTHS: readonly number[] = [1440, 360];
const NARROW: readonly number[] = [360];

/** What is wrong with the screen as it stands, in each width. */
async function faultsOf(page: Page, widths = WIDTHS): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const found = [...(await seriousFaults(page)), ...((await overflow(page)) > 0 ? ['wider than the window'] : [])];
    faults.push(...found.map((fault) => `${width}: ${fault}`));
  }
  return faults;
}

describeInBrowser('accessible in light and dark, at 360 and 1440 px', (browser) => {
  const token = tokenWithScreens();

  async function look(paths: ReadonlyArray<readonly [string, string]>, who: string | null, scheme: ColourScheme) {
    const { context, page } = await openBrowser(browser, { token: who, scheme });
    for (const [path] of paths) {
      await page.goto(address(path));
      await settled(page);
      expect({ path, faults: await faultsOf(page) }).toEqual({ path, faults: [] });
    }
    await context.close();
  }

  it.each(SCHEMES)("is every visitor's screen, in %s", (scheme) => look([...PUBLIC, ...GUEST], null, scheme));
  it.each(SCHEMES)("is every member's screen, in %s", (scheme) => look(MEMBER, token(), scheme));
  it.each(SCHEMES)("is the administrator's screen, in %s", async (scheme) =>
    look([['/admin', '']], await demoToken('admin'), scheme),
  );

  /** Opens a screen and brings it into a state; what then stands there is looked at. */
  async function lookAfter(
    path: string,
    act: (page: Page) => Promise<unknown>,
    {
      who = token(),
      widths = WIDTHS,
      asked = false,
    }: { who?: string | null; widths?: readonly number[]; asked?: boolean } = {},
  ) {
    for (const scheme of SCHEMES) {
      const { context, page } = await openBrowser(browser, { token: who, asked, scheme, width: widths[0] ?? 360 });
      await page.goto(address(path));
      await settled(page);
      await act(page);
      expect({ scheme, faults: await faultsOf(page, widths) }).toEqual({ scheme, faults: [] });
      await context.close();
    }
  }
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
  const opened = (page: Page) => page.getByRole('dialog').waitFor();
  const COMPARED = '/playlist/spotify/screens000000000000001';

  it('is the menu of a small screen', () =>
    lookAfter('/dashboard', async (page) => (await button(page, 'Open menu').click(), opened(page)), {
      widths: NARROW,
    }));

  it('is the question about cookies, with its preferences', () =>
    lookAfter('/contact', (page) => button(page, 'Manage Preferences').click(), { who: null, asked: true }));

  it('is a refused sign-in', () =>
    lookAfter(
      '/login',
      async (page) => {
        await page.getByLabel('Email').fill('nobody@members.test');
        await page.getByLabel('Password').fill('wrong password');
        await button(page, 'Login').click();
        await page.getByRole('alert').waitFor();
      },
      { who: null },
    ));

  it('is a plan that was chosen', () => lookAfter('/plans', (page) => button(page, 'Choose Premium').click()));

  it('is an account that is being edited', () =>
    lookAfter('/account', async (page) => {
      await button(page, 'Change Password').click();
      await button(page, 'Edit Profile').click();
    }));

  it('is what says that something was saved', async () => {
    // Whoever saves goes on with a token of their own.
    const { token: who } = await newMember();
    const { context, page } = await openBrowser(browser, { token: who });
    await page.goto(address('/account'));
    await button(page, 'Edit Profile').click();
    await button(page, 'Save Changes').click();
    await page.getByText('Profile updated successfully').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  it.each([
    ['the deletion of the account', '/account', 'Delete Account'],
    ['the creation of a playlist', '/playlist/spotify/screens000000000000002', 'Create Playlist'],
    ['adding all', COMPARED, 'Add All Tracks'],
    ['adding one', COMPARED, /^Add (?!All)/],
    ['removing one', COMPARED, /^Remove /],
  ] as const)('is the dialog before %s', (_, path, name) =>
    lookAfter(path, async (page) => {
      await button(page, name).click();
      await opened(page);
    }),
  );
});
