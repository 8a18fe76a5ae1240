import { exists, read } from './testing/repository.js';

const FAULTS = 40;
const rows = [...read('infra/FAULTS.md').matchAll(/^\| (F\d+) +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)].map(
  ([, number = '', what = '', where = '']) => ({ number, what, where }),
);
const NAMED_TEST = /^`([^`]+)`: (.+)$/;

describe('the faults that are listed', () => {
  it('are all of them, in order, each promise once', () => {
    const numbers = [...new Set(rows.map(({ number }) => number))];
    expect(numbers).toEqual(Array.from({ length: FAULTS }, (_, index) => `F${index + 1}`));
    const inOrder = rows.toSorted((one, other) => Number(one.number.slice(1)) - Number(other.number.slice(1)));
    expect(rows).toEqual(inOrder);
    expect(new Set(rows.map(({ number, what }) => `${number} ${what}`)).size).toBe(rows.length);
  });

  it.each(rows)('$number, $what, are tested where it says, or say why not', ({ where }) => {
    const [, file = '', title = ''] = NAMED_TEST.exec(where) ?? [];
    if (!file) {
      expect(where).toMatch(/^not tested as such: .+/);
      return;
    }
    expect(exists(file)).toBe(true);
    // By the title of the test, or by the name that a table of tests gives it.
    const named = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    expect(read(file)).toMatch(new RegExp(`(it(\\.each)?[^;]*?|name: )'${named}'`));
  });
});
