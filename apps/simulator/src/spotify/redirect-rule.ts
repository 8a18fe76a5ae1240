/**
 * Whether Spotify would send a browser to `requested` when `registered` stands in the app's settings: equal to the
 * letter, https unless the host is a loopback IP literal, never `localhost`; a loopback address registered without a
 * port may be asked for with any. https://developer.spotify.com/documentation/web-api/concepts/redirect_uri
 */
export function isAllowedRedirect(registered: string, requested: string): boolean {
  if (!isAcceptableAddress(requested)) return false;
  if (requested === registered) return true;
  const [known, asked] = [new URL(registered), new URL(requested)];
  if (!LOOPBACK.includes(known.hostname) || known.port !== '' || asked.port === '') return false;
  return requested.replace(`:${asked.port}`, '') === registered;
}

const LOOPBACK = ['127.0.0.1', '[::1]'];

function isAcceptableAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (hostname === 'localhost') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}
