import { allowsAnalytics, cutAddress } from './visitor.js';

describe('an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0'],
    ['::ffff:203.0.113.7', '203.0.113.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['2001:0db8:0001::6', '2001:db8:1::'],
    ['2001:db8::1', '2001:db8::'],
    ['::1', '::'],
    ['unknown', 'unknown'],
  ])('%s is cut to %s', (ip, cut) => expect(cutAddress(ip)).toBe(cut));
});

describe('analytics', () => {
  const allowing = encodeURIComponent('{"analytics":true,"marketing":false}');

  it('are allowed by a clear yes', () => {
    expect(allowsAnalytics(`cookieConsent=custom; cookieConsentDetails=${allowing}`)).toBe(true);
    expect(allowsAnalytics('cookieConsentDetails={"analytics":true,"marketing":true}')).toBe(true);
  });

  it.each([
    undefined,
    '',
    'cookieConsent=accepted',
    `xcookieConsentDetails=${allowing}`,
    `cookieConsentDetails=${encodeURIComponent('{"analytics":false,"marketing":true}')}`,
    `cookieConsentDetails=${encodeURIComponent('{"analytics":"true","marketing":true}')}`,
    'cookieConsentDetails=%7B',
    'cookieConsentDetails=%E0%A4%A',
    'cookieConsentDetails=',
  ])('are not allowed by %j', (header) => expect(allowsAnalytics(header)).toBe(false));
});
