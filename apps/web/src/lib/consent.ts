import {
  CONSENT_COOKIE_MAX_AGE_SECONDS,
  CONSENT_DETAILS_KEY,
  CONSENT_KEY,
  type ConsentDetails,
  type ConsentSummary,
} from '@segue/contracts';
import { useSyncExternalStore } from 'react';

/** What a visitor allowed beside what the service cannot work without. */
export interface Consent {
  summary: ConsentSummary;
  details: ConsentDetails;
}

const NOTHING: ConsentDetails = { analytics: false, marketing: false };
const EVERYTHING: ConsentDetails = { analytics: true, marketing: true };
const UNDECIDED: Consent = { summary: 'none', details: NOTHING };
/** While a page is only being written nobody is asked. */
const NOT_ASKED: Consent = { summary: 'declined', details: NOTHING };
const SUMMARIES: readonly string[] = ['accepted', 'declined', 'custom'] satisfies ConsentSummary[];

const listeners = new Set<() => void>();
let current: Consent | undefined;

/** The choice as it stands; `none` while there is none. */
export const currentConsent = (): Consent => (current ??= readConsent());

export const acceptAll = (): void => choose({ summary: 'accepted', details: EVERYTHING });
export const declineAll = (): void => choose({ summary: 'declined', details: NOTHING });
export const savePreferences = (details: ConsentDetails): void => choose({ summary: 'custom', details });

/** Takes back whatever was allowed; the visitor is asked again. */
export function resetConsent(): void {
  for (const key of [CONSENT_KEY, CONSENT_DETAILS_KEY]) {
    try {
      localStorage.removeItem(key);
    } catch {
      // Storage that is switched off holds nothing.
    }
    writeCookie(key, '', 0);
  }
  change(UNDECIDED);
}

export const useConsent = (): Consent => useSyncExternalStore(subscribe, currentConsent, () => NOT_ASKED);

function choose(consent: Consent): void {
  const kept = { [CONSENT_KEY]: consent.summary, [CONSENT_DETAILS_KEY]: JSON.stringify(consent.details) };
  for (const [key, value] of Object.entries(kept)) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // The cookies remember it, too.
    }
    writeCookie(key, value, CONSENT_COOKIE_MAX_AGE_SECONDS);
  }
  change(consent);
}

function change(consent: Consent): void {
  current = consent;
  listeners.forEach((listener) => listener());
  void tellServer(consent);
}

async function tellServer(consent: Consent): Promise<void> {
  try {
    // Only who chooses has to call the API.
    const { sendConsent } = await import('./consent-calls.js');
    await sendConsent(consent);
  } catch (error) {
    console.error('Failed to send consent to backend', error);
  }
}

function subscribe(listener: () => void): () => void {
  // Chosen in another tab.
  const follow = (event: StorageEvent) => {
    if (event.key !== CONSENT_KEY && event.key !== CONSENT_DETAILS_KEY) return;
    current = readConsent();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}

/** From local storage, else from the cookies: either may have been cleared alone. */
function readConsent(): Consent {
  const summary = read(CONSENT_KEY);
  if (summary === null || !SUMMARIES.includes(summary)) return UNDECIDED;
  return { summary: summary as ConsentSummary, details: parseDetails(read(CONSENT_DETAILS_KEY)) };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? readCookie(key);
  } catch {
    return readCookie(key);
  }
}

function parseDetails(text: string | null): ConsentDetails {
  try {
    const { analytics, marketing } = JSON.parse(text ?? '') as Partial<ConsentDetails>;
    return { analytics: analytics === true, marketing: marketing === true };
  } catch {
    return NOTHING;
  }
}

function readCookie(name: string): string | null {
  const cookie = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  try {
    return cookie === undefined ? null : decodeURIComponent(cookie.slice(name.length + 1));
  } catch {
    return null;
  }
}

function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAgeSeconds}; Path=/; SameSite=Lax${secure}`;
}
