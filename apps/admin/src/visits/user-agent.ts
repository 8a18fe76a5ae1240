import Bowser from 'bowser';

/** Which browser on what, in words people know; nothing that would tell two visitors apart. */
export interface Agent {
  browser: string;
  device: string;
}

const DEVICES: Readonly<Record<string, string>> = {
  desktop: 'Desktop',
  mobile: 'Phone',
  tablet: 'Tablet',
  tv: 'TV',
  bot: 'Bot',
};

/** The names a `User-Agent` header gives itself. Names only: versions would make groups too small. */
export function agentOf(userAgent: string): Agent {
  // The parser refuses an empty text.
  const { browser, os, platform } = Bowser.parse(userAgent || '-');
  return {
    browser: browser.name || 'Unknown browser',
    device: [DEVICES[platform.type ?? ''], os.name].filter(Boolean).join(', ') || 'Unknown device',
  };
}
