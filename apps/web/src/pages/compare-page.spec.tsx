import { screen, waitFor, within } from '@testing-library/react';
import { aCheck, anOutcome, aPlaylist, aToken, aTrack, FREE_STATUS } from '../testing/builders.js';
import { fakeApi, refusal } from '../testing/fake-api.js';
import { openApp } from '../testing/render-app.js';

const source = [0, 1, 2, 3].map((place) => aTrack(place));
const extra = [aTrack(8, { id: 'x8', name: 'Extra song' })];
const NOTHING = anOutcome();
const addable = { state: 'addable', matchType: 'isrc' };
const gone = {
  state: 'unavailable',
  reason: 'not_in_storefront',
  message: 'Not offered in your country.',
  elsewhere: [],
};

const routes = (over = {}) => ({
  ...over,
  'GET /api/billing/status': FREE_STATUS,
  'GET /api/spotify/playlists/p1': aPlaylist(),
  'GET /api/spotify/playlists/p1/tracks': { tracks: source },
  'POST /api/sync/check': aCheck(source, { matched: [0, 1], fallback: [1], extra }),
  'POST /api/sync/availability': { results: [addable, gone] },
  'POST /api/sync/start-sync': { allowed: true },
  // Once more: the special routes come first, and win.
  ...over,
});
const open = (address = '/playlist/spotify/p1') => openApp(address, { token: aToken() });
const button = (name: string) => screen.findByRole('button', { name });
/** `All 5`, however the words and the number stand apart. */
const chip = (text: string) => screen.getByRole('button', { name: new RegExp(`^${text.replace(/ (?=[0-9])/, ' ?')}`) });

beforeEach(() => localStorage.clear());

describe('the compare screen', () => {
  it('shows pairs, the percentage and the count of each chip', async () => {
    fakeApi(routes());
    open();
    expect(await screen.findByText('50%')).toBeVisible();
    expect(await screen.findByText('Not offered in your country.')).toBeVisible();
    const counts = [
      'All 5',
      'Source Only 2',
      'Unavailable 1',
      'Addable 1',
      'Target Only 1',
      'Matched Pairs 2',
      'Fallback Match 1',
    ];
    for (const text of counts) expect(chip(text)).toBeVisible();
    expect(screen.getByText('Extra Tracks on Target')).toBeVisible();
    expect(screen.getByTitle('This track was found under a different ID')).toBeVisible();
    expect(screen.getByText('Not Available')).toBeVisible();
  });

  it('narrows the list to the chosen chip', async () => {
    fakeApi(routes());
    const user = open();
    await screen.findByText('50%');
    await user.click(chip('Target Only'));
    expect(await button('Remove Extra song')).toBeVisible();
    expect(screen.queryByText('Song 0')).not.toBeInTheDocument();
  });

  it('is read-only while it checks what is available', async () => {
    fakeApi(routes({ 'POST /api/sync/availability': () => new Promise(() => undefined) }));
    open();
    expect(await screen.findAllByText('Checking...')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Add Song/ })).not.toBeInTheDocument();
    expect(await button('Add All Tracks')).toBeDisabled();
  });

  it('lets a member ask again when the platform could not be asked', async () => {
    fakeApi(routes({ 'POST /api/sync/availability': refusal(503, 'platform_unavailable', 'No answer.') }));
    open();
    expect(await screen.findAllByText('Not known yet')).toHaveLength(2);
    expect(screen.queryByText('Not Available')).not.toBeInTheDocument();
  });

  it('says so when everything is in sync', async () => {
    fakeApi(routes({ 'POST /api/sync/check': aCheck(source, { matched: [0, 1, 2, 3] }) }));
    open();
    expect(await screen.findByText('Great, everything is in sync!')).toBeVisible();
  });

  it('says that a long playlist takes a while', async () => {
    fakeApi(
      routes({
        'GET /api/spotify/playlists/p1': aPlaylist({ track_count: 1001 }),
        'GET /api/spotify/playlists/p1/tracks': () => new Promise(() => undefined),
      }),
    );
    open();
    expect(await screen.findByText('Loading playlist... (this may take a while)')).toBeVisible();
  });

  it('leads to /platforms when a side is not connected', async () => {
    fakeApi(
      routes({ 'POST /api/sync/check': refusal(400, 'platform_not_connected', 'Please connect the platform first.') }),
    );
    open();
    expect(await screen.findByText('Apple Music is not connected.')).toBeVisible();
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'Your Platforms' })).toHaveAttribute(
      'href',
      '/platforms',
    );
  });
});

describe('adding', () => {
  it('adds one track after it was confirmed', async () => {
    const added = [{ ...source[2], targetId: 't2', matchType: 'isrc', sourceIndex: 0 }];
    const seen = fakeApi(routes({ 'POST /api/sync/add-track': { ...NOTHING, added } }));
    const user = open();
    await user.click(await button('Add Song 2'));
    await user.click(await button('Yes'));
    await waitFor(() => expect(seen.map(({ path }) => path)).toContain('/api/sync/add-track'));
    const paths = seen.map(({ path }) => path);
    expect(paths.indexOf('/api/sync/start-sync')).toBeLessThan(paths.indexOf('/api/sync/add-track'));
    expect(seen.find(({ path }) => path === '/api/sync/add-track')).toMatchObject({
      body: { platform: 'apple', playlistId: 't1', track: { isrc: 'QZABC2400002', name: 'Song 2' } },
      headers: { 'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });

  it('keeps the place in the list for the keyboard after a track was added', async () => {
    const added = [{ ...source[2], targetId: 't2', matchType: 'isrc', sourceIndex: 0 }];
    let checks = 0;
    const check = () => aCheck(source, { matched: (checks += 1) === 1 ? [0, 1] : [0, 1, 2] });
    fakeApi(routes({ 'POST /api/sync/check': check, 'POST /api/sync/add-track': { ...NOTHING, added } }));
    const user = open();
    await user.click(await button('Add Song 2'));
    await user.click(await button('Yes'));
    await screen.findByText('Song 2 was added.');
    await waitFor(() => expect(document.activeElement).toHaveAttribute('role', 'row'));
    expect(document.activeElement).toHaveTextContent('Song 2');
  });

  it('tells about the daily limit and leads to the plans', async () => {
    const limit = refusal(403, 'daily_limit_reached', 'The free plan allows one playlist update every 24 hours.');
    fakeApi(routes({ 'POST /api/sync/start-sync': limit }));
    const user = open();
    await user.click(await button('Add Song 2'));
    await user.click(await button('Yes'));
    expect(await screen.findByText('Daily Free Limit Reached')).toBeVisible();
    expect(screen.getByText('The free plan allows one playlist update every 24 hours.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/plans');
  });

  it('remembers a track that could not be found and shows it as not available', async () => {
    const failed = [{ ...source[2], reason: 'not_in_storefront', message: 'Gone.', sourceIndex: 0 }];
    fakeApi(routes({ 'POST /api/sync/add-track': { ...NOTHING, failed } }));
    const user = open();
    await user.click(await button('Add All Tracks'));
    await user.click(await button('Yes'));
    expect(await screen.findByText('Failed to Add Tracks')).toBeVisible();
    await user.click(await button('OK'));
    await waitFor(() => expect(screen.getAllByText('Not Available')).toHaveLength(2));
    expect(localStorage.getItem('failedTracks')).toContain('Song 2');
    expect(localStorage.getItem('bulkAdd')).toBeNull();
  });

  it('can be cancelled', async () => {
    fakeApi(routes({ 'POST /api/sync/add-track': () => new Promise(() => undefined) }));
    const user = open();
    await user.click(await button('Add All Tracks'));
    await user.click(await button('Yes'));
    expect(await screen.findByText('Adding track 1 of 1...')).toBeVisible();
    expect(JSON.parse(localStorage.getItem('bulkAdd') ?? '{}')).toMatchObject({ isAdding: true, progressPercent: 0 });
    await user.click(await button('Cancel'));
    expect(await screen.findByText('Track addition cancelled by user.')).toBeVisible();
  });

  it('offers a copy where the target is not ours to change', async () => {
    const target = aPlaylist({ id: 't1', platform: 'apple', editable: false, restriction: 'not-editable' });
    fakeApi(routes({ 'POST /api/sync/check': aCheck(source, { matched: [0], target }) }));
    open();
    expect(await button('Create a copy')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add All Tracks' })).not.toBeInTheDocument();
  });

  it('says before it creates a playlist how many tracks can come along', async () => {
    fakeApi(routes({ 'POST /api/sync/check': aCheck(source.slice(0, 2), { matched: [], target: null }) }));
    const user = open();
    await screen.findByText('Not offered in your country.');
    await user.click(await button('Create Playlist'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/on Apple Music with 3 tracks\?/)).toBeVisible();
    expect(dialog.getByText(/^1 track cannot be moved/)).toBeVisible();
  });

  it('creates the playlist where there is none', async () => {
    const created = { ...NOTHING, data: [aPlaylist({ id: 't1', platform: 'apple' })] };
    const seen = fakeApi(
      routes({
        'POST /api/sync/check': aCheck(source, { matched: [], target: null }),
        'POST /api/sync/create-playlist': created,
      }),
    );
    const user = open();
    await user.click(await button('Create Playlist'));
    await user.click(await button('Yes'));
    expect(await screen.findByText('Playlist created')).toBeVisible();
    expect(seen.find(({ path }) => path === '/api/sync/create-playlist')?.body).toMatchObject({
      platform: 'apple',
      name: 'Sunday Kitchen',
      sourcePlaylistId: 'p1',
    });
  });
});

describe('several playlists of one name', () => {
  it('let the member choose, and the choice is compared and remembered', async () => {
    const [first, second] = ['t1', 't2'].map((id, index) =>
      aPlaylist({ id, platform: 'apple', track_count: 3 + index }),
    );
    const check = { ...aCheck(source, { matched: [0, 1] }), candidates: [first, second] };
    const seen = fakeApi(routes({ 'POST /api/sync/check': check }));
    const user = open();
    const choice = await screen.findByLabelText(/^2 playlists on Apple Music have this name/);
    await user.selectOptions(choice, 't2');
    await waitFor(() =>
      expect(seen.filter(({ path }) => path === '/api/sync/check').at(-1)?.body).toMatchObject({
        playlistId: 'p1',
        targetPlaylistId: 't2',
      }),
    );
  });
});

describe('a song that is there only in another version', () => {
  it('cannot be added; the screen names the version there is', async () => {
    const alternative = {
      ...{ id: 'a9', isrc: 'GBAAA1234567', name: 'Song 2 (Live)', artists: ['Mira'], album: 'On Stage' },
      ...{ url: 'https://music.apple.com/song/a9', durationMs: 201_000, explicit: null },
    };
    const only = { state: 'other_version', reason: 'version_conflict', message: 'Only another version.', alternative };
    fakeApi(routes({ 'POST /api/sync/availability': { results: [only, addable] } }));
    open();
    expect(await screen.findByText('Other version only')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Song 2 (Live) · Mira · On Stage · 3:21' })).toBeVisible();
    expect(chip('Unavailable 1')).toBeVisible();
  });
});

describe('removing', () => {
  it('says the truth where the platform does not let us, and can ignore the track', async () => {
    const seen = fakeApi(routes());
    const user = open();
    await user.click(await button('Remove Extra song'));
    expect(screen.getByText(/Apple Music does not let other apps remove songs/)).toBeVisible();
    await user.click(await button('Ignore this extra track'));
    expect(await screen.findByText('1 extra track ignored')).toBeVisible();
    expect(chip('Target Only 0')).toBeVisible();
    expect(seen.map(({ path }) => path)).not.toContain('/api/sync/remove-track');
  });

  it('removes after it was confirmed where the platform lets us', async () => {
    const seen = fakeApi(
      routes({
        'POST /api/sync/check': aCheck(source, { matched: [0, 1], extra, removal: 'all-copies' }),
        'POST /api/sync/remove-track': { removed: 1 },
      }),
    );
    const user = open();
    await user.click(await button('Remove Extra song'));
    await user.click(await button('Yes'));
    await waitFor(() => expect(seen.map(({ path }) => path)).toContain('/api/sync/remove-track'));
  });

  it('rebuilds the playlist without the extra tracks, and says what becomes of the old one', async () => {
    const more = [...extra, aTrack(9, { id: 'x9', name: 'Another' })];
    const made = aPlaylist({ id: 'new', platform: 'apple' });
    const added = [{ ...aTrack(0), targetId: 't0', matchType: 'isrc' as const, sourceIndex: 0 }];
    const seen = fakeApi(
      routes({
        'POST /api/sync/check': aCheck(source, { matched: [0, 1], extra: more, removal: 'rebuild' }),
        'POST /api/sync/rebuild-playlist': { ...anOutcome({ added }), data: [made] },
      }),
    );
    const user = open();
    await user.click(await button('Remove Extra song'));
    await user.click(await button('Rebuild without all 2 extra tracks'));
    expect(await screen.findByText(/The old playlist is still there/)).toBeVisible();
    expect(seen.find(({ path }) => path === '/api/sync/rebuild-playlist')?.body).toMatchObject({
      playlistId: 't1',
      sourcePlaylistId: 'p1',
      remove: [
        { position: 2, id: 'x8' },
        { position: 3, id: 'x9' },
      ],
    });
  });

  it('says why the platform refused', async () => {
    fakeApi(
      routes({
        'POST /api/sync/check': aCheck(source, { matched: [0, 1], extra, removal: 'all-copies' }),
        'POST /api/sync/remove-track': refusal(
          409,
          'remove_unsupported',
          'This platform does not let other apps remove tracks.',
        ),
      }),
    );
    const user = open();
    await user.click(await button('Remove Extra song'));
    await user.click(await button('Yes'));
    expect(
      await screen.findByText('Failed to remove track: This platform does not let other apps remove tracks.'),
    ).toBeVisible();
  });
});
