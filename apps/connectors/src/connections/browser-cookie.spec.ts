import { browserCookieFor, clearCookie, readCookie, setCookie } from './browser-cookie.js';

describe('the consent cookie', () => {
  it('is held by this very host over https [S141]', () => {
    expect(setCookie(browserCookieFor('https://segue.test'), 'v')).toBe(
      '__Host-segue_oauth=v; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  });

  it('goes to the API alone on this machine', () => {
    const cookie = browserCookieFor('http://127.0.0.1:3000');
    expect(setCookie(cookie, 'v')).toBe('segue_oauth=v; Max-Age=600; Path=/api; HttpOnly; SameSite=Lax');
    expect(clearCookie(cookie)).toContain('segue_oauth=; Max-Age=0');
  });

  it('is found among others', () => {
    const cookie = browserCookieFor('http://127.0.0.1:3000');
    expect(readCookie(cookie, 'a=b; segue_oauth=secret; xsegue_oauth=no')).toBe('secret');
    expect([readCookie(cookie, undefined), readCookie(cookie, 'segue_oauth=')]).toEqual([null, null]);
  });
});
