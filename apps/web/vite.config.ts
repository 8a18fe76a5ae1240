import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bareEndpoints } from './vite/bare-endpoints.js';
import { packAssets } from './vite/pack-assets.js';
import { SHARED_SCRIPTS } from './vite/shared-scripts.js';
import { writePages } from './vite/write-pages.js';

/** The contracts are constants only: what a page does not use is left out of its script. */
const isContract = (id: string) => id.includes('/libs/contracts/src/');

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), bareEndpoints(isContract), packAssets(), writePages()],
  resolve: { conditions: ['@segue/source', 'module', 'browser', 'development|production'] },
  server: { host: '127.0.0.1', port: 4200, proxy: { '/api': 'http://127.0.0.1:3000' } },
  preview: { host: '127.0.0.1', port: 4300, proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows no `data:` fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      preserveEntrySignatures: false,
      treeshake: { moduleSideEffects: (id) => !isContract(id) },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: SHARED_SCRIPTS,
        },
      },
    },
  },
});
