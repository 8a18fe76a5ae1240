import type { BenchmarkCase } from './cases.js';

export interface Score {
  cases: number;
  /** Cases that got an answer. */
  automatic: number;
  right: number;
  wrong: number;
  /** Cases with something right among the candidates. */
  findable: number;
  /** Percent of the answers that are right; null without answers. */
  precision: number | null;
  /** Percent of the findable that were found; null when there are none. */
  recall: number | null;
}

export interface BenchmarkScore extends Score {
  families: Record<string, Score>;
  wrongCases: string[];
}

/** @param answers the id of the chosen candidate or null, aligned with `cases`. */
export function scoreOf(cases: readonly BenchmarkCase[], answers: ReadonlyArray<string | null>): BenchmarkScore {
  const judged = cases.map(({ id, family, right }, index): JudgedCase => {
    const answer = answers[index] ?? null;
    const isRight = answer !== null && right.includes(answer);
    return { id, family, isFindable: right.length > 0, isAutomatic: answer !== null, isRight };
  });
  const families = [...new Set(judged.map(({ family }) => family))].sort();
  return {
    ...count(judged),
    families: Object.fromEntries(families.map((name) => [name, count(judged.filter(({ family }) => family === name))])),
    wrongCases: judged.filter(({ isAutomatic, isRight }) => isAutomatic && !isRight).map(({ id }) => id),
  };
}

interface JudgedCase {
  id: string;
  family: string;
  isFindable: boolean;
  isAutomatic: boolean;
  isRight: boolean;
}

function count(judged: readonly JudgedCase[]): Score {
  const automatic = judged.filter(({ isAutomatic }) => isAutomatic).length;
  const right = judged.filter(({ isRight }) => isRight).length;
  const findable = judged.filter(({ isFindable }) => isFindable).length;
  return {
    cases: judged.length,
    automatic,
    right,
    wrong: automatic - right,
    findable,
    precision: percent(right, automatic),
    recall: percent(right, findable),
  };
}

/** Cut, not rounded, after three places: 100 means all. */
const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.floor((part / whole) * 100_000) / 1000;
