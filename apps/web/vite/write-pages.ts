import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Plugin, type ResolvedConfig } from 'vite';

/** What `src/prerender.tsx` exports, as far as it is used here. */
interface Prerender {
  HEADS: Record<string, { title: string; description: string }>;
  renderPage(path: string): Promise<string>;
  renderSpinner(): Promise<string>;
}

/** The module every page but the landing page starts with. */
const APP_MODULE = 'src/app/app.tsx';
/** Screens of members at addresses that are always the same: their scripts come at once, not one after the other. */
const MEMBER_PAGES: Record<string, string> = {
  dashboard: 'src/pages/dashboard-page.tsx',
  platforms: 'src/pages/platforms-page.tsx',
  account: 'src/pages/account-page.tsx',
};
/** Where the app draws. A page that is there already is brought to life, not drawn anew. */
const ROOT = '<div id="root">';
const WRITTEN_ROOT = '<div id="root" data-written>';
/** What the shell says to browsers without JavaScript; a written page needs none. */
const SHELL_NOTE = /\s*<noscript>[^<]*<\/noscript>/;
/** The font of the first screen. */
const FONT = /^figtree-latin-wght-normal-.*\.woff2$/;

/**
 * Writes the public pages as HTML when everything else is built, so that they show without JavaScript; `app.html` is the
 * shell for all other addresses. `%APP_URL%` and the operator's details are filled in by the gateway, which also lets the
 * pages' style pass its content security policy.
 */
export function writePages(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'segue:write-pages',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const outDir = join(config.root, config.build.outDir);
        const workshop = join(outDir, '.prerender');
        try {
          await write(outDir, await loadPrerender(config, workshop));
        } finally {
          rmSync(workshop, { recursive: true, force: true });
        }
      },
    },
  };
}

/** The same sources once more, for Node. */
async function loadPrerender(config: ResolvedConfig, outDir: string): Promise<Prerender> {
  await build({
    root: config.root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: { conditions: ['@segue/source', 'module', 'development|production'] },
    build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true, assetsInlineLimit: 0, copyPublicDir: false },
  });
  return (await import(`${pathToFileURL(join(outDir, 'prerender.js')).href}?${Date.now()}`)) as Prerender;
}

async function write(outDir: string, { HEADS, renderPage, renderSpinner }: Prerender): Promise<void> {
  const manifestFile = join(outDir, '.vite', 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  rmSync(join(outDir, '.vite'), { recursive: true });
  const font = readdirSync(join(outDir, 'assets')).find((file) => FONT.test(file));
  const preloadFont = `<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin />`;
  const built = readFileSync(join(outDir, 'index.html'), 'utf8');
  const shell = withHead(withPatientScripts(withStyle(built, outDir)), [preloadFont]);

  const spinning = shell.replace(ROOT, ROOT + (await renderSpinner()));
  writeFileSync(join(outDir, 'app.html'), withHead(spinning, preloadScripts(manifest, [APP_MODULE])));
  for (const [name, module] of Object.entries(MEMBER_PAGES)) {
    const scripts = preloadScripts(manifest, [APP_MODULE, module]);
    writeFileSync(join(outDir, `${name}.html`), withHead(spinning, scripts));
  }
  // A written page shows before its scripts come: fetching them earlier would only hold up its style.
  for (const [path, head] of Object.entries(HEADS)) {
    const page = describe(shell, path, head).replace(SHELL_NOTE, '');
    const body = await renderPage(path);
    writeFileSync(
      join(outDir, fileOf(path)),
      page.replace(ROOT, () => WRITTEN_ROOT + body),
    );
  }
  writeFileSync(join(outDir, 'sitemap.xml'), sitemapOf(Object.keys(HEADS)));
  writeFileSync(join(outDir, 'robots.txt'), 'User-agent: *\nDisallow: /api/\n\nSitemap: %APP_URL%/sitemap.xml\n');
}

/**
 * Puts the style into the page: fetching it would hold up the first picture by a round trip. A font that comes late would move
 * what is read already; it is preloaded, so that is a slow line's first page, and the next one has it.
 */
const withStyle = (html: string, outDir: string): string =>
  html.replace(/<link rel="stylesheet"[^>]* href="([^"]+)">/g, (_, address: string) => {
    const style = readFileSync(join(outDir, address), 'utf8');
    // Vite fetches the style for each page that comes later, unless a link to it is there, which need not load.
    const link = `<link rel="stylesheet" disabled href="${address}">`;
    return `<style>${style.trim().replace(/font-display:\s*swap/g, 'font-display:optional')}</style>${link}`;
  });

/** What a page holds as HTML, its spinner at least, goes before the scripts that bring it to life. */
const withPatientScripts = (html: string): string =>
  html.replace(/<(?=script type="module"|link rel="modulepreload")\w+/g, '$& fetchpriority="low"');

const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** Adds tags to the head, except those that Vite has already put there. */
const withHead = (html: string, tags: readonly string[]): string =>
  html.replace('</head>', () => {
    const missing = tags.filter((tag) => !html.includes(tag));
    return `${missing.map((tag) => `  ${tag}\n  `).join('')}</head>`;
  });

/** The scripts of a page at once instead of one after the other. */
function preloadScripts(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no ${name}.`);
    if (chunk.isEntry || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  modules.forEach(add);
  return [...files].map((file) => `<link fetchpriority="low" rel="modulepreload" crossorigin href="/${file}">`);
}

function describe(html: string, path: string, head: { title: string; description: string }): string {
  const title = escapeHtml(head.title);
  const description = escapeHtml(head.description);
  const address = `%APP_URL%${path}`;
  const tags = [
    `<link rel="canonical" href="${address}" />`,
    ...Object.entries({
      'og:site_name': 'Segue',
      'og:type': 'website',
      'og:title': title,
      'og:description': description,
      'og:url': address,
      'og:image': '%APP_URL%/card.png',
    }).map(([property, content]) => `<meta property="${property}" content="${content}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
  return withHead(html, tags)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, (_, start: string) => start + description);
}

const sitemapOf = (paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <url><loc>%APP_URL%${path}</loc></url>`),
    '</urlset>\n',
  ].join('\n');

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
