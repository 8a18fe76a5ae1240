import { PUBLIC_PAGES } from '@segue/contracts';
import { describeInBrowser } from './support/browser.js';
import { GUEST, MEMBER, PUBLIC, tokenWithScreens } from './support/route-table.js';
import { address, demoToken, openBrowser, overflow, pathOf, seriousFaults } from './support/screens.js';

describeInBrowser('every route', (browser) => {
  const token = tokenWithScreens();

  async function visit(paths: ReadonlyArray<readonly [string, string]>, who: string | null) {
    const { context, page, faults } = await openBrowser(browser, { token: who });
    for (const [path, heading] of paths) {
      await page.goto(address(path));
      await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
      expect([path, pathOf(page)]).toEqual([path, path]);
    }
    expect(faults).toEqual([]);
    await context.close();
  }

  async function endsAt(paths: readonly string[], who: string | null, end: string) {
    const { context, page } = await openBrowser(browser, { token: who });
    for (const path of paths) {
      await page.goto(address(path));
      await page.waitForURL((url) => url.pathname === end);
    }
    await context.close();
  }

  const paths = (table: ReadonlyArray<readonly [string, string]>) => table.map(([path]) => path);

  it('of the public and the guests is there for a visitor', () => visit([...PUBLIC, ...GUEST], null));

  it('of members sends a visitor to /login', () => endsAt(paths(MEMBER), null, '/login'));

  it('of the public is there for a member', () => visit(PUBLIC, token()));

  it.each(['free', 'premium', 'admin'] as const)('of members is there for the demo account %s', async (name) => {
    const account = await demoToken(name);
    await visit(
      MEMBER.filter(([path]) => !path.startsWith('/playlist/')),
      account,
    );
    await endsAt(paths(GUEST), account, '/dashboard');
  });

  it('of a playlist is there for a member who connected its platform', () => visit(MEMBER, token()));
});

describeInBrowser('the public site', (browser) => {
  it('shows without JavaScript, each page with its own head', async () => {
    const { context, page } = await openBrowser(browser, { javaScript: false });
    const titles = new Set<string>();
    for (const path of PUBLIC_PAGES) {
      await page.goto(address(path));
      const [, heading = ''] = [...PUBLIC, ...GUEST].find(([known]) => known === path) ?? [];
      expect(await page.getByRole('heading', { name: heading, exact: true }).first().isVisible()).toBe(true);
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(address(path));
      expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toBe(await page.title());
      expect((await page.locator('meta[name=description]').getAttribute('content'))?.length).toBeGreaterThan(60);
      titles.add(await page.title());
    }
    expect(titles.size).toBe(PUBLIC_PAGES.length);
    await context.close();
  });

  it('tells search engines where everything is', async () => {
    const sitemap = await (await fetch(address('/sitemap.xml'))).text();
    const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location]) => location);
    expect(listed).toEqual(PUBLIC_PAGES.map((path) => address(path)));
    expect(await (await fetch(address('/robots.txt'))).text()).toContain(`Sitemap: ${address('/sitemap.xml')}`);
  });

  it('scrolls to the questions from the footer', async () => {
    const { context, page } = await openBrowser(browser);
    await page.goto(address('/contact'));
    await page.getByRole('link', { name: 'FAQ' }).click();
    await page.waitForURL('**/pricing#faq');
    await page.waitForFunction(() => {
      const top = document.getElementById('faq')?.getBoundingClientRect().top ?? Number.NaN;
      return top >= 0 && top < window.innerHeight / 2;
    });
    await context.close();
  });

  it.each([
    ['', true],
    [', before its script has come too', false],
  ])('has a menu that slides in on a small screen and closes with a choice%s', async (_when, javaScript) => {
    const { context, page } = await openBrowser(browser, { width: 360, javaScript });
    await page.goto(address('/pricing'));
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog');
    expect(await menu.getByRole('link', { name: 'Pricing' }).getAttribute('aria-current')).toBe('page');
    await menu.getByRole('button', { name: 'Close menu' }).click();
    await menu.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Open menu' }).click();
    if (javaScript) expect(await seriousFaults(page)).toEqual([]);
    await menu.getByRole('link', { name: 'Sign In' }).click();
    await page.waitForURL('**/login');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await context.close();
  });

  it('asks about cookies without standing in the way, and counts nothing before the answer [S168]', async () => {
    const { context, page, faults } = await openBrowser(browser, { width: 360, asked: true });
    await page.goto(address('/pricing'));
    const banner = page.getByRole('region', { name: 'Cookies' });
    await banner.waitFor();
    expect({ faults: await seriousFaults(page), overflow: await overflow(page) }).toEqual({ faults: [], overflow: 0 });
    // The last link of the page can be scrolled out from behind it.
    const last = page.getByRole('link', { name: 'Legal Notice' });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const [link, edge] = [await last.boundingBox(), await banner.boundingBox()];
    expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
    expect(await context.cookies()).toEqual([]);

    await banner.getByRole('button', { name: 'Accept All' }).click();
    await banner.waitFor({ state: 'detached' });
    const kept = (await context.cookies()).map(({ name, value, path, sameSite, expires }) => ({
      ...{ name, value: decodeURIComponent(value), path, sameSite },
      days: Math.round((expires - Date.now() / 1000) / 86_400),
    }));
    const lasting = { path: '/', sameSite: 'Lax', days: 365 };
    expect(kept).toEqual([
      { name: 'cookieConsent', value: 'accepted', ...lasting },
      { name: 'cookieConsentDetails', value: '{"analytics":true,"marketing":true}', ...lasting },
    ]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
