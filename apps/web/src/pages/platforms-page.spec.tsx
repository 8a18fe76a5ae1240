import { screen, waitFor, within } from '@testing-library/react';
import '../features/platforms/music-kit.js';
import { browser } from '../lib/browser.js';
import { aPlatformStatus, aToken, FREE_STATUS } from '../testing/builders.js';
import { fakeApi, refusal } from '../testing/fake-api.js';
import { currentPath, openApp } from '../testing/render-app.js';

const routes = (over = {}) => ({
  'GET /api/billing/status': FREE_STATUS,
  ...over,
  'GET /api/:platform/status': aPlatformStatus({ connected: false }),
  'GET /api/:platform/me': { display_name: 'miravoss', avatar: null },
  'GET /api/apple/token': { token: 'dev-token', scriptUrl: 'https://js-cdn.music.apple.com/musickit/v3/musickit.js' },
  // Once more: the special routes come first, and win.
  ...over,
});
const open = (address = '/platforms') => openApp(address, { token: aToken() });
/** Toasts are also read out from a second, hidden place. */
const said = async (text: string) => expect((await screen.findAllByText(text))[0]).toBeInTheDocument();

const authorize = jest.fn<Promise<string>, []>();
const unauthorize = jest.fn(async () => undefined);

beforeEach(() => {
  localStorage.clear();
  authorize.mockReset();
  unauthorize.mockClear();
  const instance = { authorize, unauthorize };
  window.MusicKit = { configure: async () => instance, getInstance: () => instance };
});

describe('connecting', () => {
  it('by redirect leaves for the consent page', async () => {
    const leaveFor = jest.spyOn(browser, 'leaveFor').mockImplementation();
    fakeApi(routes({ 'GET /api/spotify/login': { url: 'https://accounts.spotify.com/authorize?x' } }));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Connect Spotify' }));
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://accounts.spotify.com/authorize?x'));
    leaveFor.mockRestore();
  });

  it('by redirect says why it failed', async () => {
    fakeApi(routes({ 'GET /api/spotify/login': refusal(503, 'platform_unavailable', 'No answer from there.') }));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Connect Spotify' }));
    await said('Spotify connection failed (No answer from there.)');
  });

  it('by token gives up the old permission, asks for a new one and hands it to the server', async () => {
    authorize.mockResolvedValue('user-token');
    const seen = fakeApi(routes({ 'POST /api/apple/connect': { connected: true } }));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Connect Apple Music' }));
    await said('Apple Music is connected.');
    expect(unauthorize).toHaveBeenCalledTimes(1);
    expect(seen.find(({ path }) => path === '/api/apple/connect')?.body).toEqual({ userToken: 'user-token' });
  });

  it('by token says what went wrong', async () => {
    authorize.mockRejectedValue(new Error('You said no'));
    fakeApi(routes());
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Connect Apple Music' }));
    await said('Apple Music connection failed (You said no)');
  });
});

describe('coming back from the consent page', () => {
  it('says that it is connected and cleans the address', async () => {
    fakeApi(routes());
    open('/platforms?connected=spotify');
    await said('Spotify is connected.');
    expect(currentPath()).toBe('/platforms');
  });

  it('says why it is not', async () => {
    fakeApi(routes());
    open('/platforms?error=platform_account_taken');
    await said('Spotify connection failed (This account is already connected to another member.)');
    expect(currentPath()).toBe('/platforms');
  });
});

describe('a card', () => {
  it('goes from Not connected to Connected and back', async () => {
    authorize.mockResolvedValue('user-token');
    let connected = false;
    const to = (state: boolean) => () => ({ connected: (connected = state) });
    fakeApi(
      routes({
        'GET /api/apple/status': () => aPlatformStatus({ connected }),
        'POST /api/apple/connect': to(true),
        'POST /api/apple/disconnect': to(false),
      }),
    );
    const user = open();
    const card = within(await screen.findByRole('region', { name: 'Apple Music' }));
    expect(await card.findByText('Not connected')).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Connect Apple Music' }));
    expect(await card.findByText('Connected')).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Disconnect Apple Music' }));
    expect(await card.findByText('Not connected')).toBeVisible();
    expect(card.getByRole('button', { name: 'Connect Apple Music' })).toBeVisible();
  });
});

describe('disconnecting', () => {
  const connected = { 'GET /api/spotify/status': aPlatformStatus() };

  it('forgets the cached library', async () => {
    localStorage.setItem('cachedPlaylists.spotify', '{}');
    fakeApi(routes({ ...connected, 'POST /api/spotify/disconnect': { connected: false } }));
    const user = open();
    expect(await screen.findByText('miravoss')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Disconnect Spotify' }));
    await waitFor(() => expect(localStorage.getItem('cachedPlaylists.spotify')).toBeNull());
  });

  it('says when it did not work', async () => {
    fakeApi(routes({ ...connected, 'POST /api/spotify/disconnect': refusal(500, 'internal_error', 'x') }));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Disconnect Spotify' }));
    expect(await screen.findByText('Error disconnecting Spotify')).toBeVisible();
  });

  it('tells an account that is no listed test user what helps', async () => {
    fakeApi(routes());
    open('/platforms?error=platform_account_not_listed');
    await said(
      'This Spotify account is not on the list of test users who may use Segue. Ask the operator to add it, then connect again.',
    );
  });
});
