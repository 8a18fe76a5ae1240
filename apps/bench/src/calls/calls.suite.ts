import { PLATFORMS, type PlatformId } from '@segue/contracts';
import { FreshSongs, startTestSystem, SystemClient, type TestSystem } from '@segue/testing';
import { neverLeftBehind } from '../broken-off.js';
import type { Goal, Measurement, OptionValues, Suite, Table } from '../suite.js';
import { adds, fewestToMove, lookUps, pageReads } from './minimum.js';
import { type CallCount, Scenario } from './scenario.js';

const FIRST_PORT = 25_000;
const SIZES = '100,1000,10000';
const COMPARED_TRACKS = 1_000;
const ADDED_TRACKS = 100;
/** A browser's bulk add has five under way. */
const CALLS_AT_ONCE = [1, 5, 10];
/** The simulator has no real platform's window: the counts are the same at any rate, only sooner there. */
const CALLS_PER_SECOND = '2000';
const DIRECTIONS: ReadonlyArray<readonly [PlatformId, PlatformId]> = [
  ['spotify', 'apple'],
  ['apple', 'spotify'],
];

/** Calls of open-source tools for 1,000 tracks, counted on one simulated list; none of them remembers anything. */
const PEERS: Record<string, string> = {
  'spotify apple': '1,016 to 3,268',
  'apple spotify': '1,023 to 1,993',
  compare: '1,000 and more',
};

/** What is promised for 1,000 tracks: all calls, reading back included. */
const MOVE_GOALS: Record<string, { cold: number; warm: number }> = {
  'spotify apple': { cold: 80, warm: 35 },
  'apple spotify': { cold: 1_045, warm: 35 },
};
const GOAL_TRACKS = 1_000;
/** Pages of lists and of their tracks; everything else is a look-up, a search or a write. */
const PAGE_READ = /^GET \/v1\/(?:me|playlists)\b/;

export const callsSuite: Suite = {
  name: 'calls',
  about: `calls to the platforms for moving, comparing and adding tracks (--sizes ${SIZES}, --cluster)`,
  options: { sizes: { type: 'string', default: SIZES }, cluster: { type: 'boolean', default: false } },
  run: measure,
};

interface Move {
  source: PlatformId;
  target: PlatformId;
  tracks: number;
  cold: CallCount;
  warm: CallCount;
}

interface Add {
  target: PlatformId;
  atOnce: number;
  calls: CallCount;
}

/** `--cluster`: PostgreSQL, RabbitMQ and Redis as servers, and two replicas of the services that call the platforms. */
const startMeasured = (isCluster: boolean): Promise<TestSystem> =>
  startTestSystem(process.cwd(), {
    firstPort: FIRST_PORT,
    env: { SPOTIFY_CALLS_PER_SECOND: CALLS_PER_SECOND, APPLE_CALLS_PER_SECOND: CALLS_PER_SECOND },
    replicated: isCluster ? ['connectors', 'sync'] : [],
    withServers: isCluster,
  });

async function measure({ sizes, cluster }: OptionValues, say: (line: string) => void): Promise<Measurement> {
  say('Starting the system ...');
  const system = await neverLeftBehind(startMeasured(cluster === true));
  try {
    const client = new SystemClient(system.url, system.simulatorUrl ?? '');
    const songs = new FreshSongs(client);
    const moves: Move[] = [];
    for (const tracks of String(sizes).split(',').map(Number)) {
      for (const [source, target] of DIRECTIONS) {
        say(`Moving ${tracks} tracks from ${source} to ${target} ...`);
        moves.push({ source, target, tracks, ...(await move(client, songs, source, tracks)) });
      }
    }
    say(`Comparing ${COMPARED_TRACKS} tracks with ${COMPARED_TRACKS} ...`);
    const comparison = await compare(client, songs);
    const additions: Add[] = [];
    for (const [source, target] of DIRECTIONS) {
      for (const atOnce of CALLS_AT_ONCE) {
        say(`Adding ${ADDED_TRACKS} tracks to ${target}, ${atOnce} at once ...`);
        additions.push({ target, atOnce, calls: await addAll(client, songs, source, atOnce) });
      }
    }
    return {
      tables: [moveTable(moves), compareTable(comparison), addTable(additions), endpointTable(moves, comparison)],
      goals: [...moveGoals(moves), compareGoal(comparison)],
      results: { moves, comparison, additions },
      ...(cluster === true && { resultsName: 'calls-cluster' }),
    };
  } finally {
    await system.stop();
  }
}

/** Cold: nobody has asked for these songs. Warm: a second member has the same list. */
async function move(client: SystemClient, songs: FreshSongs, source: PlatformId, tracks: number) {
  const block = await songs.take(tracks);
  const cold = await (await Scenario.create(client, source, block, null)).move(block);
  const warm = await (await Scenario.create(client, source, block, null)).move(block);
  return { cold, warm };
}

async function compare(client: SystemClient, songs: FreshSongs): Promise<CallCount> {
  const block = await songs.take(COMPARED_TRACKS);
  return (await Scenario.create(client, 'spotify', block, block)).compare(block);
}

async function addAll(client: SystemClient, songs: FreshSongs, source: PlatformId, atOnce: number): Promise<CallCount> {
  const block = await songs.take(ADDED_TRACKS);
  const nothing = { first: block.first, count: 0 };
  return (await Scenario.create(client, source, block, nothing)).addOneByOne(block, atOnce);
}

const nameOf = (source: PlatformId, target: PlatformId): string =>
  `${PLATFORMS[source].name} -> ${PLATFORMS[target].name}`;

const moveTable = (moves: readonly Move[]): Table => ({
  title: 'Making a playlist on the other side: calls to both platforms (minimum = pages read + look-ups + writes)',
  columns: ['direction', 'tracks', 'cold', 'minimum', 'seconds', 'warm', 'minimum', 'seconds', 'peers at 1,000'],
  rows: moves.map(({ source, target, tracks, cold, warm }) => [
    ...[nameOf(source, target), tracks],
    ...[cold.total, fewestToMove(source, target, tracks, false), cold.seconds],
    ...[warm.total, fewestToMove(source, target, tracks, true), warm.seconds],
    tracks === GOAL_TRACKS ? (PEERS[`${source} ${target}`] ?? '') : '',
  ]),
});

const isPageRead = (endpoint: string): boolean => PAGE_READ.test(endpoint);
const pagesOfBoth = pageReads('spotify', COMPARED_TRACKS) + pageReads('apple', COMPARED_TRACKS);

const compareTable = ({ total, byEndpoint, seconds }: CallCount): Table => ({
  title: `Comparing two playlists of ${COMPARED_TRACKS} tracks`,
  columns: ['calls', 'of them page reads', 'pages of tracks', 'seconds', 'peers'],
  rows: [[total, sumOf(byEndpoint, isPageRead), pagesOfBoth, seconds, PEERS.compare ?? '']],
});

const addTable = (additions: readonly Add[]): Table => ({
  title: `Adding ${ADDED_TRACKS} tracks, one request each (minimum = look-ups + writes)`,
  columns: ['to', 'at once', 'calls', 'minimum', 'seconds'],
  rows: additions.map(({ target, atOnce, calls }) => [
    ...[PLATFORMS[target].name, atOnce, calls.total],
    ...[lookUps(target, ADDED_TRACKS) + adds(target, ADDED_TRACKS), calls.seconds],
  ]),
});

function endpointTable(moves: readonly Move[], comparison: CallCount): Table {
  const measured = moves
    .filter(({ tracks }) => tracks === GOAL_TRACKS)
    .flatMap(({ source, target, cold, warm }) => [
      [`${nameOf(source, target)}, cold`, cold] as const,
      [`${nameOf(source, target)}, warm`, warm] as const,
    ]);
  return {
    title: `Which calls these were, at ${GOAL_TRACKS} tracks`,
    columns: ['work', 'call', 'count'],
    rows: [...measured, ['compare', comparison] as const].flatMap(([work, { byEndpoint }]) =>
      Object.entries(byEndpoint).map(([endpoint, count]) => [work, endpoint, count]),
    ),
  };
}

function moveGoals(moves: readonly Move[]): Goal[] {
  return moves.flatMap(({ source, target, tracks, cold, warm }) => {
    const goal = MOVE_GOALS[`${source} ${target}`];
    if (tracks !== GOAL_TRACKS || !goal) return [];
    return (['cold', 'warm'] as const).map((state) => {
      const { total } = state === 'cold' ? cold : warm;
      return {
        what: `${nameOf(source, target)}, ${tracks} tracks, ${state}`,
        goal: `<= ${goal[state]} calls`,
        measured: `${total} calls`,
        met: total <= goal[state],
      };
    });
  });
}

function compareGoal({ total, byEndpoint }: CallCount): Goal {
  const others = total - sumOf(byEndpoint, isPageRead);
  return {
    what: `comparing two playlists of ${COMPARED_TRACKS} tracks`,
    goal: 'page reads only',
    measured: `${total} calls, ${others} of them no page reads`,
    met: others === 0,
  };
}

const sumOf = (byEndpoint: Readonly<Record<string, number>>, counts: (endpoint: string) => boolean): number =>
  Object.entries(byEndpoint).reduce((sum, [endpoint, count]) => sum + (counts(endpoint) ? count : 0), 0);
