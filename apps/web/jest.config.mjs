import { fileURLToPath } from 'node:url';
import { web } from '../../jest.preset.mjs';

const asset = fileURLToPath(new URL('./jest.asset.cjs', import.meta.url));

export default {
  ...web,
  displayName: 'web',
  // `import.meta.glob` exists only in Vite.
  moduleNameMapper: { '/platform-glyphs\\.js$': asset, ...web.moduleNameMapper },
};
