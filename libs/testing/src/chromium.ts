import { existsSync } from 'node:fs';
import type { BrowserContext, LaunchOptions } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
/** Whether there is a browser. In CI there must be one, so its absence is a failure and no reason to skip. */
export const hasBrowser = existsSync(CHROMIUM) || process.env.CI === 'true';

/** Chromium without the background traffic it would send on its own. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const options = { executablePath: CHROMIUM, args: QUIET };

export const launchBrowser = async (more: Pick<LaunchOptions, 'handleSIGINT'> = {}) =>
  (await import('playwright-core')).chromium.launch({ ...options, ...more });

/** A browser with one profile in `folder`, which other tools may drive at `debuggingPort`, too. Ctrl-C is left to them. */
export async function launchProfile(folder: string, debuggingPort: number): Promise<BrowserContext> {
  const { chromium } = await import('playwright-core');
  const args = [...QUIET, `--remote-debugging-port=${debuggingPort}`];
  return chromium.launchPersistentContext(folder, { ...options, args, handleSIGINT: false });
}
