/** Apple's script host, its consent window and API; the only third party a page ever loads from. */
const MUSICKIT = { script: 'https://js-cdn.music.apple.com', api: 'https://*.music.apple.com' };

type Directives = Record<string, string[]>;

/**
 * No inline script or style, nothing from elsewhere but covers and Apple's script.
 * @param simulatorUrl stands in for the platforms' hosts in development.
 */
export function contentSecurityPolicy(simulatorUrl: string | undefined): Directives {
  const simulator = simulatorUrl ? [new URL(simulatorUrl).origin] : [];
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", MUSICKIT.script, ...simulator],
    styleSrc: ["'self'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'https:', ...simulator],
    connectSrc: ["'self'", MUSICKIT.api, ...simulator],
    frameSrc: [MUSICKIT.api],
    manifestSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    formAction: ["'self'"],
  };
}
