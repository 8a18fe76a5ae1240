import { join } from 'node:path';
import { build, install, requireNode, ROOT } from './prepare.mjs';

requireNode();
process.chdir(ROOT);
install();
build();
await import(join(ROOT, 'apps', 'bench', 'dist', 'main.js'));
