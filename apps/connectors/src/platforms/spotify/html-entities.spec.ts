import { decodeHtmlEntities } from './html-entities.js';

describe('decodeHtmlEntities', () => {
  it.each([
    ['Rock &amp; Roll', 'Rock & Roll'],
    ['&lt;3 &quot;you&quot; &#x27;n&#39; me&#x2F;us', '<3 "you" \'n\' me/us'],
    ['&amp;lt;', '&lt;'],
    ['&#x1F600;', '😀'],
    ['&#x110000; &unknown; & alone', '&#x110000; &unknown; & alone'],
  ])('reads %s', (escaped, text) => expect(decodeHtmlEntities(escaped)).toBe(text));
});
