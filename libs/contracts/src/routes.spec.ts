import { ERRORS, type ErrorCode } from './errors.js';
import { EVENT_LISTENERS, EVENTS } from './events.js';
import { pathOf } from './endpoint.js';
import { PLATFORM_IDS } from './platforms.js';
import { ROUTES } from './routes.js';
import { SERVICES } from './services.js';

/** The specification's table of calls (section 7): method, path, whether it needs a token. */
const CALLS: ReadonlyArray<[method: string, path: string, access: 'public' | 'member' | 'admin']> = [
  ['GET', '/api/billing/status', 'member'],
  ['POST', '/api/billing/create-checkout-session', 'member'],
  ['POST', '/api/billing/customer-portal', 'member'],
  ['POST', '/api/consent', 'public'],
  ['GET', '/api/spotify/status', 'member'],
  ['GET', '/api/spotify/me', 'member'],
  ['GET', '/api/spotify/login', 'member'],
  ['POST', '/api/spotify/disconnect', 'member'],
  ['GET', '/api/spotify/playlists', 'member'],
  ['GET', '/api/spotify/tracks/count', 'member'],
  ['GET', '/api/apple/status', 'member'],
  ['GET', '/api/apple/token', 'public'],
  ['POST', '/api/apple/connect', 'member'],
  ['POST', '/api/apple/disconnect', 'member'],
  ['GET', '/api/apple/playlists', 'member'],
  ['GET', '/api/apple/playlists/{id}/trackCount', 'member'],
  ['GET', '/api/{platform}/playlists/{id}', 'member'],
  ['GET', '/api/{platform}/tracks', 'member'],
  ['GET', '/api/{platform}/playlists/{id}/tracks', 'member'],
  ['POST', '/api/sync/check', 'member'],
  ['POST', '/api/sync/start-sync', 'member'],
  ['POST', '/api/sync/add-track', 'member'],
  ['POST', '/api/sync/remove-track', 'member'],
  ['POST', '/api/sync/create-playlist', 'member'],
  ['GET', '/api/auth/profile', 'member'],
  ['POST', '/api/auth/update-profile', 'member'],
  ['POST', '/api/auth/change-password', 'member'],
  ['DELETE', '/api/auth/delete-profile', 'member'],
  ['POST', '/api/auth/register', 'public'],
  ['POST', '/api/auth/login', 'public'],
  ['POST', '/api/auth/request-password-reset', 'public'],
  ['POST', '/api/auth/reset-password/{token}', 'public'],
  ['POST', '/api/contact', 'public'],
  ['GET', '/api/admin/logs/backend', 'admin'],
  ['GET', '/api/admin/version', 'admin'],
  ['GET', '/api/admin/visits', 'admin'],
  ['GET', '/api/admin/ip-summary', 'admin'],
  ['GET', '/api/admin/users', 'admin'],
  ['GET', '/api/admin/server-stats', 'admin'],
];
/** What the operating contract says of each error. */
const STATUSES: Partial<Record<ErrorCode, number>> = {
  validation_failed: 400,
  platform_not_connected: 400,
  platform_reconnect_required: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  daily_limit_reached: 403,
  not_found: 404,
  email_taken: 409,
  already_subscribed: 409,
  no_subscription: 409,
  invalid_signature: 400,
  payment_unavailable: 503,
  remove_unsupported: 409,
  playlist_read_only: 409,
  rate_limited: 429,
  service_unavailable: 503,
  platform_unavailable: 503,
  platform_busy: 503,
};

const routes = Object.values(ROUTES);
/** As the table writes a route; each platform is one filling of `:platform`. */
const spellingsOf = (path: string): string[] => {
  const braced = path.replace(/:(\w+)/g, '{$1}');
  return [braced, ...PLATFORM_IDS.map((platform) => braced.replace('{platform}', platform))];
};

describe('the contract', () => {
  it.each(CALLS)("has the specification's %s %s for %s callers", (method, path, access) => {
    const found = routes.filter((route) => route.method === method && spellingsOf(route.path).includes(path));
    expect(found.map((route) => route.access)).toEqual([access]);
  });

  it('has no two routes of one method and path, parameters aside', () => {
    const keys = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('keeps what is for services off the public side, and nothing else', () => {
    for (const { path, access } of routes) {
      if (access === 'service') expect(path).toMatch(/^\/internal\//);
      if (path.startsWith('/internal/') && access !== 'service') expect(path).toBe('/internal/auth/jwks');
    }
  });

  it('lets guests call these routes alone', () => {
    const open = routes.filter(({ access }) => access === 'public').map(({ method, path }) => `${method} ${path}`);
    expect(open.sort()).toEqual([
      'GET /api/:platform/callback',
      'GET /api/:platform/token',
      'GET /api/docs',
      'GET /api/health',
      'GET /internal/auth/jwks',
      'POST /api/auth/login',
      'POST /api/auth/register',
      'POST /api/auth/request-password-reset',
      'POST /api/auth/reset-password/:token',
      'POST /api/billing/webhook',
      'POST /api/consent',
      'POST /api/contact',
      'POST /api/visits',
      'POST /api/withdrawal',
    ]);
  });

  it('reads with GET and changes nothing by it [S59]', () => {
    for (const { method, path, body } of routes.filter((route) => route.method === 'GET')) {
      expect({ method, path, body: body.parse({ anything: 1 }) }).toEqual({ method, path, body: undefined });
    }
  });

  it('takes every parameter its path names', () => {
    for (const { path, params } of routes) {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
      const issues = params.safeParse({}).error?.issues.map((issue) => String(issue.path[0])) ?? [];
      expect({ path, names: issues.sort() }).toEqual({ path, names: names.sort() });
    }
  });

  it('escapes parameters in addresses', () => {
    expect(pathOf({ path: '/api/:platform/status' }, { platform: '../admin?x#y' })).toBe(
      '/api/..%2Fadmin%3Fx%23y/status',
    );
    expect(() => pathOf({ path: '/api/:platform/status' }, {})).toThrow('platform');
  });
});

describe('every id in a path or body', () => {
  const idOf = (id: string) => ROUTES.getPlaylist?.params.safeParse({ platform: 'apple', id }).success;

  it.each(['p.MoGJYM3CYXW09B', '37i9dQZF1DXcBWIGoYBM5M', 'liked-songs', 'a_b', 'x'.repeat(128)])('may be %s', (id) => {
    expect(idOf(id)).toBe(true);
  });

  it.each([
    '..%2f..%2fme',
    'x?limit=50',
    'x#',
    'x'.repeat(129),
    '😀',
    '',
    '.',
    '..',
    '...',
    'a/b',
    'a\\b',
    'a b',
    'a\n',
  ])('may not be %j [S47]', (id) => {
    expect(idOf(id)).toBe(false);
  });

  it.each(['tidal', 'SPOTIFY', 'spotify%00', '../apple', '', ['apple']])(
    'is of a platform we know, not %j [S46]',
    (platform) => {
      expect(ROUTES.getPlaylist?.params.safeParse({ platform, id: 'p.1' }).success).toBe(false);
    },
  );
});

describe('events', () => {
  /** Who tells each one. */
  const TELLERS: Record<string, string> = {
    user: 'auth',
    subscription: 'billing',
    allowance: 'billing',
    payment: 'billing',
    platform: 'connectors',
    playlist: 'sync',
    tracks: 'sync',
    visit: 'gateway',
  };
  const place = (service: string): number => ['gateway', ...SERVICES].indexOf(service);

  it.each(Object.entries(EVENT_LISTENERS))('%s goes right only', (name, listeners) => {
    const teller = TELLERS[name.split('.')[0] ?? ''] ?? '';
    expect(place(teller)).toBeGreaterThanOrEqual(0);
    for (const listener of listeners) expect(place(listener)).toBeGreaterThan(place(teller));
  });

  it('are each heard by somebody', () => {
    expect(Object.keys(EVENT_LISTENERS).sort()).toEqual(Object.keys(EVENTS).sort());
    for (const listeners of Object.values(EVENT_LISTENERS)) expect(listeners.length).toBeGreaterThan(0);
  });

  it('of a member who leaves reach everybody who keeps something of theirs', () => {
    expect(EVENT_LISTENERS['user.deleted']).toEqual(['billing', 'connectors', 'sync', 'admin']);
  });
});

describe('errors', () => {
  it.each(Object.entries(STATUSES))('%s is %i', (code, status) => {
    expect(ERRORS[code as ErrorCode].status).toBe(status);
  });

  it('each have a code in snake_case, a status of HTTP and a sentence', () => {
    for (const [code, { status, message }] of Object.entries(ERRORS)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      expect(message).toMatch(/^[A-Z].*[a-z.]$/);
    }
  });
});
