import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { packAssets } from './vite/pack-assets.js';
import { writePages } from './vite/write-pages.js';

/** The contracts are constants only: what a page does not use is left out of its script. */
const isContract = (id: string) => id.includes('/libs/contracts/src/');

/**
 * A request costs a phone more than a few kilobytes: what nearly every form and every member's screen needs comes in two
 * files, where it would be cut into dozens. Nothing of it is needed by the landing page.
 */
const SHARED = {
  schemas:
    /\/node_modules\/zod\/(?!v4\/core\/(?:core|util)\.)|\/libs\/contracts\/src\/(?:auth|billing|endpoint|music|platforms)\.ts|\/src\/lib\/api\.ts/,
  members:
    /\/node_modules\/@tanstack\/(?:query-core|react-query)\/|\/libs\/contracts\/src\/connectors\.ts|\/src\/(?:app\/query-layout|components\/cover|features\/(?:library|platforms\/api|billing\/(?:free-plan-banner|time-left))|lib\/(?:browser|limit-concurrency|session-calls|use-now|use-visible))|\/icons\/heart\./,
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), packAssets(), writePages()],
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
          groups: Object.entries(SHARED).map(([name, test]) => ({ name, test })),
        },
      },
    },
  },
});
