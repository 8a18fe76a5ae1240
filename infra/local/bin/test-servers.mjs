// The whole e2e suite against PostgreSQL, RabbitMQ and Redis as servers by URL, with two replicas of what writes to the
// platforms; arguments go to Jest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, requireNode, ROOT } from './prepare.mjs';

const AS_IN_A_CLUSTER = { SEGUE_E2E_ENGINES: 'servers', SEGUE_E2E_REPLICAS: process.env.SEGUE_E2E_REPLICAS ?? '2' };

requireNode();
install();
build();
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'), ...process.argv.slice(2)],
  { cwd: join(ROOT, 'apps', 'e2e'), stdio: 'inherit', env: { ...process.env, ...AS_IN_A_CLUSTER } },
);
process.exit(status ?? 1);
