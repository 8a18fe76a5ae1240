import { screen, waitFor, within } from '@testing-library/react';
import { aToken, FREE_STATUS } from '../testing/builders.js';
import { fakeApi, refusal } from '../testing/fake-api.js';
import { currentPath, openApp } from '../testing/render-app.js';

const STATS = {
  loadAvg: [0.5, 1, 2],
  cpuCount: 2,
  memory: { used: 1024 ** 2, free: 1.5 * 1024 ** 2, total: 2.5 * 1024 ** 2, rss: 123_456_789, heapUsed: 1024 ** 2 },
  uptime: 3_659,
  time: '2026-11-20T17:05:06.000Z',
};
const aUser = (name: string, over = {}) => ({
  _id: crypto.randomUUID(),
  name,
  email: `${name.toLowerCase()}@example.com`,
  isAdmin: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  lastLogin: null,
  lastActive: null,
  subscriptionStatus: 'none',
  lastPlaylistUpdate: null,
  createdPlaylists: [],
  ...over,
});
const QUIET = { outbox: { count: 0, oldestAt: null }, queue: { count: 0, oldestAt: null } };
const NO_LETTERS = { count: 0, newest: [] };
const EMPTY = {
  'GET /api/billing/status': FREE_STATUS,
  'GET /api/admin/overview': { totalUsers: 1234, matches: [] },
  'GET /api/admin/server-stats': STATS,
  'GET /api/admin/version': { commit: 'abc1234', branch: 'main' },
  'GET /api/admin/visits': { data: [] },
  'GET /api/admin/ip-summary': { data: [] },
  'GET /api/admin/users': [],
  'GET /api/admin/logs/backend': { error: '', out: '' },
  'GET /api/admin/services': { services: [] },
  'GET /api/admin/platforms': { platforms: [] },
};
const open = (routes = {}) => {
  const seen = fakeApi({ ...EMPTY, ...routes });
  return { seen, user: openApp('/admin', { token: aToken({ isAdmin: true }) }) };
};
const panel = (name: string) => screen.findByRole('region', { name });
const valueOf = (label: string) => screen.getByText(label).nextElementSibling;
const down = refusal(503, 'service_unavailable', 'Down.');

const realRect = HTMLElement.prototype.getBoundingClientRect;
let logged: jest.SpyInstance;
beforeEach(() => {
  localStorage.clear();
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  // jsdom lays nothing out, and charts draw nothing into no room.
  HTMLElement.prototype.getBoundingClientRect = function rect() {
    return this.className.includes('recharts-responsive-container')
      ? ({ width: 600, height: 300 } as DOMRect)
      : realRect.call(this);
  };
});
afterEach(() => {
  logged.mockRestore();
  HTMLElement.prototype.getBoundingClientRect = realRect;
});

describe('the way to the dashboard', () => {
  it.each([
    ['a guest', undefined],
    ['a member', aToken()],
  ])('leads %s to the landing page, and asks nothing of the admin service', async (_, token) => {
    const seen = fakeApi(EMPTY);
    openApp('/admin', token === undefined ? {} : { token });
    await waitFor(() => expect(currentPath()).toBe('/'));
    expect(seen.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([]);
  });

  it('stands in the navigation of administrators', async () => {
    open();
    expect(await screen.findByRole('link', { name: 'Admin' })).toBeVisible();
  });
});

describe('the dashboard', () => {
  it('shows the cards', async () => {
    open();
    expect(await screen.findByText('1,234')).toBeVisible();
    expect(valueOf('Total Users')).toHaveTextContent('1,234');
    await waitFor(() => expect(valueOf('Git Version')).toHaveTextContent('abc1234'));
    expect(valueOf('Git Branch')).toHaveTextContent('main');
    expect(valueOf('Server Time')).toHaveTextContent(/^November 20, 2026 at \d\d:\d\d:06$/);
    expect(valueOf('Last Updated')).toHaveTextContent(/^\p{L}+ \d+, \d{4} at \d\d:\d\d:\d\d$/u);
  });

  it('shows the server statistics and asks for them again every five seconds', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const { seen } = open();
      const statistics = await panel('Server Statistics');
      await within(statistics).findByText('0.50');
      expect(valueOf('CPU Count')).toHaveTextContent('2');
      expect(valueOf('Memory Used')).toHaveTextContent('1.00 MB');
      expect(valueOf('Memory Free')).toHaveTextContent('1.50 MB');
      expect(valueOf('RSS')).toHaveTextContent('117.74 MB');
      expect(valueOf('Uptime')).toHaveTextContent('60 minutes');
      const asked = () => seen.filter(({ path }) => path === '/api/admin/server-stats').length;
      const before = asked();
      await jest.advanceTimersByTimeAsync(5000);
      await waitFor(() => expect(asked()).toBe(before + 1));
    } finally {
      jest.useRealTimers();
    }
  });

  it.each([
    ['Recent Page Visits', 'No recent visits recorded.'],
    ['Top Visited Pages', 'No visits recorded.'],
    ['IP Summary', 'No IP summary data available.'],
    ['Backend Error Logs', 'No error logs available.'],
    ['Backend Out Logs', 'No output logs available.'],
  ])('says in %s when there is nothing: %s', async (name, text) => {
    open();
    expect(await within(await panel(name)).findByText(text)).toBeVisible();
  });

  it('draws visits as lines and lists pages by their visits', async () => {
    open({
      'GET /api/admin/visits': {
        data: [
          { date: '2026-11-18', '/': 1, '/pricing': 7 },
          { date: '2026-11-20', '/': 4 },
        ],
      },
    });
    expect(await screen.findByRole('img', { name: 'Line chart of 12 visits to 2 pages, by day.' })).toBeVisible();
    const chart = await panel('Recent Page Visits');
    expect(chart.querySelectorAll('.recharts-line')).toHaveLength(2);
    expect(chart).toHaveTextContent('November 18');
    expect(chart).toHaveTextContent('November 19');
    const rows = within(await panel('Top Visited Pages')).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.textContent)).toEqual(['17/pricing', '25/']);
  });

  it('writes large numbers beside both charts as everywhere else', async () => {
    const row = { ip: '192.0.2.0', location: 'Germany', browser: 'Firefox', device: 'Desktop, Linux' };
    open({
      'GET /api/admin/visits': { data: [{ date: '2026-11-20', '/': 22_000 }] },
      'GET /api/admin/ip-summary': { data: [{ ...row, '/': 1_000_000 }] },
    });
    await screen.findByRole('img', { name: /Line chart/ });
    expect(await panel('Recent Page Visits')).toHaveTextContent('22,000');
    await screen.findByRole('img', { name: /Bar chart/ });
    expect(await panel('IP Summary')).toHaveTextContent('1,000,000');
  });

  it('asks for the period that was chosen', async () => {
    const { user, seen } = open();
    await user.click(await screen.findByRole('button', { name: '1 year' }));
    await waitFor(() => expect(seen.map(({ path }) => path)).toContain('/api/admin/visits?days=365'));
    expect(seen.map(({ path }) => path)).toContain('/api/admin/ip-summary?days=365');
  });

  it('draws networks with what is known of them, the busiest first', async () => {
    const row = { location: 'Germany', browser: 'Firefox', device: 'Desktop, Linux' };
    open({
      'GET /api/admin/ip-summary': {
        data: [
          { ip: '192.0.2.0', ...row, '/': 1 },
          { ip: '203.0.113.0', ...row, '/': 1, '/pricing': 4 },
        ],
      },
    });
    const chart = await screen.findByRole('img', { name: /Bar chart of the visits of 2 networks/ });
    expect(chart).toHaveStyle({ height: '150px' });
    const labels = [...chart.querySelectorAll('text:has(title)')].map((text) => text.textContent);
    expect(labels[0]).toContain('203.0.113.0');
    expect(labels[0]).toContain('Germany');
    expect(labels[0]).toContain('Firefox · Desktop, Linux');
    expect(labels[1]).toContain('192.0.2.0');
  });
});

describe('the members', () => {
  it('are loading at first', async () => {
    open({ 'GET /api/admin/users': () => new Promise(() => undefined) });
    expect(await screen.findByText('Loading users...')).toBeVisible();
  });

  it('show their plan, what they did last, and how many playlists they made', async () => {
    const lastPlaylistUpdate = {
      firstUpdatedAt: '2026-11-20T10:00:00.000Z',
      updatedAt: '2026-11-20T10:00:00.000Z',
      targetPlaylistName: 'Road trip',
      targetPlaylistId: 'p.1',
      targetPlatform: 'apple',
    };
    const createdPlaylists = [1, 2, 3].map((i) => ({ id: `p.${i}`, name: 'Mine', platform: 'apple' }));
    open({
      'GET /api/admin/users': [
        aUser('Ada', { subscriptionStatus: 'active', isAdmin: true, lastPlaylistUpdate, createdPlaylists }),
        aUser('Ben', { subscriptionStatus: 'canceled' }),
        aUser('Cleo'),
      ],
    });
    const table = within(await screen.findByRole('group', { name: 'Users' }));
    const [, ada, ben, cleo] = table.getAllByRole('row') as HTMLElement[];
    expect(within(ada as HTMLElement).getByRole('img', { name: 'Premium' }).parentElement).toHaveTextContent('Active');
    expect(ada).toHaveTextContent(/Road tripApple Music, November 20, 2026 at \d\d:\d\d3$/);
    expect(ada).toHaveTextContent(/January \d, 2026 at \d\d:\d\d/);
    expect(within(ben as HTMLElement).getByRole('img', { name: 'Ended' }).parentElement).toHaveTextContent('Canceled');
    expect(within(cleo as HTMLElement).getByRole('img', { name: 'Free' }).parentElement).toHaveTextContent('None');
  });

  it('are turned page by page and searched', async () => {
    const all = Array.from({ length: 30 }, (_, i) => aUser(`User${i}`));
    const { user, seen } = open({
      'GET /api/admin/users': (_: never, path: string) => {
        const query = new URLSearchParams(path.split('?')[1]);
        if (query.get('search') === 'nobody') return [];
        const offset = Number(query.get('offset'));
        return all.slice(offset, offset + Number(query.get('limit')));
      },
    });
    expect(await screen.findByText('1 to 25')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Older' }));
    expect(await screen.findByText('26 to 30')).toBeVisible();
    expect(screen.getByText('User29')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'nobody{Enter}');
    expect(await screen.findByText('No user fits this search.')).toBeVisible();
    expect(seen.at(-1)?.path).toContain('search=nobody&offset=0');
  });

  it.each([
    ['Failed to fetch users', refusal(503, 'service_unavailable', 'Down.')],
    ['Expected an array of users', { users: [] }],
  ])('that cannot be read are logged: %s', async (sentence, answer) => {
    open({ 'GET /api/admin/users': answer });
    await waitFor(() => expect(logged).toHaveBeenCalledWith(sentence, expect.anything()));
    expect(await within(await panel('User Management')).findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('what fails', () => {
  it('says so in both log panels', async () => {
    open({ 'GET /api/admin/logs/backend': down });
    expect(await screen.findAllByText('Failed to load logs.')).toHaveLength(2);
  });

  it.each([
    ['Failed to fetch git version', down],
    ['Invalid git version format', { commit: 'abc' }],
  ])('of the version is logged only: %s', async (sentence, answer) => {
    open({ 'GET /api/admin/version': answer });
    await waitFor(() => expect(logged).toHaveBeenCalledWith(sentence, expect.anything()));
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('costs no other panel', async () => {
    open({ 'GET /api/admin/platforms': down, 'GET /api/admin/visits': down, 'GET /api/admin/services': down });
    expect(await within(await panel('Platforms')).findByText('Down.')).toBeVisible();
    expect(await within(await panel('Recent Page Visits')).findByText('Down.')).toBeVisible();
    expect(await screen.findByText('1,234')).toBeVisible();
  });
});

describe('services and platforms', () => {
  const letter = {
    id: '3f0f6e2e-8d3b-4a53-9c7e-0d9c1f4b2a10',
    name: 'user.deleted',
    occurredAt: '2026-11-20T10:00:00.000Z',
    attempts: 8,
    error: '<img src=x onerror=__x=1>',
  };

  it('say who is ready, on what they stand and how far their events are behind', async () => {
    const behind = { count: 3, oldestAt: new Date(Date.now() - 125_000).toISOString() };
    open({
      'GET /api/admin/services': {
        services: [
          {
            service: 'sync',
            status: 'unavailable',
            dependencies: { database: 'up', sessions: 'down' },
            events: { ...QUIET, outbox: behind, deadLetters: NO_LETTERS },
          },
          { service: 'auth', status: 'unreachable', dependencies: {}, events: null },
        ],
      },
    });
    const [, sync, auth] = within(await screen.findByRole('group', { name: 'Services' })).getAllByRole('row');
    expect(sync).toHaveTextContent('syncNot readydatabasesessions is down3 for 2 min00');
    expect(auth).toHaveTextContent('authNo answer–––');
  });

  it('let a parked event be heard again', async () => {
    const events = { ...QUIET, deadLetters: { count: 1, newest: [letter] } };
    const service = { service: 'sync', status: 'ok', dependencies: {}, events };
    const replayed = jest.fn(() => ({ replayed: true }));
    const { user } = open({
      'GET /api/admin/services': () => ({
        services: [
          replayed.mock.calls.length > 0 ? { ...service, events: { ...QUIET, deadLetters: NO_LETTERS } } : service,
        ],
      }),
      [`POST /api/admin/services/sync/dead-letters/${letter.id}/replay`]: replayed,
    });
    expect(await screen.findByText('user.deleted for sync')).toBeVisible();
    expect(screen.getByText(letter.error)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Replay' }));
    await waitFor(() => expect(screen.queryByText('user.deleted for sync')).toBeNull());
    expect(replayed).toHaveBeenCalledTimes(1);
  });

  it('show budget, cooldown and match rate of each platform', async () => {
    open({
      'GET /api/admin/overview': {
        totalUsers: 1,
        matches: [{ platform: 'spotify', added: 50, mismatched: 3, unmatched: 7, failed: 2, matchRate: 88.3 }],
      },
      'GET /api/admin/platforms': {
        platforms: [
          {
            platform: 'spotify',
            state: 'cooldown',
            until: '2026-11-20T10:00:00.000Z',
            callsPerSecond: 2.5,
            waiting: { interactive: 1, job: 2, background: 3, maintenance: 4 },
            running: 1,
            callsLastHour: 1000,
            throttledLastHour: 5,
          },
        ],
      },
    });
    const platforms = await panel('Platforms');
    await within(platforms).findByText('88.3 %');
    expect(platforms).toHaveTextContent(/Waiting, as the platform asked until November 20, 2026 at \d\d:\d\d/);
    expect(valueOf('Calls per second')).toHaveTextContent('2.5');
    expect(valueOf('Waiting')).toHaveTextContent('10');
    expect(platforms).toHaveTextContent('50 by ISRC, 3 under another one, 7 without a match, 2 failed otherwise.');
  });
});
