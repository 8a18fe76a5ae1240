import type { BenchmarkCase } from './cases.js';
import { scoreOf } from './score.js';

const aCase = (id: string, family: string, right: string[]): BenchmarkCase => ({
  id,
  family,
  source: { isrc: null, name: '', artists: [], album: null, durationMs: null, explicit: null },
  candidates: [],
  right,
});

describe('the score of a benchmark', () => {
  const cases = [
    aCase('found', 'a', ['x', 'y']),
    aCase('missed', 'a', ['x']),
    aCase('wrong', 'a', ['x']),
    aCase('invented', 'b', []),
    aCase('silent', 'b', []),
  ];
  const score = scoreOf(cases, ['y', null, 'z', 'x', null]);

  it('counts an answer to an unanswerable case as wrong, and silence there as nothing', () => {
    expect(score).toMatchObject({ cases: 5, automatic: 3, right: 1, wrong: 2, findable: 3 });
    expect(score.wrongCases).toEqual(['wrong', 'invented']);
  });

  it('is given in percent and cut, so that 100 means all', () => {
    expect([score.precision, score.recall]).toEqual([33.333, 33.333]);
    const many = Array.from({ length: 300_000 }, (_, n) => aCase(`${n}`, 'a', ['x']));
    const answers = many.map((_, n) => (n === 0 ? null : 'x'));
    expect(scoreOf(many, answers).recall).toBe(99.999);
  });

  it('tells each family apart', () => {
    expect(score.families.a).toMatchObject({ cases: 3, automatic: 2, right: 1 });
    expect(score.families.b).toMatchObject({ cases: 2, findable: 0, precision: 0, recall: null });
  });
});
