import { act, screen, waitFor } from '@testing-library/react';
import { aPlatformStatus, aPlaylist, aToken, FREE_STATUS } from '../testing/builders.js';
import { fakeApi } from '../testing/fake-api.js';
import { currentPath, openApp } from '../testing/render-app.js';

const routes = (over = {}) => ({
  'GET /api/billing/status': FREE_STATUS,
  'GET /api/:platform/status': aPlatformStatus(),
  'GET /api/spotify/playlists': [aPlaylist()],
  'GET /api/spotify/tracks/count': { count: 4 },
  ...over,
});
const open = (address = '/dashboard') => openApp(address, { token: aToken() });

beforeEach(() => localStorage.clear());

describe('the dashboard', () => {
  it('lists playlists with their count, and leads to each', async () => {
    fakeApi(routes({ 'GET /api/spotify/playlists/p1/tracks': () => new Promise(() => undefined) }));
    const user = open();
    expect(await screen.findByText('3 tracks')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'View Sunday Kitchen' }));
    expect(currentPath()).toBe('/playlist/spotify/p1');
    // The playlist is passed along, so that only its tracks are asked for.
    expect(await screen.findByText('Loading playlist...')).toBeVisible();
  });

  it('asks for the playlists once, without waiting for the state of the connection', async () => {
    let answer: (status: unknown) => void = () => undefined;
    const status = new Promise((resolve) => (answer = resolve));
    const seen = fakeApi(routes({ 'GET /api/:platform/status': () => status }));
    const lists = () => seen.filter(({ path }) => path === '/api/spotify/playlists');
    open();
    await waitFor(() => expect(lists()).toHaveLength(1));
    expect(await screen.findByText('Loading Library...')).toBeVisible();
    answer(aPlatformStatus());
    expect(await screen.findByRole('heading', { name: 'Sunday Kitchen' })).toBeVisible();
    expect(lists()).toHaveLength(1);
  });

  it('draws every playlist of a large library', async () => {
    const playlists = Array.from({ length: 60 }, (_, n) => aPlaylist({ id: `p${n}`, name: `List ${n}` }));
    fakeApi(routes({ 'GET /api/spotify/playlists': playlists }));
    open();
    expect(await screen.findByRole('heading', { name: 'List 59' })).toBeVisible();
    expect(screen.getAllByRole('link', { name: /^View List/ })).toHaveLength(60);
  });

  it('shows what the browser remembers first, then what is true now', async () => {
    const cached = { timestamp: Date.now() - 60_000, playlists: [aPlaylist({ name: 'From before' })] };
    localStorage.setItem('cachedPlaylists.spotify', JSON.stringify(cached));
    let answer: (playlists: unknown) => void = () => undefined;
    const fresh = new Promise((resolve) => (answer = resolve));
    fakeApi(routes({ 'GET /api/spotify/playlists': () => fresh }));
    open();
    expect(await screen.findByRole('heading', { name: 'From before' })).toBeVisible();
    answer([aPlaylist({ name: 'From now' })]);
    expect(await screen.findByRole('heading', { name: 'From now' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'From before' })).not.toBeInTheDocument();
  });

  it('says so when there are no playlists and no liked songs', async () => {
    fakeApi(routes({ 'GET /api/spotify/playlists': [], 'GET /api/spotify/tracks/count': { count: 0 } }));
    open();
    expect(await screen.findByText('No playlists found.')).toBeVisible();
    expect(await screen.findByText('No liked songs found.')).toBeVisible();
  });

  it('says so when a platform is not connected, and leads to /platforms', async () => {
    fakeApi(routes({ 'GET /api/:platform/status': aPlatformStatus({ connected: false }) }));
    open('/dashboard?tab=apple');
    expect(await screen.findByText('Apple Music is not connected.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Connect Apple Music' })).toHaveAttribute('href', '/platforms');
  });

  it('counts the tracks of a playlist only when its list does not', async () => {
    let count: (answer: unknown) => void = () => undefined;
    fakeApi(
      routes({
        'GET /api/apple/playlists': [aPlaylist({ id: 'a1', platform: 'apple', track_count: null })],
        'GET /api/apple/playlists/a1/trackCount': () => new Promise((resolve) => (count = resolve)),
      }),
    );
    open('/dashboard?tab=apple');
    expect(await screen.findByText('Loading...')).toBeVisible();
    await waitFor(() => (count({ track_count: 7 }), expect(screen.getByText('7 tracks')).toBeVisible()));
  });

  it('tells why a playlist cannot be opened', async () => {
    const made = aPlaylist({ readable: false, editable: false, restriction: 'platform-made' });
    fakeApi(routes({ 'GET /api/spotify/playlists': [made] }));
    open();
    expect(await screen.findByText('Spotify does not let other apps read playlists it made itself.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'View Sunday Kitchen' })).not.toBeInTheDocument();
  });

  const updated = (msAgo: number) => ({
    ...FREE_STATUS,
    lastPlaylistUpdate: {
      firstUpdatedAt: new Date(Date.now() - msAgo).toISOString(),
      updatedAt: new Date().toISOString(),
      targetPlaylistName: 'Road Trip',
      targetPlaylistId: 'x',
      targetPlatform: 'apple',
    },
  });
  const DAY_MS = 24 * 3_600_000;

  it('counts the free day down by the minute, and says when it is over', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      fakeApi(routes({ 'GET /api/billing/status': updated(DAY_MS - 110_000) }));
      open();
      expect(await screen.findByText('0h 2m')).toBeVisible();
      act(() => void jest.advanceTimersByTime(60_000));
      expect(await screen.findByText('0h 1m')).toBeVisible();
      act(() => void jest.advanceTimersByTime(60_000));
      expect(await screen.findByText('You can sync a new playlist now.')).toBeVisible();
      expect(screen.queryByRole('link', { name: 'Upgrade' })).not.toBeInTheDocument();
    } finally {
      jest.useRealTimers();
    }
  });

  it('says nothing of a free day to a member who pays', async () => {
    fakeApi(routes({ 'GET /api/billing/status': { ...updated(3_600_000), subscriptionStatus: 'active' } }));
    open();
    await screen.findByText('3 tracks');
    expect(screen.queryByText('Road Trip')).not.toBeInTheDocument();
  });

  it('says which playlist the free day went to', async () => {
    fakeApi(routes({ 'GET /api/billing/status': updated(3_600_000 * 4 - 30_000) }));
    open();
    expect(await screen.findByText('Road Trip')).toBeVisible();
    expect(screen.getByText('20h 1m')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/plans');
  });
});
