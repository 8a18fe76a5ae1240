import { Catalogue } from './catalogue.js';
import { readShippedCatalogue } from './read-catalogue.js';
import { normaliseIsrc, Song } from './song.js';
import { wordsOf } from './text.js';

const song = (fields: object) =>
  Song.parse({ platform: 'spotify', id: 'a', name: 'Name', artists: ['One'], ...fields });

describe('the shipped catalogue', () => {
  const { songs, playlists } = readShippedCatalogue();

  it('is complete', () => {
    expect(songs).toHaveLength(52_271);
    expect(playlists).toHaveLength(138);
  });

  it('has a length for every row, one for all rows of a recording', () => {
    expect(songs.every(({ durationMs }) => durationMs !== null && durationMs > 0)).toBe(true);
    const invented = songs.filter(({ isrc }) => isrc !== null && normaliseIsrc(isrc) === 'USWB10504319');
    expect(new Set(invented.map(({ durationMs }) => durationMs)).size).toBe(1);
  });
});

describe('lengths nobody knows', () => {
  it('agree for both platforms, by code or by text', () => {
    const length = (fields: object) => new Catalogue([song(fields)]).find('a')?.durationMs;
    expect(length({ isrc: 'dea1-000-00001', name: 'X' })).toBe(length({ isrc: 'DEA100000001', name: 'Y' }));
    expect(length({ name: 'Same' })).toBe(length({ name: 'same', platform: 'apple' }));
  });

  it('follow a known release of the same recording', () => {
    const catalogue = new Catalogue([song({ id: 'a', isrc: 'DEA100000001', durationMs: 1234 })]);
    catalogue.load([song({ id: 'b', isrc: 'dea100000001' })]);
    expect(catalogue.find('b')?.durationMs).toBe(1234);
  });
});

describe('loading', () => {
  it('replaces a row of the same id, in every index', () => {
    const catalogue = new Catalogue([song({ isrc: 'DEA100000001' })]);
    catalogue.load([song({ isrc: 'DEA100000002', name: 'Fresh' })]);
    expect(catalogue.size).toBe(1);
    expect(catalogue.withIsrc('DEA100000001')).toEqual([]);
    expect(catalogue.search({ any: ['fresh'], title: [], artist: [], album: [] })).toHaveLength(1);
  });
});

describe('words', () => {
  it.each([
    ['Beyoncé', ['beyonce']],
    ["Don't Stop 'Til", ['dont', 'stop', 'til']],
    ['夜に駆ける', ['夜', 'に', '駆', 'け', 'る']],
    ['AC/DC', ['ac', 'dc']],
  ])('of %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});
