import { pageTemplateOf, PAGES } from './pages.js';

describe('the page of an address', () => {
  it.each([
    ['/', '/'],
    ['/pricing', '/pricing'],
    ['/reset-password/Zm9vYmFy', '/reset-password/:token'],
    ['/playlist/apple/p.MoGJYM3CYXW09B', '/playlist/:platform/:id'],
    ['/playlist/spotify/liked', '/playlist/:platform/liked'],
  ])('%s is %s', (path, template) => expect(pageTemplateOf(path)).toBe(template));

  it.each(['/nowhere', '/pricing/', '/playlist/spotify', '/playlist/spotify/', '/reset-password/a/b', ''])(
    '%j is none',
    (path) => expect(pageTemplateOf(path)).toBeNull(),
  );

  it('is found for every template itself', () => {
    for (const template of Object.values(PAGES)) expect(pageTemplateOf(template)).toBe(template);
  });
});
