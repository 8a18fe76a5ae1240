import { CONNECT_TRANSACTION_LIFE_MS } from '@segue/contracts';

/** The cookie that ties a consent to the browser it was started in. */
export interface BrowserCookie {
  readonly name: string;
  /** Everything behind the value. */
  readonly attributes: string;
}

/**
 * Over https the `__Host-` prefix makes browsers refuse it from anywhere but this very host. `Lax`: it has to come along
 * when the platform sends the browser back.
 */
export function browserCookieFor(appUrl: string): BrowserCookie {
  return appUrl.startsWith('https://')
    ? { name: '__Host-segue_oauth', attributes: 'Path=/; HttpOnly; Secure; SameSite=Lax' }
    : { name: 'segue_oauth', attributes: 'Path=/api; HttpOnly; SameSite=Lax' };
}

export const setCookie = ({ name, attributes }: BrowserCookie, value: string): string =>
  `${name}=${value}; Max-Age=${CONNECT_TRANSACTION_LIFE_MS / 1000}; ${attributes}`;

export const clearCookie = ({ name, attributes }: BrowserCookie): string => `${name}=; Max-Age=0; ${attributes}`;

/** The cookie's value in a request's `Cookie` header; null without it. */
export function readCookie({ name }: BrowserCookie, header: string | undefined): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=');
    if (key === name && value) return value;
  }
  return null;
}
