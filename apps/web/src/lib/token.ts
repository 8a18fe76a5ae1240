import type { AccessTokenClaims } from '@segue/contracts';
import { STORAGE } from './storage.js';

/** What screens may know from the token. The server alone decides whether it is good. */
export type SessionUser = Pick<AccessTokenClaims, '_id' | 'name' | 'email' | 'isAdmin' | 'exp'>;

export function readToken(): string | null {
  try {
    return localStorage.getItem(STORAGE.token);
  } catch {
    return null;
  }
}

export function storeToken(token: string): void {
  try {
    localStorage.setItem(STORAGE.token, token);
  } catch {
    // Without storage the session lasts as long as the page.
  }
}

/** The user of a token, or null when it cannot be decoded or its time has come. */
export function userOf(token: string, nowMs: number): SessionUser | null {
  const claims = decodeClaims(token);
  if (claims === null || nowMs >= claims.exp * 1000) return null;
  return claims;
}

function decodeClaims(token: string): SessionUser | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isSessionUser(claims) ? claims : null;
  } catch {
    return null;
  }
}

// By hand and not by the contract's schema: the first visit should not load a validator.
function isSessionUser(claims: unknown): claims is SessionUser {
  if (typeof claims !== 'object' || claims === null) return false;
  const { _id, name, email, exp } = claims as Record<string, unknown>;
  return [_id, name, email].every((text) => typeof text === 'string') && Number.isFinite(exp);
}
