/** Longest address we look at, in characters. */
const MAX_LENGTH = 8192;
/** Unreserved and sub-delimiter characters of RFC 3986; `;` and `\` are read differently by different programs. */
const PLAIN = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,=:@]|%[0-9A-Fa-f]{2}|\/)*$/;
/** Escapes that hide a separator, a dot, a percent sign or a control character. */
const HIDING_ESCAPE = /%(?:2[ef]|5c|25|3b|[01][0-9a-f]|7f)/i;

export type PathCheck = { path: string } | { problem: 'bad_request' | 'uri_too_long' };

/**
 * The path of a request target, if it can be read in one way only. Whatever the gateway and a service could read
 * differently (`..`, `//`, `%2e`, `%252e`, `;`, absolute form) is refused here.
 */
export function canonicalPath(target: string): PathCheck {
  if (target.length > MAX_LENGTH) return { problem: 'uri_too_long' };
  const [path = ''] = target.split('?', 1);
  const readOneWay =
    PLAIN.test(path) && !HIDING_ESCAPE.test(path) && !path.includes('//') && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path);
  return readOneWay ? { path } : { problem: 'bad_request' };
}
