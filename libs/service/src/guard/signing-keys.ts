import { jwks, pathOf } from '@segue/contracts';
import { createRemoteJWKSet, decodeProtectedHeader, errors } from 'jose';
import { KeyObject } from 'node:crypto';
import { AppError } from '../app-error.js';

const TIMEOUT_MS = 2000;
/** A key that auth has shown for longer than this is known to everybody, so it may sign: the handbook's chapter of keys. */
const KNOWN_FOR_MS = 10 * 60 * 1000;
/** Tokens of made up keys must not become questions to auth. */
const LEAST_PAUSE_MS = 30 * 1000;

/** Finds the public key that a token names, from auth's key set. */
export type FindSigningKey = (token: string) => Promise<KeyObject>;

/**
 * Reads auth's keys on first use, every ten minutes, and when a token names a key not seen before (at most every 30 s).
 * @throws AppError `unauthenticated` for an unknown key, `service_unavailable` while auth cannot be reached.
 */
export function remoteSigningKeys(authUrl: string): FindSigningKey {
  const keys = createRemoteJWKSet(new URL(pathOf(jwks), authUrl), {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: KNOWN_FOR_MS,
    cooldownDuration: LEAST_PAUSE_MS,
  });
  return async (token) => {
    const kid = keyIdOf(token);
    try {
      return KeyObject.from(await keys({ alg: 'ES256', kid }));
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey) throw new AppError('unauthenticated', {}, { cause });
      // Auth is away, starting or answers nonsense: that says nothing about the member's token.
      throw new AppError('service_unavailable', {}, { cause, retryAfterSeconds: 2 });
    }
  };
}

function keyIdOf(token: string): string {
  try {
    return decodeProtectedHeader(token).kid ?? '';
  } catch (cause) {
    throw new AppError('unauthenticated', {}, { cause });
  }
}
