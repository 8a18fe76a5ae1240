import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCHEMA_OWNERS, type SchemaOwner } from './provision.js';
import { loadSecrets } from './secrets.js';
import { databasePortOf, environmentsOf, portOfProcess, processesOf, readSettings } from './settings.js';

const ROOT = '/srv/segue';
let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'segue-settings-'))));
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('readSettings', () => {
  it('gives the defaults of the operating contract', () => {
    expect(readSettings(ROOT, {})).toEqual({
      root: ROOT,
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://127.0.0.1:3000',
      dataDir: '/srv/segue/.segue',
      databaseUrl: undefined,
      simulator: true,
      demoPassword: 'segue-demo-password',
    });
  });

  it('takes what it is told, and an empty value for unset', () => {
    const told = { PORT: '4000', APP_URL: 'https://segue.test//', SEGUE_DATA_DIR: '/data', SEGUE_SIMULATOR: 'off' };
    expect(readSettings(ROOT, { ...told, HOST: '', DATABASE_URL: '' })).toMatchObject({
      ...{ port: 4000, appUrl: 'https://segue.test', dataDir: '/data', simulator: false },
      ...{ host: '127.0.0.1', databaseUrl: undefined },
    });
  });

  it.each(['0', '-1', '80.5', 'http', '65536', '65500', ' ', 'NaN'])('refuses %j as PORT by name', (PORT) => {
    expect(() => readSettings(ROOT, { PORT })).toThrow('PORT');
  });

  it('refuses a simulator that is neither on nor off', () => {
    expect(() => readSettings(ROOT, { SEGUE_SIMULATOR: 'true' })).toThrow('SEGUE_SIMULATOR');
  });

  it('simulates nothing in production unless told to', () => {
    expect(readSettings(ROOT, { NODE_ENV: 'production' }).simulator).toBe(false);
    expect(readSettings(ROOT, { NODE_ENV: 'production', SEGUE_SIMULATOR: 'on' }).simulator).toBe(true);
  });
});

describe('ports', () => {
  it('all derive from one and never meet', () => {
    const settings = readSettings(ROOT, { PORT: '4000' });
    const ports = [...processesOf(settings).map((name) => portOfProcess(name, 4000)), databasePortOf(4000)];
    expect(new Set(ports).size).toBe(ports.length);
    expect(portOfProcess('gateway', 4000)).toBe(4000);
    expect(portOfProcess('simulator', 4000)).toBe(4100);
    expect(databasePortOf(4000)).toBe(4132);
  });
});

describe('secrets', () => {
  it('are made once and kept where only their owner reads', () => {
    const folder = join(dataDir, 'new');
    const first = loadSecrets(folder);
    expect(loadSecrets(folder)).toEqual(first);
    // An installation of before there was Stripe gets what it lacks and keeps what it has.
    const { stripeSecretKey, ...older } = first;
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify(older));
    const filled = loadSecrets(folder);
    expect(filled).toMatchObject(older);
    expect(filled.stripeSecretKey).not.toBe(stripeSecretKey);
    expect(loadSecrets(folder)).toEqual(filled);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o077).toBe(0);
  });

  it('of two installations have nothing in common', () => {
    const [one, two] = [loadSecrets(join(dataDir, 'one')), loadSecrets(join(dataDir, 'two'))];
    for (const key of Object.keys(one) as Array<keyof typeof one>) expect(two[key]).not.toEqual(one[key]);
  });
});

describe('the environment of each process', () => {
  const urls = Object.fromEntries(SCHEMA_OWNERS.map((owner) => [owner, `postgres://${owner}-login`])) as Record<
    SchemaOwner,
    string
  >;
  const environments = (variables: NodeJS.ProcessEnv = {}) => {
    const secrets = loadSecrets(dataDir);
    return { secrets, ...environmentsOf(readSettings(ROOT, variables), secrets, urls, variables) };
  };
  /** The processes in whose environment a text stands. */
  const holdersOf = (text: string, variables: NodeJS.ProcessEnv = {}) => {
    const { secrets, ...all } = environments(variables);
    void secrets;
    return Object.entries(all)
      .filter(([, environment]) => Object.values(environment).some((value) => value?.includes(text)))
      .map(([name]) => name);
  };

  it.each(SCHEMA_OWNERS)('holds the database login of %s there alone', (owner) => {
    expect(holdersOf(`${owner}-login`)).toEqual([owner]);
  });

  it('holds signing keys at auth, platform and encryption keys at connectors, nowhere else', () => {
    const { secrets } = environments();
    const key = (JSON.parse(secrets.signingKeys) as Array<{ d: string }>)[0]?.d ?? '';
    expect(holdersOf(key)).toEqual(['auth']);
    expect(holdersOf(secrets.applePrivateKey)).toEqual(['connectors']);
    expect(holdersOf(secrets.tokenEncryptionKeys)).toEqual(['connectors']);
    expect(holdersOf(secrets.spotifyClientSecret).sort()).toEqual(['connectors', 'simulator']);
    expect(holdersOf(secrets.stripeSecretKey).sort()).toEqual(['billing', 'simulator']);
    expect(holdersOf(secrets.stripeWebhookSecret).sort()).toEqual(['billing', 'simulator']);
    expect(holdersOf(secrets.serviceSecret)).not.toContain('simulator');
    expect(holdersOf(secrets.databasePassword)).toEqual([]);
  });

  it('keeps keys of the real platforms at connectors', () => {
    const real = {
      SEGUE_SIMULATOR: 'off',
      SPOTIFY_CLIENT_SECRET: 'canary-spotify',
      APPLE_PRIVATE_KEY: 'canary-apple',
      TOKEN_ENCRYPTION_KEYS: 'canary-ring',
      JWT_SIGNING_KEYS: 'canary-signing',
      STRIPE_SECRET_KEY: 'canary-stripe',
    };
    expect(holdersOf('canary-spotify', real)).toEqual(['connectors']);
    expect(holdersOf('canary-apple', real)).toEqual(['connectors']);
    expect(holdersOf('canary-ring', real)).toEqual(['connectors']);
    expect(holdersOf('canary-signing', real)).toEqual(['auth']);
    expect(holdersOf('canary-stripe', real)).toEqual(['billing']);
  });

  it('leads to the simulator only when there is one', () => {
    expect(environments().connectors.SPOTIFY_API_URL).toBe('http://127.0.0.1:3100/spotify/api/v1');
    expect(environments().billing.STRIPE_API_URL).toBe('http://127.0.0.1:3100/stripe');
    expect(environments({ HOST: '0.0.0.0' }).simulator.STRIPE_WEBHOOK_URL).toBe(
      'http://127.0.0.1:3000/api/billing/webhook',
    );
    const off = environments({ SEGUE_SIMULATOR: 'off' });
    expect(off.connectors.SPOTIFY_API_URL).toBeUndefined();
    expect(off.billing.STRIPE_API_URL).toBeUndefined();
    expect(off.billing.STRIPE_SECRET_KEY).toBeUndefined();
    expect(off.gateway.SIMULATOR_URL).toBeUndefined();
    expect(processesOf(readSettings(ROOT, { SEGUE_SIMULATOR: 'off' }))).not.toContain('simulator');
  });

  it('passes nothing else of ours on', () => {
    expect(holdersOf('canary', { AWS_SECRET_ACCESS_KEY: 'canary', NODE_OPTIONS: '--canary' })).toEqual([]);
  });

  it('tells simulator and connectors the same quota mode', () => {
    const { simulator, connectors } = environments({ SPOTIFY_QUOTA_MODE: 'extended' });
    expect([simulator.SPOTIFY_QUOTA_MODE, connectors.SPOTIFY_QUOTA_MODE]).toEqual(['extended', 'extended']);
  });
});
