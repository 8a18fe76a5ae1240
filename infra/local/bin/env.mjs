// Writes `.env` for `docker compose --profile simulator up`, with keys made for this machine.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, install, requireNode, ROOT } from './prepare.mjs';

requireNode();
install();
build();
const { fillEnvExample } = await import('../dist/env-file.js');
const { loadSecrets } = await import('../dist/secrets.js');
const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
const filled = fillEnvExample(example, loadSecrets(join(ROOT, process.env.SEGUE_DATA_DIR || '.segue')));
try {
  writeFileSync(join(ROOT, '.env'), filled, { mode: 0o600, flag: 'wx' });
} catch (error) {
  console.error(error.code === 'EEXIST' ? '.env is there already; it stays as it is.' : error.message);
  process.exit(1);
}
