import { normaliseIsrc } from './isrc.js';

describe('normaliseIsrc', () => {
  it.each([
    ['usrc17607839', 'USRC17607839'],
    ['US-RC1-76-07839', 'USRC17607839'],
    [' us rc1 76 07839 ', 'USRC17607839'],
    ['ＵＳＲＣ１７６０７８３９', 'USRC17607839'],
    ['GBAYE0601498', 'GBAYE0601498'],
  ])('reads %s', (written, isrc) => expect(normaliseIsrc(written)).toBe(isrc));

  it.each([null, undefined, '', '0', 'USRC1760783', 'USRC176078399', '12RC17607839', 'unknown', 'USRC1760783O'])(
    'takes %s for none',
    (written) => expect(normaliseIsrc(written)).toBeNull(),
  );
});
