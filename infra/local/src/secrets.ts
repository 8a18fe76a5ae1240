import { SCHEMA_OWNERS, type SchemaOwner } from './provision.js';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Keys and passwords of one installation, made once and kept in its data folder. */
export interface LocalSecrets {
  databasePassword: string;
  rolePasswords: Record<SchemaOwner, string>;
  serviceSecret: string;
  /** JSON array of private JWKs; the first signs, all verify. */
  signingKeys: string;
  tokenEncryptionKeys: string;
  spotifyClientId: string;
  spotifyClientSecret: string;
  appleTeamId: string;
  appleKeyId: string;
  /** PEM. */
  applePrivateKey: string;
  applePublicKey: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  stripePriceId: string;
}

const word = (bytes = 24): string => randomBytes(bytes).toString('base64url');
const appleId = (): string => randomBytes(5).toString('hex').toUpperCase();

function makeSecrets(): LocalSecrets {
  const signing = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    databasePassword: word(),
    rolePasswords: Object.fromEntries(SCHEMA_OWNERS.map((owner) => [owner, word()])) as Record<SchemaOwner, string>,
    serviceSecret: word(32),
    signingKeys: JSON.stringify([{ ...signing, kid: word(8), alg: 'ES256', use: 'sig' }]),
    tokenEncryptionKeys: `local:${randomBytes(32).toString('base64')}`,
    spotifyClientId: randomBytes(16).toString('hex'),
    spotifyClientSecret: randomBytes(16).toString('hex'),
    appleTeamId: appleId(),
    appleKeyId: appleId(),
    applePrivateKey: String(apple.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    applePublicKey: String(apple.publicKey.export({ type: 'spki', format: 'pem' })),
    stripeSecretKey: `sk_test_${randomBytes(24).toString('hex')}`,
    stripeWebhookSecret: `whsec_${word()}`,
    stripePriceId: `price_${randomBytes(12).toString('hex')}`,
  };
}

/** Reads the installation's secrets, making on each start those it does not have yet. */
export function loadSecrets(dataDir: string): LocalSecrets {
  const path = join(dataDir, 'secrets.json');
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<LocalSecrets>) : {};
  // 711: the database runs as another user when we are root and has to pass through.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const made = makeSecrets();
  const secrets = { ...made, ...known };
  if (Object.keys(made).every((name) => name in known)) return secrets;
  writeFileSync(`${path}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return secrets;
}
