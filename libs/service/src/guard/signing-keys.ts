import { jwks, pathOf } from '@segue/contracts';
import { createRemoteJWKSet, decodeProtectedHeader, errors } from 'jose';
import { KeyObject } from 'node:crypto';
import { AppError } from '../app-error.js';

const TIMEOUT_MS = 2000;

/** Finds the public key that a token names, from auth's key set. */
export type FindSigningKey = (token: string) => Promise<KeyObject>;

/**
 * Reads auth's keys on first use and again when a token names a key not seen before (at most every 30 s).
 * @throws AppError `unauthenticated` for an unknown key, `service_unavailable` while auth cannot be reached.
 */
export function remoteSigningKeys(authUrl: string): FindSigningKey {
  const keys = createRemoteJWKSet(new URL(pathOf(jwks), authUrl), { timeoutDuration: TIMEOUT_MS });
  return async (token) => {
    try {
      const { kid } = decodeProtectedHeader(token);
      return KeyObject.from(await keys({ alg: 'ES256', kid: typeof kid === 'string' ? kid : '' }));
    } catch (cause) {
      const isOurTrouble = !(cause instanceof errors.JOSEError) || cause instanceof errors.JWKSTimeout;
      const badToken = cause instanceof TypeError && /token/i.test(cause.message);
      if (isOurTrouble && !badToken) throw new AppError('service_unavailable', {}, { cause, retryAfterSeconds: 2 });
      throw new AppError('unauthenticated', {}, { cause });
    }
  };
}
