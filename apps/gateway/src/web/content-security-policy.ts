/** Apple's script host, its consent window and API; the only third party a page ever loads from. */
const MUSICKIT = { script: 'https://js-cdn.music.apple.com', api: 'https://*.music.apple.com' };

type Directives = Record<string, string[]>;

/**
 * No inline script, no inline style but those that were built, nothing from elsewhere but covers and Apple's script.
 * @param styleHashes of the style elements that the built pages hold, as `sha256-…`.
 * @param simulatorUrl stands in for the platforms' hosts in development.
 */
export function contentSecurityPolicy(simulatorUrl: string | undefined, styleHashes: readonly string[]): Directives {
  const simulator = simulatorUrl ? [new URL(simulatorUrl).origin] : [];
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", MUSICKIT.script, ...simulator],
    styleSrc: ["'self'", ...styleHashes.map((hash) => `'${hash}'`)],
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
