import { exists, read } from './testing/repository.js';

const FAULTS = 25;
const rows = [...read('infra/FAULTS.md').matchAll(/^\| (F\d+) +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)].map(
  ([, number = '', what = '', where = '']) => ({ number, what, where }),
);
const NAMED_TEST = /^`([^`]+)`: (.+)$/;

describe('the faults that are listed', () => {
  it('are all of them, each once', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: FAULTS }, (_, index) => `F${index + 1}`));
  });

  it.each(rows)('$number, $what, are tested where it says, or say why not', ({ where }) => {
    const [, file = '', title = ''] = NAMED_TEST.exec(where) ?? [];
    if (!file) {
      expect(where).toMatch(/^not tested as such: .+/);
      return;
    }
    expect(exists(file)).toBe(true);
    expect(read(file)).toMatch(new RegExp(`it(\\.each)?[^;]*?'${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}'`));
  });
});
