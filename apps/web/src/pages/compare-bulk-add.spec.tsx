import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aCheck, anOutcome, aPlaylist, aToken, aTrack, FREE_STATUS } from '../testing/builders.js';
import { fakeApi, refusal } from '../testing/fake-api.js';
import { currentPath, openApp } from '../testing/render-app.js';

const source = Array.from({ length: 8 }, (_, place) => aTrack(place));
const addable = { state: 'addable', matchType: 'isrc' };
const ADD = 'POST /api/sync/add-track';
const never = () => new Promise(() => undefined);

const routes = (over = {}) => ({
  ...over,
  'GET /api/billing/status': FREE_STATUS,
  'GET /api/spotify/playlists': [],
  'GET /api/spotify/playlists/p1': aPlaylist(),
  'GET /api/spotify/playlists/p1/tracks': { tracks: source },
  'POST /api/sync/check': aCheck(source, { matched: [0, 1] }),
  'POST /api/sync/availability': { results: Array.from({ length: 6 }, () => addable) },
  'POST /api/sync/start-sync': { allowed: true },
  // Once more: the special routes come first, and win.
  ...over,
});
const answerTo = ({ track }: { track: { name: string } }) => {
  const added = source.filter(({ name }) => name === track.name);
  return anOutcome({
    added: added.map((one) => ({ ...one, targetId: `t${one.position}`, matchType: 'isrc', sourceIndex: 0 })),
  });
};
const button = (name: string) => screen.findByRole('button', { name });

async function startAdding(): Promise<UserEvent> {
  const user = openApp('/playlist/spotify/p1', { token: aToken() });
  await user.click(await button('Add All Tracks'));
  await user.click(await button('Yes'));
  return user;
}

beforeEach(() => localStorage.clear());

describe('a bulk add', () => {
  it('shows every step when it is answered, and is over with the last', async () => {
    const open: Array<() => void> = [];
    fakeApi(routes({ [ADD]: (body: never) => new Promise((resolve) => open.push(() => resolve(answerTo(body)))) }));
    await startAdding();
    expect(await screen.findByText('Adding track 1 of 6...')).toBeVisible();
    expect(screen.getByText('25%')).toBeVisible();
    await waitFor(() => expect(open).toHaveLength(5));
    await act(async () => open.shift()?.());
    expect(await screen.findByText('Adding track 2 of 6...')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '16');
    // Three of eight.
    expect(await screen.findByText('38%')).toBeVisible();
    await act(async () => open.splice(0).forEach((answer) => answer()));
    await waitFor(() => expect(open).toHaveLength(1));
    await act(async () => open.shift()?.());
    await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument());
    expect(localStorage.getItem('bulkAdd')).toBeNull();
  });

  it('says that it waits, and how long, while the platform asks for it', async () => {
    fakeApi(routes({ [ADD]: refusal(503, 'platform_busy', 'Wait.', { retryAfterSeconds: 40 }) }));
    await startAdding();
    expect(await screen.findByText('No answer just now. It goes on in 40 seconds.')).toBeVisible();
  });

  it.each([
    ['closing the page', async () => void window.dispatchEvent(new Event('beforeunload'))],
    ['hiding the page for good', async () => void window.dispatchEvent(new Event('pagehide'))],
    ['going to another screen', async (user: UserEvent) => user.click(screen.getByRole('link', { name: 'Dashboard' }))],
  ])('is cancelled by %s: what is under way is broken off, and nothing more is sent', async (_, leave) => {
    const seen = fakeApi(routes({ [ADD]: never }));
    const signals: Array<AbortSignal | null | undefined> = [];
    const send = globalThis.fetch;
    globalThis.fetch = (path, init) => {
      if (path === '/api/sync/add-track') signals.push(init?.signal);
      return send(path, init);
    };
    const user = await startAdding();
    await waitFor(() => expect(signals).toHaveLength(5));
    expect(localStorage.getItem('bulkAdd')).not.toBeNull();
    await act(() => leave(user));
    await waitFor(() => expect(signals.map((signal) => signal?.aborted)).toEqual(Array(5).fill(true)));
    expect(localStorage.getItem('bulkAdd')).toBeNull();
    expect(seen.filter(({ path }) => path === '/api/sync/add-track')).toHaveLength(5);
    // Nobody is there to be told.
    expect(screen.queryByText('Track addition cancelled by user.')).not.toBeInTheDocument();
  });
});

describe('a playlist that was created', () => {
  it('is the target from then on', async () => {
    let made = false;
    const check = () =>
      made ? aCheck(source, { matched: [0, 1, 2, 3] }) : aCheck(source, { matched: [], target: null });
    const create = () => {
      made = true;
      return { ...anOutcome(), data: [aPlaylist({ id: 't1', platform: 'apple' })] };
    };
    fakeApi(routes({ 'POST /api/sync/check': check, 'POST /api/sync/create-playlist': create }));
    const user = openApp('/playlist/spotify/p1', { token: aToken() });
    await user.click(await button('Create Playlist'));
    await user.click(await button('Yes'));
    await user.click(await button('OK'));
    expect(await screen.findByText('50%')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create Playlist' })).not.toBeInTheDocument();
    expect(currentPath()).toBe('/playlist/spotify/p1');
  });
});
