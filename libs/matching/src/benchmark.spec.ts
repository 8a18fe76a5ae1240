import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { chooseRecording } from './choose-recording.js';
import type { MatchableTrack } from './track.js';

interface Case {
  id: string;
  family: string;
  source: MatchableTrack;
  candidates: Array<MatchableTrack & { id: string }>;
  right: string[];
}

const BENCHMARK = join(process.cwd(), 'data', 'public.jsonl.gz');
const cases = gunzipSync(readFileSync(BENCHMARK))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

const RELEASE = { playable: null, albumType: null, discNumber: null, trackNumber: null, releaseDate: null };
const answerOf = ({ source, candidates }: Case): string | null =>
  chooseRecording(
    source,
    candidates.map((candidate) => ({ ...candidate, ...RELEASE })),
  ).chosen?.id ?? null;

describe('the public benchmark of real recordings', () => {
  const answers = cases.map((testCase) => ({ ...testCase, answer: answerOf(testCase) }));

  it('holds all 1,811 cases', () => {
    expect(cases).toHaveLength(1811);
  });

  it('is answered without one wrong recording', () => {
    const wrong = answers.filter(({ answer, right }) => answer !== null && !right.includes(answer)).map(({ id }) => id);
    expect(wrong).toEqual([]);
  });

  it('finds at least 99 of 100 recordings that are there', () => {
    const findable = answers.filter(({ right }) => right.length > 0);
    const found = findable.filter(({ answer, right }) => answer !== null && right.includes(answer));
    expect(found.length / findable.length).toBeGreaterThanOrEqual(0.99);
  });

  it('answers the same when the candidates come in another order', () => {
    const changed = answers.filter(
      ({ answer, ...testCase }) => answerOf({ ...testCase, candidates: [...testCase.candidates].reverse() }) !== answer,
    );
    expect(changed.map(({ id }) => id)).toEqual([]);
  });
});
