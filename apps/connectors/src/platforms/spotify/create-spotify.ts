import type { Upstream } from '../upstream.js';
import { SpotifyClient } from './spotify-client.js';
import type { SpotifyEnv } from './spotify-env.js';
import { SpotifyConnector } from './spotify.connector.js';
import { SpotifyConsent } from './spotify.consent.js';

/** @param appUrl our public address; Spotify knows `<appUrl>/api/spotify/callback` as the way back. */
export function createSpotify(env: SpotifyEnv, appUrl: string, upstream: Upstream): SpotifyConnector {
  const consent = new SpotifyConsent(
    {
      clientId: env.SPOTIFY_CLIENT_ID,
      clientSecret: env.SPOTIFY_CLIENT_SECRET,
      accountsUrl: env.SPOTIFY_ACCOUNTS_URL,
      redirectUri: `${appUrl}/api/spotify/callback`,
    },
    upstream,
  );
  return new SpotifyConnector(new SpotifyClient(env.SPOTIFY_API_URL, upstream), consent, env.SPOTIFY_QUOTA_MODE);
}
