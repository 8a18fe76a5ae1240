const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

// Spec section 9, one constant each.

/** Free plan: one playlist in this window, counted from `firstUpdatedAt`. */
export const FREE_UPDATE_WINDOW_MS = 24 * HOUR_MS;
export const FREE_PRICE_CENTS = 0;
/** Premium, per month, in euro cents. */
export const PREMIUM_PRICE_CENTS = 199;
/** The price that is struck through, per month, in euro cents. */
export const PREMIUM_LIST_PRICE_CENTS = 399;
export const CURRENCY = 'EUR';
/** The banner's countdown is drawn anew this often. */
export const COUNTDOWN_REFRESH_MS = MINUTE_MS;
export const SERVER_STATS_POLL_MS = 5 * SECOND_MS;
/** Playlists of a platform stay in the browser's and the server's cache this long. */
export const PLAYLIST_CACHE_MS = 5 * MINUTE_MS;
/** Above this many tracks the screen says that loading takes a while. */
export const LONG_PLAYLIST_TRACKS = 1000;
/** Names are cut to this many characters in mismatch and failure dialogs. */
export const DIALOG_NAME_CHARACTERS = 80;
/** The consent cookies live one year. */
export const CONSENT_COOKIE_MAX_AGE_SECONDS = 31_536_000;
export const MINIMUM_AGE_YEARS = 16;

// What the spec leaves open (design section 3).

export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_CHARACTERS = 128;
export const NAME_MAX_CHARACTERS = 100;
export const EMAIL_MAX_CHARACTERS = 254;
/** A member's token lives 24 h, an administrator's one hour. */
export const MEMBER_TOKEN_LIFE_SECONDS = 24 * 60 * 60;
export const ADMIN_TOKEN_LIFE_SECONDS = 60 * 60;
/** A consent at Spotify has to come back within this. */
export const CONNECT_TRANSACTION_LIFE_MS = 10 * MINUTE_MS;
/** Most tracks of one playlist we compare or create: Spotify stops near 11,000. */
export const PLAYLIST_MAX_TRACKS = 11_000;
/** Most tracks one availability question may hold. */
export const AVAILABILITY_MAX_TRACKS = 100;
/** Names and descriptions of playlists we create, in characters. */
export const PLAYLIST_NAME_MAX_CHARACTERS = 100;
export const PLAYLIST_DESCRIPTION_MAX_CHARACTERS = 300;
/** A body that carries a whole playlist, in bytes. */
export const PLAYLIST_BODY_LIMIT_BYTES = 8 * 1024 * 1024;
/** An event from Stripe, in bytes: a few kilobytes in practice, a large invoice more. */
export const STRIPE_EVENT_LIMIT_BYTES = 512 * 1024;
/** Reading a whole playlist may take this long. */
export const PLAYLIST_READ_TIMEOUT_MS = 2 * MINUTE_MS;
/** Writing a whole playlist may take this long. */
export const PLAYLIST_WRITE_TIMEOUT_MS = 10 * MINUTE_MS;
/** Writing one track may take this long: platforms show a write up to a minute late, and only reading proves it. */
export const TRACK_WRITE_TIMEOUT_MS = 2 * MINUTE_MS;
/** An answer to a repeated `Idempotency-Key` is kept this long. */
export const IDEMPOTENCY_KEY_LIFE_MS = 24 * HOUR_MS;
/** Add calls of one member to one playlist that follow each other within this go out in one call to the platform. */
export const ADD_GATHERING_MS = 30;
/** Single visits are forgotten after 90 days. */
export const VISIT_LIFE_DAYS = 90;
/** How often each page was visited on each day, which tells nothing of anybody, is kept this long. */
export const VISIT_COUNT_LIFE_DAYS = 400;
/** The dashboard's charts look back this far unless asked for more, in days. */
export const RECENT_DAYS = 30;
/** Most members one answer of the list holds. */
export const USERS_PER_ANSWER = 1000;
/** Networks the IP summary shows: those with the most visits. */
export const IP_SUMMARY_ROWS = 20;
/** Both log panels together, as they are sent. */
export const LOG_PANELS_MAX_BYTES = 240 * 1024;
/** What somebody wrote on the contact page is kept this long. */
export const CONTACT_LIFE_DAYS = 365;
/** The network a message came from, which only the cap on messages needs. */
export const SENDER_NETWORK_LIFE_MS = HOUR_MS;
/** Withdrawals and choices about cookies are kept as proofs: as long as claims can be made. */
export const PROOF_LIFE_DAYS = 3 * 365;
/** Lines of the programs' logs are kept this long, where Segue itself keeps them. */
export const LOG_LIFE_DAYS = 30;
/** Who looked at members or logs is kept this long. */
export const AUDIT_LIFE_DAYS = 365;
/** What somebody bought on the web may be given back within this. */
export const WITHDRAWAL_DAYS = 14;
/**
 * The missing calls of a group are waited for this long, or what comes late would stand behind what it belongs before: a
 * packet lost on a mobile network is sent again after a second.
 */
export const ADD_GROUP_WAIT_MS = 1500;
export const ADD_GROUP_MAX = 100;
/** Rows leave the ledger after 90 days. */
export const LEDGER_LIFE_DAYS = 90;
