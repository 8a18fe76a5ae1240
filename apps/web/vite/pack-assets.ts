import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const PACKED = /\.(?:js|css|svg)$/;
/** Below this many bytes packing saves less than it costs. */
const SMALLEST = 1024;

/** Lays a `.br` and a `.gz` beside each text file, for the gateway to send instead. */
export function packAssets(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'segue:pack-assets',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    closeBundle() {
      const assets = join(config.root, config.build.outDir, 'assets');
      for (const file of readdirSync(assets).filter((name) => PACKED.test(name))) {
        const plain = readFileSync(join(assets, file));
        if (plain.length < SMALLEST) continue;
        writeFileSync(join(assets, `${file}.br`), brotliCompressSync(plain));
        writeFileSync(join(assets, `${file}.gz`), gzipSync(plain, { level: 9 }));
      }
    },
  };
}
