import { PlatformFailure } from '../platform-failure.js';

/** The Web API's nested error. The accounts service uses another, flat shape: `oauthFailure`. */
export const spotifyFailure = (
  status: number,
  message: string,
  headers: Record<string, string> = {},
): PlatformFailure => new PlatformFailure(status, { error: { status, message } }, headers);

export const oauthFailure = (error: string, description?: string): PlatformFailure =>
  new PlatformFailure(400, description === undefined ? { error } : { error, error_description: description });

const bearer = (error: 'invalid_token' | 'missing_token'): Record<string, string> => ({
  'www-authenticate': `Bearer realm="spotify", error="${error}"`,
});

export const NO_TOKEN = spotifyFailure(401, 'Missing/invalid/expired access token', bearer('missing_token'));
export const BAD_TOKEN = spotifyFailure(401, 'Missing/invalid/expired access token', bearer('invalid_token'));
export const EXPIRED_TOKEN = spotifyFailure(401, 'The access token expired', bearer('invalid_token'));
export const FORBIDDEN = spotifyFailure(403, 'Forbidden');
export const NOT_FOUND = spotifyFailure(404, 'Resource not found');
