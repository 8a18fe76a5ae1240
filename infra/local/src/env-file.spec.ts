import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillEnvExample } from './env-file.js';
import { loadSecrets } from './secrets.js';
import { IMAGES, read, variablesOf } from './testing/repository.js';

const example = read('.env.example');
const named = (text: string) => new Set([...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name ?? ''));

/** What only the containers, the start script or the database's preparation read. */
const NOT_OF_A_SERVICE = [
  'DATABASE_ADMIN_URL',
  'DATABASE_NAME',
  'POSTGRES_PASSWORD',
  'RABBITMQ_PASSWORD',
  'SEGUE_DATA_DIR',
  ...IMAGES.map((name) => `${name.toUpperCase()}_DATABASE_PASSWORD`),
];

describe('.env.example', () => {
  it.each([...IMAGES, 'simulator'])('explains every variable of %s', (program) => {
    const missing = [...variablesOf(program)].filter((name) => !named(example).has(name));
    expect(variablesOf(program).size).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });

  it('names nothing that nobody reads', () => {
    const known = new Set([...NOT_OF_A_SERVICE, ...[...IMAGES, 'simulator'].flatMap((name) => [...variablesOf(name)])]);
    expect([...named(example)].filter((name) => !known.has(name))).toEqual([]);
  });

  it('filled in for the containers lacks none of what they require, and keeps keys on one line', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'segue-env-'));
    const filled = fillEnvExample(example, loadSecrets(dataDir));
    rmSync(dataDir, { recursive: true });
    const required = [...read('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+):\?\}/g)].map(([, name]) => name ?? '');
    const empty = [...new Set(required)].filter((name) => !new RegExp(`^${name}=.+$`, 'm').test(filled));
    expect(required.length).toBeGreaterThan(20);
    expect(empty).toEqual([]);
    expect(filled).toMatch(/^APPLE_PRIVATE_KEY='-----BEGIN PRIVATE KEY-----\\n.+'$/m);
  });
});
