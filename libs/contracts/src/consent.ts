/** Under this name the choice is kept, in local storage and as a cookie: `accepted`, `declined` or `custom`. */
export const CONSENT_KEY = 'cookieConsent';
/** Under this one what was allowed, as JSON (percent-encoded in the cookie). */
export const CONSENT_DETAILS_KEY = 'cookieConsentDetails';

// Versions of texts people agree to: the day they last changed. What somebody agreed to is stored with it.

export const COOKIE_POLICY_VERSION = '2026-11-20';
export const TERMS_VERSION = '2026-11-20';
