import { billingStatus, listPlaylists, pathOf, portOffsetOf } from '@segue/contracts';
import { type RunningSystem, startTemporarySystem } from '@segue/local';
import { SystemClient } from '@segue/testing';
import { neverLeftBehind } from '../broken-off.js';
import type { Goal, Measurement, OptionValues, Suite, Table } from '../suite.js';
import { type Footprint, footprints } from './footprint.js';
import { hasNginx, startNginx } from './nginx.js';
import { type LoadReport, type LoadRequest, openLoop, saturate } from './open-loop.js';

const FIRST_PORT = 28_400;
const MINUTES = '5';
/** All requests come from this machine and name their address, so the gateway's cap on one address is out of the way. */
const BEHIND_PROXY = { TRUSTED_PROXIES: 'loopback' };
/** As many as keep each below the limit of one member (1,200 calls a minute) at any rate that is measured. */
const MEMBERS = 240;
/** Of them, with a library to read. */
const CONNECTED = 40;
const READS_PER_SECOND = 800;
const READS_P99_MS = 100;
const OVERLOAD = 3;
const SOAK_SHARE = 0.3;
/** Each hundredth request is one nobody should send. */
const MALFORMED_EVERY = 100;
const PROXY_ROUNDS = 3;
const SAMPLE_SECONDS = 10;

export const loadSuite: Suite = {
  name: 'load',
  about: `latency and throughput beside nginx, reads, overload and a soak (--minutes ${MINUTES})`,
  options: { minutes: { type: 'string', default: MINUTES } },
  run: measure,
};

async function measure({ minutes }: OptionValues, say: (line: string) => void): Promise<Measurement> {
  say('Starting the system ...');
  const system = await neverLeftBehind(
    startTemporarySystem(process.cwd(), { firstPort: FIRST_PORT, env: BEHIND_PROXY }),
  );
  try {
    say(`Registering ${MEMBERS} members ...`);
    const members = await registerMembers(new SystemClient(system.url, system.simulatorUrl ?? ''));
    await openLoop({ origin: system.url, rate: 200, seconds: 5, request: readsOf(members) });
    const beside = hasNginx ? await besideNginx(system, members, say) : null;
    if (!beside) say('SKIPPED: the comparison needs nginx: apt-get install -y --no-install-recommends nginx-light');
    say(`Reads, ${READS_PER_SECOND} a second ...`);
    const reads = await openLoop(loadOf(system, members, READS_PER_SECOND, 20));
    say(`Overload, ${READS_PER_SECOND * OVERLOAD} a second ...`);
    const overload = await openLoop(loadOf(system, members, READS_PER_SECOND * OVERLOAD, 20));
    const recoverySeconds = await recovery(system, members);
    const soak = await soakFor(system, members, Number(minutes), say);
    return {
      tables: [...(beside ? [besideTable(beside)] : []), loadTable({ reads, overload, soak }), footprintTable(soak)],
      goals: [...(beside ? besideGoals(beside) : []), ...loadGoals(reads, overload, recoverySeconds, soak)],
      results: { beside, reads, overload, recoverySeconds, soak },
    };
  } finally {
    await system.stop();
  }
}

interface LoadMember {
  headers: Record<string, string>;
  isConnected: boolean;
}

async function registerMembers(client: SystemClient): Promise<LoadMember[]> {
  const members: LoadMember[] = [];
  for (let number = 0; number < MEMBERS; number += 1) {
    const { token } = await client.newMember();
    const isConnected = number < CONNECTED;
    if (isConnected) {
      const playlists = Array.from({ length: 30 }, (_, playlist) => ({
        id: `load${String(number).padStart(4, '0')}${String(playlist).padStart(14, '0')}`,
        name: `Playlist ${playlist}`,
        trackIds: [],
      }));
      await client.putListener('spotify', `load-${number}`, { displayName: 'Load', country: 'de', playlists });
      await client.connect('spotify', `load-${number}`, token);
    }
    const address = `10.0.${number >> 8}.${number & 255}`;
    members.push({ headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address }, isConnected });
  }
  return members;
}

const PLAYLISTS = pathOf(listPlaylists, { platform: 'spotify' });

/** A sixth reads the library from the cache, the rest the plan; members take turns. */
const readsOf =
  (members: readonly LoadMember[]) =>
  (index: number): LoadRequest => {
    if (index % MALFORMED_EVERY === MALFORMED_EVERY - 1) return { path: '/api/auth/..%2fadmin', expects: 400 };
    const member = members[index % members.length] as LoadMember;
    const path = member.isConnected ? PLAYLISTS : billingStatus.path;
    return { path, headers: member.headers };
  };

const loadOf = (system: RunningSystem, members: readonly LoadMember[], rate: number, seconds: number) => ({
  origin: system.url,
  rate,
  seconds,
  request: readsOf(members),
});

interface Beside {
  [server: string]: { p50Ms: number; p99Ms: number; perSecond: number; wrong: number };
}

/** The same requests to billing straight, through nginx and through the gateway, in turns. */
async function besideNginx(
  system: RunningSystem,
  members: readonly LoadMember[],
  say: (line: string) => void,
): Promise<Beside> {
  const service = new URL(system.url);
  service.port = String(Number(service.port) + portOffsetOf('billing'));
  const nginx = await neverLeftBehind(startNginx(service.origin));
  const request = (index: number): LoadRequest => ({
    path: billingStatus.path,
    headers: (members[index % members.length] as LoadMember).headers,
  });
  const origins = { 'the service alone': service.origin, nginx: nginx.url, 'the gateway': system.url };
  const measured = Object.entries(origins).map(([name, origin]) => ({
    name,
    origin,
    latencies: [] as LoadReport[],
    most: [] as { perSecond: number; wrong: number }[],
  }));
  try {
    for (let round = 1; round <= PROXY_ROUNDS; round += 1) {
      say(`Beside nginx, round ${round} of ${PROXY_ROUNDS} ...`);
      for (const { origin, latencies, most } of measured) {
        latencies.push(await openLoop({ origin, rate: 200, seconds: 5, request }));
        most.push(await saturate({ origin, seconds: 4, request }));
      }
    }
  } finally {
    await nginx.stop();
  }
  return Object.fromEntries(
    measured.map(({ name, latencies, most }) => [
      name,
      {
        p50Ms: median(latencies.map(({ p50Ms }) => p50Ms)),
        p99Ms: median(latencies.map(({ p99Ms }) => p99Ms)),
        perSecond: Math.round(median(most.map(({ perSecond }) => perSecond))),
        wrong: most.reduce((sum, { wrong }) => sum + wrong, 0),
      },
    ]),
  );
}

/** How long after an overload half the load is answered well again, in seconds. */
async function recovery(system: RunningSystem, members: readonly LoadMember[]): Promise<number> {
  const startedMs = performance.now();
  for (let tries = 0; tries < 30; tries += 1) {
    const { right, rate, p99Ms } = await openLoop(loadOf(system, members, READS_PER_SECOND / 2, 1));
    if (right === rate && p99Ms <= READS_P99_MS) break;
  }
  return Math.round((performance.now() - startedMs) / 100) / 10;
}

interface Soak extends LoadReport {
  minutes: number;
  /** By program, at the beginning (after a minute) and at the end: medians of several looks. */
  footprints: Record<string, { first: Footprint; last: Footprint }>;
}

async function soakFor(
  system: RunningSystem,
  members: readonly LoadMember[],
  minutes: number,
  say: (line: string) => void,
): Promise<Soak> {
  const rate = READS_PER_SECOND * SOAK_SHARE;
  say(`Soak, ${minutes} minutes at ${rate} a second ...`);
  const looks: Record<string, Footprint>[] = [];
  const looking = setInterval(() => looks.push(footprints(system.dataDir)), SAMPLE_SECONDS * 1000);
  const report = await openLoop(loadOf(system, members, rate, minutes * 60));
  clearInterval(looking);
  // Programs grow while they warm up; a fifth of the looks at each end, the first minute left out where there is more.
  const warm = looks.length > 12 ? looks.slice(6) : looks;
  const some = Math.max(1, Math.floor(warm.length / 5));
  const names = Object.keys(warm[0] ?? {});
  const medianOf = (part: typeof looks, name: string): Footprint => ({
    memory: median(part.map((look) => look[name]?.memory ?? 0)),
    handles: median(part.map((look) => look[name]?.handles ?? 0)),
  });
  const ends = names.map((name) => {
    return [name, { first: medianOf(warm.slice(0, some), name), last: medianOf(warm.slice(-some), name) }] as const;
  });
  return { ...report, minutes, footprints: Object.fromEntries(ends) };
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const besideTable = (beside: Beside): Table => ({
  title: 'The plan of a member, in turns, in one run',
  columns: ['through', 'p50', 'p99', 'answers a second'],
  rows: Object.entries(beside).map(([name, { p50Ms, p99Ms, perSecond }]) => [
    name,
    `${p50Ms} ms`,
    `${p99Ms} ms`,
    perSecond,
  ]),
});

const loadTable = (loads: Record<string, LoadReport>): Table => ({
  title: 'Reads through the gateway; a sixth from the library cache, each hundredth malformed',
  columns: ['load', 'a second', 'right', 'within 1 s', '429/503', 'wrong', 'p50', 'p99', 'max', '429/503 p99'],
  rows: Object.entries(loads).map(([name, { rate, right, inTime, shed, wrong, p50Ms, p99Ms, maxMs, shedP99Ms }]) => [
    ...[name, rate, right, inTime, shed, wrong],
    ...[p50Ms, p99Ms, maxMs, shedP99Ms].map((ms) => `${ms} ms`),
  ]),
});

const footprintTable = ({ footprints: of, minutes }: Soak): Table => ({
  title: `A soak of ${minutes} minutes`,
  columns: ['program', 'memory first', 'memory last', 'handles first', 'handles last'],
  rows: Object.entries(of).map(([name, { first, last }]) => [
    ...[name, `${first.memory} MiB`, `${last.memory} MiB`, first.handles, last.handles],
  ]),
});

const BESIDE = { addedMs: 1, share: 0.4 };

function besideGoals(beside: Beside): Goal[] {
  const { nginx, 'the gateway': gateway } = beside;
  if (!nginx || !gateway) return [];
  const addedMs = Math.round((gateway.p50Ms - nginx.p50Ms) * 100) / 100;
  const share = Math.round((gateway.perSecond / nginx.perSecond) * 100) / 100;
  return [
    {
      what: "the gateway's p50 beside nginx",
      goal: `at most ${BESIDE.addedMs} ms more`,
      measured: `${addedMs} ms more`,
      met: addedMs <= BESIDE.addedMs,
    },
    {
      what: "the gateway's throughput beside nginx",
      goal: `at least ${BESIDE.share} of it`,
      measured: `${share} of it`,
      met: share >= BESIDE.share,
    },
  ];
}

const MEMORY_GROWTH = 1.1;
const GOODPUT = 0.9;
const SHED_P99_MS = 50;
const RECOVERY_SECONDS = 30;

function loadGoals(reads: LoadReport, overload: LoadReport, recoverySeconds: number, soak: Soak): Goal[] {
  const goodput = Math.round(overload.inTime / overload.seconds);
  const grown = Object.entries(soak.footprints)
    .filter(([, { first, last }]) => last.memory > first.memory * MEMORY_GROWTH || last.handles > first.handles + 50)
    .map(([name]) => name);
  return [
    {
      what: `${READS_PER_SECOND} reads a second`,
      goal: `all right, p99 at most ${READS_P99_MS} ms`,
      measured: `${reads.shed + reads.wrong} not right, p99 ${reads.p99Ms} ms`,
      met: reads.shed + reads.wrong === 0 && reads.p99Ms <= READS_P99_MS,
    },
    {
      what: `overload, ${READS_PER_SECOND * OVERLOAD} a second`,
      goal: `at least ${READS_PER_SECOND * GOODPUT} right answers a second within 1 s, else 429 or 503 within ${SHED_P99_MS} ms`,
      measured: `${goodput} right within 1 s, ${overload.shed} refused (p99 ${overload.shedP99Ms} ms), ${overload.wrong} lost`,
      met: goodput >= READS_PER_SECOND * GOODPUT && overload.wrong === 0 && overload.shedP99Ms <= SHED_P99_MS,
    },
    {
      what: 'recovery from the overload',
      goal: `within ${RECOVERY_SECONDS} s`,
      measured: `${recoverySeconds} s`,
      met: recoverySeconds <= RECOVERY_SECONDS,
    },
    {
      what: `soak of ${soak.minutes} minutes at ${soak.rate} a second`,
      goal: 'all right, memory and handles flat',
      measured: `${soak.shed + soak.wrong} not right, ${grown.length === 0 ? 'nothing grew' : `${grown.join(', ')} grew`}`,
      met: soak.shed + soak.wrong === 0 && grown.length === 0,
    },
  ];
}
