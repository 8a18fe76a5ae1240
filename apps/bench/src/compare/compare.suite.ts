import { startTemporarySystem } from '@segue/local';
import { FreshSongs, launchBrowser, SystemClient } from '@segue/testing';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { neverLeftBehind } from '../broken-off.js';
import { Scenario } from '../calls/scenario.js';
import type { Goal, Measurement, OptionValues, Suite, Table } from '../suite.js';
import { drawAll, firstRow, isAtEnd, startRecording, stopRecording, watchPage } from './in-page.js';
import { type Motion, motionOf } from './motion.js';

const FIRST_PORT = 27_000;
const ROWS = '10000';
/** Of a hundred tracks one is missing on the other side. */
const MISSING_SHARE = 0.01;
/** The platforms' own pace would only make the reading longer, which is not what is measured here. */
const CALLS_PER_SECOND = '500';
const WINDOW = { width: 1280, height: 900 };
/** A notch of a wheel, as often as the browser takes them: some 7,000 px a second, which no finger outruns for long. */
const NOTCH = 120;
const NOTCHES = 600;
const BY_WHEEL = `by wheel, ${NOTCHES} notches`;
/** From one end to the other, however long the list is: every frame shows other rows. */
const FLICKS = 150;
const FLICKED = `flicked to the end, ${FLICKS} times`;
const HOME = 'Home';
const END = 'End';
/** Over in one frame: how long that took is in the table, but it makes no frames a second. */
const JUMPS: readonly string[] = [HOME, END];
const STILL_MS = 3_000;
const PAGE_DOWNS = 60;
const FIRST_ROWS_GOAL_MS = 1_000;
const ROWS_GOAL = 400;
/** Of the frames that the same browser draws while nothing moves. */
const FRAMES_GOAL = 0.95;
const LONGEST_MS = 300_000;
/** How long the way without a virtual list may take: with ten thousand rows it hardly comes to an end. */
const ALTERNATIVE_DRAWN_WITHIN_MS = 90_000;
const ALTERNATIVE_SCROLLED_FOR_MS = 45_000;

export const compareSuite: Suite = {
  name: 'compare',
  about: `the compare screen with thousands of rows, drawn and scrolled (--rows ${ROWS})`,
  options: { rows: { type: 'string', default: ROWS } },
  run: measure,
};

interface Screen {
  motions: Motion[];
  /** From the last byte of the data until rows were to be seen. */
  firstRowsMs: number;
}

interface Alternative {
  motions: Motion[];
  /** Null when they were not to be seen within the time it is given. */
  firstRowsMs: number | null;
}

async function measure({ rows }: OptionValues, say: (line: string) => void): Promise<Measurement> {
  const count = Number(rows);
  say('Starting the system ...');
  const env = { SPOTIFY_CALLS_PER_SECOND: CALLS_PER_SECOND, APPLE_CALLS_PER_SECOND: CALLS_PER_SECOND };
  const system = await neverLeftBehind(startTemporarySystem(process.cwd(), { firstPort: FIRST_PORT, env }));
  // By itself it would end the whole program at once.
  const browser = await launchBrowser({ handleSIGINT: false });
  try {
    const client = new SystemClient(system.url, system.simulatorUrl ?? '');
    say(`Making two playlists of ${count} songs ...`);
    const songs = await new FreshSongs(client).take(count);
    const onTarget = { ...songs, count: Math.round(count * (1 - MISSING_SHARE)) };
    const scenario = await Scenario.create(client, 'spotify', songs, onTarget);
    const context = await newContext(browser, scenario.token);
    say('Comparing ...');
    const ours = await compareScreen(context, system.url + scenario.screen, say);
    say('The same rows, all of them in the document ...');
    const alternative = await allRows(context, system.url, ours.row, count);
    return {
      tables: [motionTable(count, ours.screen.motions, alternative)],
      goals: goalsOf(ours.screen),
      results: { rows: count, screen: ours.screen, allRowsInTheDocument: alternative },
    };
  } finally {
    await browser.close();
    await system.stop();
  }
}

async function newContext(browser: Browser, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: WINDOW });
  const stored = { token, cookieConsent: 'declined' };
  await context.addInitScript((items: Record<string, string>) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  await context.addInitScript(watchPage);
  return context;
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_MS);
  return page;
}

async function compareScreen(context: BrowserContext, address: string, say: (line: string) => void) {
  const page = await newPage(context);
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/sync/check'));
  await page.goto(address);
  const { status, statusText } = await answered.then((response) => ({
    status: response.status(),
    statusText: response.statusText(),
  }));
  if (status !== 200) throw new Error(`Nothing was compared: ${status} ${statusText}`);
  await page.waitForFunction(() => window.watch.rowsDrawnAtMs !== null);
  const firstRowsMs = await page.evaluate(() => {
    const [data] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/sync/check'));
    return (
      (window.watch.rowsDrawnAtMs ?? Number.NaN) - ((data as PerformanceResourceTiming | undefined)?.responseEnd ?? 0)
    );
  });
  // While availability is still being learnt, rows change under the wheel.
  await page.waitForLoadState('networkidle');
  const row = await page.evaluate(firstRow);
  const motions: Motion[] = [];
  for (const [what, move] of MOVES) {
    say(`${what} ...`);
    motions.push(await record(page, what, move));
  }
  await page.close();
  return { screen: { motions, firstRowsMs: Math.round(firstRowsMs) }, row };
}

/** The way without a virtual list, on a page that does nothing else. */
async function allRows(context: BrowserContext, appUrl: string, row: string, count: number): Promise<Alternative> {
  const page = await newPage(context);
  await page.goto(`${appUrl}/legal-notice`);
  await page.waitForLoadState('networkidle');
  const drawnMs = await within(ALTERNATIVE_DRAWN_WITHIN_MS, page.evaluate(drawAll, { row, count }));
  // A page that is still drawing hears nobody: it goes with the browser.
  if (drawnMs === null) return { motions: [], firstRowsMs: null };
  let notches = 0;
  const motion = await record(page, BY_WHEEL, async () => {
    notches = await byWheel(page, ALTERNATIVE_SCROLLED_FOR_MS);
  });
  const what = notches === NOTCHES ? BY_WHEEL : `${BY_WHEEL}: ${notches} in ${ALTERNATIVE_SCROLLED_FOR_MS / 1_000} s`;
  return { motions: [{ ...motion, what }], firstRowsMs: Math.round(drawnMs) };
}

/** @returns null when the time is over first. */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T | null> {
  // What comes of it later is of no interest.
  work.catch(() => undefined);
  const over = new AbortController();
  try {
    return await Promise.race([work, pause(limitMs, null, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

type Move = (page: Page) => Promise<unknown>;

/** @returns the notches for which there was time. */
async function byWheel(page: Page, limitMs = LONGEST_MS): Promise<number> {
  const endsAtMs = performance.now() + limitMs;
  await page.mouse.move(WINDOW.width / 2, WINDOW.height / 2);
  for (let notch = 1; notch <= NOTCHES; notch += 1) {
    if (performance.now() > endsAtMs) return notch - 1;
    await page.mouse.wheel(0, NOTCH);
  }
  return NOTCHES;
}

async function flicked(page: Page): Promise<void> {
  const flick = await page.evaluate((flicks) => document.documentElement.scrollHeight / flicks, FLICKS);
  while (!(await page.evaluate(isAtEnd))) await page.mouse.wheel(0, flick);
}

const MOVES: ReadonlyArray<[string, Move]> = [
  ['standing still', (page) => page.waitForTimeout(STILL_MS)],
  [BY_WHEEL, (page) => byWheel(page)],
  [FLICKED, flicked],
  [HOME, (page) => jump(page, 'Home')],
  [`PageDown, ${PAGE_DOWNS} times`, pageDowns],
  [END, (page) => jump(page, 'End')],
];

async function jump(page: Page, key: 'Home' | 'End'): Promise<void> {
  await page.keyboard.press(key);
  await (key === 'End' ? page.waitForFunction(isAtEnd) : page.waitForFunction(() => window.scrollY === 0));
}

async function pageDowns(page: Page): Promise<void> {
  for (let press = 1; press <= PAGE_DOWNS; press += 1) await page.keyboard.press('PageDown');
}

/** What one motion cost, by the page's own clock and by the browser's books. */
async function record(page: Page, what: string, move: Move): Promise<Motion> {
  const devtools = await page.context().newCDPSession(page);
  // By the time the thread had: what else the machine does makes frames late, not dearer.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  const before = await busyMs();
  await page.evaluate(startRecording);
  await move(page);
  const recording = await page.evaluate(stopRecording);
  const motion = motionOf(what, recording, (await busyMs()) - before);
  await devtools.detach();
  return motion;
}

const motionTable = (count: number, screen: readonly Motion[], alternative: Alternative): Table => ({
  title: `The compare screen with ${count} rows, ${WINDOW.width} x ${WINDOW.height}`,
  columns: [
    'what',
    'frames/s',
    '> 25 ms',
    '> 33 ms',
    'long tasks',
    'longest ms',
    'main thread CPU ms/frame',
    'most rows drawn',
  ],
  rows: [
    ...screen.map((motion) => cellsOf('', motion)),
    ...alternative.motions.map((motion) => cellsOf('all rows drawn: ', motion)),
    ...(alternative.firstRowsMs === null ? [NOT_DRAWN] : []),
  ],
});

const NOT_DRAWN = [
  `all rows drawn: not within ${ALTERNATIVE_DRAWN_WITHIN_MS / 1_000} s`,
  ...Array<string>(7).fill('-'),
];

const cellsOf = (prefix: string, motion: Motion) => [
  prefix + motion.what,
  motion.framesPerSecond,
  `${motion.lateShare} %`,
  `${motion.lostShare} %`,
  motion.longTasks,
  motion.longestTaskMs,
  motion.mainThreadMsPerFrame,
  motion.mostRows,
];

function goalsOf({ motions: [still, ...moving], firstRowsMs }: Screen): Goal[] {
  const scrolled = moving.filter(({ what }) => !JUMPS.includes(what));
  const slowest = Math.min(...scrolled.map(({ framesPerSecond }) => framesPerSecond));
  const mostRows = Math.max(...moving.map((motion) => motion.mostRows));
  const enough = Math.round((still?.framesPerSecond ?? Number.NaN) * FRAMES_GOAL);
  return [
    {
      what: 'first rows after the data',
      goal: `< ${FIRST_ROWS_GOAL_MS} ms`,
      measured: `${firstRowsMs} ms`,
      met: firstRowsMs < FIRST_ROWS_GOAL_MS,
    },
    { what: 'rows in the document', goal: `< ${ROWS_GOAL}`, measured: String(mostRows), met: mostRows < ROWS_GOAL },
    {
      what: 'frames a second, slowest way of scrolling',
      goal: `>= ${enough}, ${FRAMES_GOAL * 100} % of a still screen's`,
      measured: String(slowest),
      met: slowest >= enough,
    },
  ];
}
