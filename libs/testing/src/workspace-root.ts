import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with `nx.json`, upwards from where the test runs; works alike in Jest's CommonJS and in ES modules. */
export function workspaceRoot(): string {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'nx.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`There is no nx.json above ${process.cwd()}.`);
  }
}
