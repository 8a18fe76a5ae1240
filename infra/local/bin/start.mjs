import { build, install, requireNode, ROOT } from './prepare.mjs';

requireNode();
process.chdir(ROOT);
install();
build();
await import('../dist/main.js');
