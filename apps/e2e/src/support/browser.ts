import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
/** Whether there is a browser. In CI there must be one, so its absence is a failure and no reason to skip. */
export const hasBrowser = existsSync(CHROMIUM) || process.env.CI === 'true';
if (!hasBrowser) {
  process.stderr.write('SKIPPED: browser tests need Chromium: apt-get install -y --no-install-recommends chromium\n');
}

/** Chromium without the background traffic it would send on its own. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
