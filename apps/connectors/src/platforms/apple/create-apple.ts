import type { Upstream } from '../upstream.js';
import { AppleCatalogue } from './apple-catalogue.js';
import { AppleClient } from './apple-client.js';
import type { AppleEnv } from './apple-env.js';
import { AppleConnector } from './apple.connector.js';
import { AppleConsent } from './apple.consent.js';
import { DeveloperTokens } from './developer-tokens.js';

export function createApple(env: AppleEnv, upstream: Upstream): AppleConnector {
  const key = { teamId: env.APPLE_TEAM_ID, keyId: env.APPLE_KEY_ID, privateKeyPem: env.APPLE_PRIVATE_KEY };
  const tokens = new DeveloperTokens(key, upstream.timing);
  const client = new AppleClient(env.APPLE_API_URL, tokens, upstream);
  const consent = new AppleConsent(client, tokens, env.APPLE_MUSICKIT_URL);
  return new AppleConnector(client, new AppleCatalogue(client), consent);
}
