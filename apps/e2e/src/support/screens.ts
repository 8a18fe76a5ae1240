import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PASSWORD } from './api.js';
import { appUrl, client } from './system.js';

export type ColourScheme = 'light' | 'dark';

export interface ScreenOptions {
  /** Null for a visitor. */
  token?: string | null;
  width?: number;
  scheme?: ColourScheme;
  javaScript?: boolean;
  /** Whether the question about cookies is still open. */
  asked?: boolean;
}

/** A browser of somebody's own, in which everything that went wrong on a page is collected. */
export async function openBrowser(
  browser: () => Browser,
  { token = null, width = 1280, scheme = 'light', javaScript = true, asked = false }: ScreenOptions = {},
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await browser().newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    javaScriptEnabled: javaScript,
    reducedMotion: 'reduce',
  });
  const stored = { ...(token !== null && { token }), ...(!asked && { cookieConsent: 'declined' }) };
  await context.addInitScript((items: Record<string, string>) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI}`);
    });
  }, stored);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // What the browser says of a refused request is for the screen to explain.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  return { context, page, faults };
}

/** The token of a demo account. */
export const demoToken = (name: 'admin' | 'free' | 'premium'): Promise<string> => client().demoToken(name);

export const address = (path: string): string => appUrl() + path;

/** Until the screen shows more than a spinner or a skeleton. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('h1').first().waitFor();
}

/** What axe-core calls serious or critical on the screen as it is. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
}

/** By how many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The path shown, once it has stopped changing. */
export const pathOf = (page: Page): string => new URL(page.url()).pathname;

export { PASSWORD };
