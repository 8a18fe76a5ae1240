import type { gitVersion, ResponseOf } from '@segue/contracts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function git(...args: string[]): Promise<string> {
  try {
    return (await run('git', args, { timeout: 2000 })).stdout.trim();
  } catch {
    return 'unknown';
  }
}

/** What is running: as the image says, else as the checkout says. */
export async function readGitVersion(said: {
  commit?: string | undefined;
  branch?: string | undefined;
}): Promise<ResponseOf<typeof gitVersion>> {
  const [commit, branch] = await Promise.all([
    said.commit ?? git('rev-parse', '--short', 'HEAD'),
    said.branch ?? git('rev-parse', '--abbrev-ref', 'HEAD'),
  ]);
  return { commit, branch };
}
