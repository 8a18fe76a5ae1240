import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(process.cwd(), '..', '..');
const run = promisify(execFile);

/** Lints a file with `source` planted in a project's sources, and answers the messages of ESLint. */
async function lintPlanted(folder: string, source: string): Promise<string> {
  const planted = join(mkdtempSync(join(ROOT, folder, 'canary-')), 'canary.ts');
  writeFileSync(planted, source);
  const eslint = join(ROOT, 'node_modules', 'eslint', 'bin', 'eslint.js');
  try {
    const { stdout } = await run(process.execPath, [eslint, '--format', 'json', planted], { cwd: ROOT });
    return stdout;
  } catch (failed) {
    return (failed as { stdout: string }).stdout;
  } finally {
    rmSync(dirname(planted), { recursive: true, force: true });
  }
}

// A graph of all projects is made first.
jest.setTimeout(60_000);

describe('the borders between projects', () => {
  beforeAll(async () => {
    // Without a project graph the rule is skipped with a warning and everything passes.
    const nx = join(ROOT, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
    const graph = join(mkdtempSync(join(ROOT, '.test-graph-')), 'graph.json');
    await run(process.execPath, [nx, 'graph', `--file=${graph}`], {
      cwd: ROOT,
      env: { ...process.env, NX_DAEMON: 'false' },
    });
    rmSync(dirname(graph), { recursive: true, force: true });
  });

  it.each([
    ['the web app importing a server library', 'apps/web/src', "import '@segue/service';\n"],
    ['the web app importing NestJS', 'apps/web/src', "import '@nestjs/common';\n"],
    ['the contracts importing a database driver', 'libs/contracts/src', "import 'typeorm';\n"],
    ['a service importing what is for tests', 'apps/auth/src', "import '@segue/testing';\n"],
    ['a service importing another service by path', 'apps/auth/src', "import '../../../billing/src/main.js';\n"],
  ])('refuse %s', async (_, folder, source) => {
    expect(await lintPlanted(folder, source)).toContain('@nx/enforce-module-boundaries');
  });
});
