import { startTemporarySystem } from '@segue/local';
import { freePort, launchProfile, SystemClient } from '@segue/testing';
import lighthouse from 'lighthouse';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { neverLeftBehind } from '../broken-off.js';
import { medianOf } from '../median.js';
import type { Goal, Measurement, OptionValues, Suite, Table } from '../suite.js';

const FIRST_PORT = 26_000;
const RUNS = '3';
const LOWEST_SCORE = 98;
const SCRIPT_BUDGET_KB = 90;
/** The demo listener with a large library. */
const LISTENER = 'demo-large';
const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
};
type Category = keyof typeof CATEGORIES;
const TIMINGS = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'TBT ms',
  'speed-index': 'SI ms',
  'cumulative-layout-shift': 'CLS',
};
type Timing = keyof typeof TIMINGS;

const SCREENS = [
  { path: '/', signedIn: false },
  { path: '/pricing', signedIn: false },
  { path: '/login', signedIn: false },
  { path: '/dashboard', signedIn: true },
] as const;

/** One look of Lighthouse at a screen. */
interface Look {
  /** 0 to 100. */
  scores: Record<Category, number>;
  timings: Record<Timing, number>;
  /** Audits that were not passed in full. */
  lost: string[];
  scripts: string[];
}

interface ScreenResult extends Pick<Look, 'scores' | 'timings' | 'lost'> {
  path: string;
  /** Performance of each run. */
  runs: number[];
}

export const lighthouseSuite: Suite = {
  name: 'lighthouse',
  about: `Lighthouse's scores of four screens on a simulated phone, median of ${RUNS} (--runs N, --screen PATH)`,
  options: { runs: { type: 'string', default: RUNS }, screen: { type: 'string' } },
  run: measure,
};

async function measure({ runs, screen }: OptionValues, say: (line: string) => void): Promise<Measurement> {
  const chosen = SCREENS.filter(({ path }) => screen === undefined || path === screen);
  if (chosen.length === 0) throw new Error(`Known are ${SCREENS.map(({ path }) => path).join(', ')}.`);
  say('Starting the system ...');
  const system = await neverLeftBehind(startTemporarySystem(process.cwd(), { firstPort: FIRST_PORT }));
  try {
    const client = new SystemClient(system.url, system.simulatorUrl ?? '');
    const token = await demoMember(client);
    const screens: ScreenResult[] = [];
    let scripts: string[] | undefined;
    for (const { path, signedIn } of chosen) {
      const looks: Look[] = [];
      for (let run = 1; run <= Number(runs); run += 1) {
        say(`${path}, run ${run} ...`);
        looks.push(await lookAt(system.url, path, signedIn ? token : null));
      }
      screens.push(summary(path, looks));
      if (path === '/') scripts = looks[0]?.scripts ?? [];
    }
    const scriptBytes = scripts === undefined ? null : await gzipBytes(scripts);
    return {
      tables: [scoreTable(screens)],
      goals: [...screens.map(scoreGoal), ...(scriptBytes === null ? [] : [scriptGoal(scriptBytes)])],
      // One screen alone is a look in between, not the figures to keep.
      results: screen === undefined ? { screens, landingScriptGzipBytes: scriptBytes } : null,
    };
  } finally {
    await system.stop();
  }
}

/** A demo account with a library to show. @returns its token. */
async function demoMember(client: SystemClient): Promise<string> {
  const token = await client.demoToken('free');
  await client.connect('spotify', LISTENER, token);
  return token;
}

/** A visit by a browser that has never been here, but for the session of a member. */
async function lookAt(appUrl: string, path: string, token: string | null): Promise<Look> {
  const folder = mkdtempSync(join(tmpdir(), 'segue-profile-'));
  const port = await freePort();
  const browser = await launchProfile(folder, port);
  try {
    if (token !== null) {
      const page = await browser.newPage();
      await page.goto(`${appUrl}/favicon.svg`);
      await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`);
      await page.close();
    }
    const result = await lighthouse(appUrl + path, {
      port,
      logLevel: 'error',
      onlyCategories: Object.keys(CATEGORIES),
    });
    if (result === undefined || result.lhr.runtimeError) {
      throw new Error(`Lighthouse saw nothing at ${path}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
    }
    return lookOf(result.lhr);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function lookOf({ categories, audits, finalDisplayedUrl }: Report): Look {
  const scoreOf = (category: Category): number => Math.round((categories[category]?.score ?? 0) * 100);
  const counting = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  const requests = audits['network-requests']?.details;
  const items = requests?.type === 'table' ? requests.items : [];
  return {
    scores: fromKeys(CATEGORIES, scoreOf),
    timings: fromKeys(TIMINGS, (timing) => audits[timing]?.numericValue ?? Number.NaN),
    lost: counting.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 0.9),
    scripts: items
      .filter(({ resourceType }) => resourceType === 'Script')
      .map(({ url }) => String(url))
      .filter((url) => url.startsWith(new URL(finalDisplayedUrl).origin)),
  };
}

const fromKeys = <Key extends string>(keys: Record<Key, string>, valueOf: (key: Key) => number): Record<Key, number> =>
  Object.fromEntries((Object.keys(keys) as Key[]).map((key) => [key, valueOf(key)])) as Record<Key, number>;

const summary = (path: string, looks: readonly Look[]): ScreenResult => ({
  path,
  runs: looks.map(({ scores }) => scores.performance),
  scores: fromKeys(CATEGORIES, (category) => medianOf(looks.map(({ scores }) => scores[category]))),
  timings: fromKeys(TIMINGS, (timing) => round(medianOf(looks.map(({ timings }) => timings[timing])))),
  lost: [...new Set(looks.flatMap(({ lost }) => lost))],
});

/** Milliseconds whole, shares in thousandths. */
const round = (value: number): number => (value < 1 ? Math.round(value * 1_000) / 1_000 : Math.round(value));

/** What the scripts weigh on the wire, each packed by itself. */
async function gzipBytes(urls: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    urls.map(async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const scoreTable = (screens: readonly ScreenResult[]): Table => ({
  title: 'Lighthouse on a simulated phone (medians)',
  columns: [
    'screen',
    ...Object.values(CATEGORIES),
    ...Object.values(TIMINGS),
    'performance of each run',
    'not in full',
  ],
  rows: screens.map(({ path, scores, timings, runs, lost }) => [
    ...[path, ...Object.values(scores), ...Object.values(timings)],
    ...[runs.join(' '), lost.join(' ')],
  ]),
});

const scoreGoal = ({ path, scores }: ScreenResult): Goal => ({
  what: `${path}: ${Object.values(CATEGORIES).join(' / ')}`,
  goal: `>= ${LOWEST_SCORE} each`,
  measured: Object.values(scores).join(' / '),
  met: Object.values(scores).every((score) => score >= LOWEST_SCORE),
});

const scriptGoal = (bytes: number): Goal => ({
  what: 'script of the landing page, gzip',
  goal: `<= ${SCRIPT_BUDGET_KB} kB`,
  measured: `${(bytes / 1_000).toFixed(1)} kB`,
  met: bytes <= SCRIPT_BUDGET_KB * 1_000,
});
