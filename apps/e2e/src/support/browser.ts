import { hasBrowser, launchBrowser } from '@segue/testing';
import type { Browser } from 'playwright-core';

if (!hasBrowser) {
  process.stderr.write('SKIPPED: browser tests need Chromium: apt-get install -y --no-install-recommends chromium\n');
}

/** A `describe` with a browser of its own, which is there when its tests run; skipped where there is no Chromium. */
export function describeInBrowser(title: string, define: (browser: () => Browser) => void): void {
  (hasBrowser ? describe : describe.skip)(title, () => {
    let browser: Browser;
    beforeAll(async () => void (browser = await launchBrowser()));
    afterAll(() => browser.close());
    define(() => browser);
  });
}
