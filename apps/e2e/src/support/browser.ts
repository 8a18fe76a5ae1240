import { hasBrowser, launchBrowser } from '@segue/testing';

if (!hasBrowser) {
  process.stderr.write('SKIPPED: browser tests need Chromium: apt-get install -y --no-install-recommends chromium\n');
}

export { hasBrowser, launchBrowser };
