import { matchPlaylists } from '@segue/matching';
import { join, resolve } from 'node:path';
import type { Goal, Measurement, OptionValues, Suite, Table } from '../suite.js';
import { joinByIsrc, scanNested } from './alternatives.js';
import { answerOf, readCases } from './cases.js';
import { MATCHED_SHARE, twoLists } from './lists.js';
import { type BenchmarkScore, type Score, scoreOf } from './score.js';
import { time, type Timing } from './stopwatch.js';

const PUBLIC_CASES = join('libs', 'matching', 'data', 'public.jsonl.gz');
const PRECISION_GOAL = 99.9;
const RECALL_GOAL = 98;

/** Sizes of the source list, how often each is timed, and the time that is promised, in ms. */
const SIZES = [
  { length: 1_000, runs: 9, goalMs: null, nested: true },
  { length: 10_000, runs: 5, goalMs: 500, nested: true },
  { length: 100_000, runs: 3, goalMs: 3_000, nested: false },
] as const;

export const matchingSuite: Suite = {
  name: 'matching',
  about: 'right and wrong matches of the public benchmark or of --cases FILE (--json: for programs), and the time',
  options: { cases: { type: 'string' }, json: { type: 'boolean' } },
  run: async (options, say) => measure(options, say),
};

function measure({ cases: file, json }: OptionValues, say: (line: string) => void): Measurement {
  const from = process.env.INIT_CWD ?? process.cwd();
  const score = scoreFile(typeof file === 'string' ? resolve(from, file) : PUBLIC_CASES, say);
  const accuracy = { tables: [familyTable(score), ...wrongTable(score)], goals: accuracyGoals(score) };
  if (json === true) return { ...accuracy, results: null, lastLine: JSON.stringify(score) };
  if (file !== undefined) return { ...accuracy, results: null };
  const speed = measureSpeed(say);
  return {
    tables: [...accuracy.tables, speedTable(speed)],
    goals: [...accuracy.goals, ...speedGoals(speed)],
    results: { benchmark: score, matchedShare: MATCHED_SHARE, speed },
  };
}

function scoreFile(file: string, say: (line: string) => void): BenchmarkScore {
  const cases = readCases(file);
  say(`Matching the ${cases.length} cases of ${file} ...`);
  return scoreOf(cases, cases.map(answerOf));
}

const percent = (value: number | null): string => (value === null ? '-' : `${value} %`);

function familyTable(score: BenchmarkScore): Table {
  const row = (name: string, { cases, findable, automatic, right, wrong, precision, recall }: Score) => [
    ...[name, cases, findable, automatic, right, wrong],
    ...[percent(precision), percent(recall)],
  ];
  return {
    title: 'Telling recordings apart',
    columns: ['family', 'cases', 'with a right one', 'matched', 'right', 'wrong', 'precision', 'recall'],
    rows: [...Object.entries(score.families).map(([name, family]) => row(name, family)), row('TOTAL', score)],
  };
}

const wrongTable = ({ wrongCases }: BenchmarkScore): Table[] =>
  wrongCases.length === 0 ? [] : [{ title: 'Wrong matches', columns: ['case'], rows: wrongCases.map((id) => [id]) }];

const accuracyGoals = ({ precision, recall, wrong }: BenchmarkScore): Goal[] => [
  {
    what: 'matches that are right',
    goal: `>= ${PRECISION_GOAL} %`,
    measured: `${percent(precision)}, ${wrong} wrong`,
    met: (precision ?? 100) >= PRECISION_GOAL,
  },
  {
    what: 'findable recordings found',
    goal: `>= ${RECALL_GOAL} %`,
    measured: percent(recall),
    met: (recall ?? 100) >= RECALL_GOAL,
  },
];

interface Speed {
  tracks: number;
  goalMs: number | null;
  matcher: Timing;
  isrcJoin: Timing;
  nestedScan: Timing | null;
}

function measureSpeed(say: (line: string) => void): Speed[] {
  return SIZES.map(({ length, runs, goalMs, nested }) => {
    say(`Matching ${length} tracks ...`);
    const lists = twoLists(length);
    return {
      tracks: length,
      goalMs,
      matcher: time(runs, () => matchPlaylists(lists.source, lists.target).pairs.length),
      isrcJoin: time(runs, () => joinByIsrc(lists)),
      nestedScan: nested ? time(1, () => scanNested(lists)) : null,
    };
  });
}

function speedTable(speeds: readonly Speed[]): Table {
  const columns = (timing: Timing | null) =>
    timing ? [`${timing.ms} ms`, `${timing.heapMiB} MiB`, timing.result] : ['-', '-', '-'];
  return {
    title: `Matching two playlists, ${MATCHED_SHARE * 100} % of the first in the second`,
    columns: [
      ...['tracks', 'matcher', 'heap', 'pairs'],
      ...['ISRC join', 'heap', 'pairs'],
      ...['nested scan', 'heap', 'pairs', 'scan : matcher'],
    ],
    rows: speeds.map(({ tracks, matcher, isrcJoin, nestedScan }) => [
      tracks,
      ...[matcher, isrcJoin, nestedScan].flatMap(columns),
      nestedScan ? Math.round((nestedScan.ms / matcher.ms) * 10) / 10 : '-',
    ]),
  };
}

const speedGoals = (speeds: readonly Speed[]): Goal[] =>
  speeds.flatMap(({ tracks, goalMs, matcher }) =>
    goalMs === null
      ? []
      : [
          {
            what: `matching ${tracks} x ${tracks}`,
            goal: `< ${goalMs} ms`,
            measured: `${matcher.ms} ms`,
            met: matcher.ms < goalMs,
          },
        ],
  );
