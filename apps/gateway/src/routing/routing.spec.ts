import { ROUTES } from '@segue/contracts';
import { canonicalPath } from './canonical-path.js';
import { RouteTable } from './route-table.js';

describe('a path', () => {
  it.each([
    ['/', '/'],
    ['/api/auth/profile', '/api/auth/profile'],
    ['/api/auth/profile?next=/../x&y=%2e%2e', '/api/auth/profile'],
    ['/api/apple/playlists/p.MoGJYM3CYXW09B/tracks', '/api/apple/playlists/p.MoGJYM3CYXW09B/tracks'],
    ['/api/apple/playlists/..a', '/api/apple/playlists/..a'],
    ['/playlist/apple/%C3%A9', '/playlist/apple/%C3%A9'],
    ["/a~b_c-d!$&'()*+,=:@", "/a~b_c-d!$&'()*+,=:@"],
  ])('that can be read in one way only is taken: %s', (target, path) => {
    expect(canonicalPath(target)).toEqual({ path });
  });

  it.each([
    '/api/auth/../admin/users',
    '/api/auth/..',
    '/../api',
    '/api/./admin/users',
    '/api/auth/.',
    '/api/auth/%2e%2e/admin/users',
    '/api/auth/%2E%2E/admin/users',
    '/api/auth/.%2e/admin/users',
    '/api/auth/..%2fadmin',
    '/api/auth/..%2Fadmin',
    '/api/auth/%252e%252e/admin',
    '/api/auth%00',
    '/api/auth%0a',
    '/api/auth%0d%0aset-cookie:x',
    '/api/auth%7f',
    '/api%2e/admin',
    '//api/admin/users',
    '/api//admin/users',
    '/api/admin;x/users',
    '/api/admin%3bx/users',
    '/api\\admin\\users',
    '/api%5cadmin',
    '/api/admin/users%',
    '/api/admin/users%zz',
    '/api/ädmin',
    '/api/a b',
    '/api/<x>',
    'http://evil.test/api/auth/profile',
    'http://127.0.0.1/api/auth/profile',
    '*',
    '',
    'api',
    '?x',
  ])('that programs may read differently is refused: %s [S55]', (target) => {
    expect(canonicalPath(target)).toEqual({ problem: 'bad_request' });
  });

  it('of more than 8 kB is too long', () => {
    expect(canonicalPath(`/${'a'.repeat(8191)}`)).toEqual({ path: `/${'a'.repeat(8191)}` });
    expect(canonicalPath(`/${'a'.repeat(8192)}`)).toEqual({ problem: 'uri_too_long' });
    expect(canonicalPath(`/?${'a'.repeat(8192)}`)).toEqual({ problem: 'uri_too_long' });
  });
});

describe('the route table', () => {
  const table = new RouteTable();
  const filled = (path: string) => path.replace(':platform', 'apple').replace(/:\w+/g, 'p.1');
  const publicRoutes = Object.entries(ROUTES).filter(([, { path }]) => path.startsWith('/api/'));

  it.each(publicRoutes)('finds %s', (_, endpoint) => {
    expect(table.find(endpoint.method, filled(endpoint.path))).toEqual({ endpoint });
  });

  it.each(publicRoutes)('names the methods of %s to one it does not answer', (_, { method, path }) => {
    for (const other of ['PUT', 'PATCH', 'TRACE', 'PROPFIND', 'OPTIONS', 'get']) {
      expect(table.find(other, filled(path))).toEqual({ allow: expect.arrayContaining([method]) });
    }
  });

  it('does not know what is inside, nor what nobody answers', () => {
    for (const { method, path } of Object.values(ROUTES)) {
      if (path.startsWith('/internal/')) expect(table.find(method, filled(path))).toBeNull();
    }
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/auth/profile/',
      '/API/auth/profile',
      '/api/auth/Profile',
    ]) {
      expect(table.find('GET', path)).toBeNull();
    }
  });
});
