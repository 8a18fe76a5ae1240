import { fileURLToPath } from 'node:url';
import { web } from '../../jest.preset.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

export default {
  ...web,
  displayName: 'web',
  setupFilesAfterEnv: [...web.setupFilesAfterEnv, here('./jest.setup.cjs')],
  testTimeout: 30_000,
  // `import.meta.glob` exists only in Vite.
  moduleNameMapper: { '/platform-glyphs\\.js$': here('./jest.asset.cjs'), ...web.moduleNameMapper },
};
