import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import './features/platforms/music-kit.js';
import {
  aCheck,
  anOutcome,
  aPlatformStatus,
  aPlaylist,
  aToken,
  aTrack,
  FREE_STATUS,
  PROFILE,
} from './testing/builders.js';
import { fakeApi, refusal } from './testing/fake-api.js';
import { openApp } from './testing/render-app.js';

// Section 8 of the specification, the catalogue of errors: every sentence, provoked at the screen that says it.

const source = [aTrack(0), aTrack(1)];
const extra = aTrack(8, { id: 'x8', name: 'Extra song' });
const check = (over = {}) => aCheck(source, { matched: [0], extra: [extra], removal: 'all-copies', ...over });
const DOWN = refusal(500, 'internal_error', '');
const said = (sentence: string) => refusal(500, 'internal_error', sentence);
const limited = refusal(403, 'daily_limit_reached', 'The free plan allows one playlist update every 24 hours.', {
  availableAt: '2026-11-21T16:05:00.000Z',
});

const ROUTES = {
  'GET /api/billing/status': FREE_STATUS,
  'GET /api/auth/profile': PROFILE,
  'GET /api/apple/token': { token: 'dev-token', scriptUrl: 'https://js-cdn.music.apple.com/musickit/v3/musickit.js' },
  'GET /api/spotify/me': { display_name: 'miravoss', avatar: null },
  'GET /api/apple/me': { display_name: 'Apple Music', avatar: null },
  'GET /api/spotify/playlists': [],
  'GET /api/spotify/playlists/p1': aPlaylist(),
  'GET /api/spotify/playlists/p1/tracks': { tracks: source },
  'POST /api/sync/availability': { results: [{ state: 'addable', matchType: 'isrc' }] },
  'POST /api/sync/start-sync': { allowed: true },
};
const connected = { 'GET /api/:platform/status': aPlatformStatus() };
const apart = { 'GET /api/:platform/status': aPlatformStatus({ connected: false }) };

interface Scene {
  at: string;
  guest?: true;
  routes: object;
  act: (user: UserEvent) => Promise<void>;
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const click = async (user: UserEvent, ...names: Array<string | RegExp>) => {
  for (const name of names) await user.click(await button(name));
};
const fill = async (user: UserEvent, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) await user.type(await screen.findByLabelText(label), text);
};
const nothing = async () => undefined;

/** A page of a guest, its form filled in and sent. */
const form = (at: string, fields: Record<string, string>, send: string, routes: object): Scene => ({
  at,
  guest: true,
  routes,
  act: async (user) => {
    await fill(user, fields);
    await click(user, send);
  },
});
const onPlatforms = (name: string, routes: object): Scene => ({
  at: '/platforms',
  routes,
  act: (user) => click(user, name),
});
const onCompare = (routes: object, ...names: Array<string | RegExp>): Scene => ({
  at: '/playlist/spotify/p1',
  routes: { 'POST /api/sync/check': check(), ...routes },
  act: (user) => click(user, ...names),
});
const onAccount = (routes: object, act: Scene['act']): Scene => ({ at: '/account', routes, act });
const editing: Scene['act'] = async (user) => {
  await click(user, 'Edit Profile');
  await fill(user, { Name: ' Voss' });
  await click(user, 'Save Changes');
};
const newPassword =
  (confirmed: string): Scene['act'] =>
  async (user) => {
    await click(user, 'Change Password');
    await fill(user, {
      'Current Password': 'the-old-password',
      'New Password': 'a-new-password',
      'Confirm Password': confirmed,
    });
    await click(user, 'Save Password');
  };
const deleting: Scene['act'] = (user) => click(user, 'Delete Account', 'Yes');

const REGISTER = { Name: 'Mira', Email: 'mira@example.com', Password: 'a-fine-password' };
const LOGIN = { Email: 'mira@example.com', Password: 'a-fine-password' };
const CONTACT = { Name: 'Mira', Email: 'mira@example.com', Message: 'Hello' };
const RESET = { 'New password': 'a-fine-password', 'Confirm password': 'a-fine-password' };
const failed = [{ ...source[1], reason: 'not_found', message: 'Not there.', sourceIndex: 0 }];
const mismatched = [
  { isrc: 'QZABC2400001', name: 'Song 1', artist: 'Mira', appleISRC: 'USRC17607839', sourceIndex: 0 },
];
const CREATE = { 'POST /api/sync/check': check({ matched: [], extra: [], target: null }) };

const SCENES: ReadonlyArray<readonly [sentence: string | RegExp, scene: Scene]> = [
  [
    'Failed to start subscription',
    onAccount({ 'POST /api/billing/create-checkout-session': DOWN }, (user) => click(user, 'Go Premium')),
  ],
  [
    'Failed to open billing portal',
    onAccount(
      {
        'GET /api/billing/status': { ...FREE_STATUS, subscriptionStatus: 'active' },
        'POST /api/billing/customer-portal': DOWN,
      },
      (user) => click(user, 'Manage Billing'),
    ),
  ],
  [
    'Spotify connection failed (No answer from there.)',
    onPlatforms('Connect Spotify', { ...apart, 'GET /api/spotify/login': said('No answer from there.') }),
  ],
  [
    'Apple Music connection failed (You said no)',
    onPlatforms('Connect Apple Music', { ...apart, 'POST /api/apple/connect': said('You said no') }),
  ],
  [
    'Error disconnecting Spotify',
    onPlatforms('Disconnect Spotify', { ...connected, 'POST /api/spotify/disconnect': DOWN }),
  ],
  [
    'Error disconnecting Apple Music',
    onPlatforms('Disconnect Apple Music', { ...connected, 'POST /api/apple/disconnect': DOWN }),
  ],
  ['Failed to load profile. Please try again later.', onAccount({ 'GET /api/auth/profile': DOWN }, nothing)],
  [
    'This e-mail address cannot be used.',
    onAccount({ 'POST /api/auth/update-profile': said('This e-mail address cannot be used.') }, editing),
  ],
  ['Failed to update profile', onAccount({ 'POST /api/auth/update-profile': DOWN }, editing)],
  [
    'Profile updated successfully',
    onAccount({ 'POST /api/auth/update-profile': { ...PROFILE, token: aToken({ name: 'Mira Voss' }) } }, editing),
  ],
  [
    'The current password is not right.',
    onAccount(
      { 'POST /api/auth/change-password': said('The current password is not right.') },
      newPassword('a-new-password'),
    ),
  ],
  ['Failed to change password', onAccount({ 'POST /api/auth/change-password': DOWN }, newPassword('a-new-password'))],
  [
    'Password changed successfully',
    onAccount({ 'POST /api/auth/change-password': { message: 'ok', token: aToken() } }, newPassword('a-new-password')),
  ],
  ['Passwords do not match', onAccount({}, newPassword('another-password'))],
  [
    'Do you want to delete your account? This action cannot be undone.',
    onAccount({}, (user) => click(user, 'Delete Account')),
  ],
  ['Account deletion failed.', onAccount({ 'DELETE /api/auth/delete-profile': DOWN }, deleting)],
  ['Account deleted successfully', onAccount({ 'DELETE /api/auth/delete-profile': { message: 'ok' } }, deleting)],
  ['Daily Free Limit Reached', onCompare({ 'POST /api/sync/start-sync': limited }, 'Add Song 1', 'Yes')],
  [
    'The free plan allows one playlist update every 24 hours.',
    onCompare({ 'POST /api/sync/start-sync': limited }, 'Remove Extra song', 'Yes'),
  ],
  [/^\w+, November 2[12] at \d\d:\d\d$/, onCompare({ 'POST /api/sync/start-sync': limited }, 'Add Song 1', 'Yes')],
  [
    'Failed to add track: No such luck.',
    onCompare({ 'POST /api/sync/add-track': said('No such luck.') }, 'Add Song 1', 'Yes'),
  ],
  [
    'Failed to add tracks: No such luck.',
    onCompare({ 'POST /api/sync/add-track': said('No such luck.') }, 'Add All Tracks', 'Yes'),
  ],
  ['Failed to add tracks: Unknown error', onCompare({ 'POST /api/sync/add-track': DOWN }, 'Add All Tracks', 'Yes')],
  [
    'Track addition cancelled by user.',
    onCompare({ 'POST /api/sync/add-track': () => new Promise(() => undefined) }, 'Add All Tracks', 'Yes', 'Cancel'),
  ],
  [
    'Failed to remove track: No such luck.',
    onCompare({ 'POST /api/sync/remove-track': said('No such luck.') }, 'Remove Extra song', 'Yes'),
  ],
  [
    'Failed to create playlist: No such luck.',
    onCompare({ ...CREATE, 'POST /api/sync/create-playlist': said('No such luck.') }, 'Create Playlist', 'Yes'),
  ],
  [
    'Failed to create playlist: Unknown error',
    onCompare({ ...CREATE, 'POST /api/sync/create-playlist': DOWN }, 'Create Playlist', 'Yes'),
  ],
  [
    'Failed to Add Tracks',
    onCompare({ 'POST /api/sync/add-track': anOutcome({ failed: failed as never }) }, 'Add Song 1', 'Yes'),
  ],
  [
    /could not be found on Apple Music\. They may have been removed or may be unavailable there/,
    onCompare({ 'POST /api/sync/add-track': anOutcome({ failed: failed as never }) }, 'Add Song 1', 'Yes'),
  ],
  [
    'Not Available',
    onCompare({ 'POST /api/sync/add-track': anOutcome({ failed: failed as never }) }, 'Add Song 1', 'Yes', 'OK'),
  ],
  [
    'Tracks Found with Different Metadata',
    onCompare({ 'POST /api/sync/add-track': anOutcome({ mismatched: mismatched as never }) }, 'Add Song 1', 'Yes'),
  ],
  [
    'USRC17607839',
    onCompare({ 'POST /api/sync/add-track': anOutcome({ mismatched: mismatched as never }) }, 'Add Song 1', 'Yes'),
  ],
  [
    'Too many requests. Please slow down.',
    form('/request-password-reset', { Email: 'mira@example.com' }, 'Send reset link', {
      'POST /api/auth/request-password-reset': said('Too many requests. Please slow down.'),
    }),
  ],
  [
    'Ups, Something went wrong',
    form('/request-password-reset', { Email: 'mira@example.com' }, 'Send reset link', {
      'POST /api/auth/request-password-reset': DOWN,
    }),
  ],
  [
    'This link is no longer valid.',
    form('/reset-password/abc', RESET, 'Reset password', {
      'POST /api/auth/reset-password/abc': said('This link is no longer valid.'),
    }),
  ],
  [
    'Something went wrong',
    form('/reset-password/abc', RESET, 'Reset password', { 'POST /api/auth/reset-password/abc': DOWN }),
  ],
  [
    'Passwords do not match',
    form('/reset-password/abc', { ...RESET, 'Confirm password': 'another' }, 'Reset password', {}),
  ],
  ['Something went wrong. Try again.', form('/contact', CONTACT, 'Send', { 'POST /api/contact': said('Too many.') })],
  ['Sending...', form('/contact', CONTACT, 'Send', { 'POST /api/contact': () => new Promise(() => undefined) })],
  ['Message sent successfully!', form('/contact', CONTACT, 'Send', { 'POST /api/contact': { success: true } })],
  [
    'Too common a password.',
    form('/register', REGISTER, 'Sign Up', { 'POST /api/auth/register': said('Too common a password.') }),
  ],
  ['Registration failed', form('/register', REGISTER, 'Sign Up', { 'POST /api/auth/register': DOWN })],
  [
    'Please slow down.',
    form('/register', REGISTER, 'Sign Up', {
      'POST /api/auth/register': { message: 'ok' },
      'POST /api/auth/login': said('Please slow down.'),
    }),
  ],
  [
    'Login failed after registration',
    form('/register', REGISTER, 'Sign Up', {
      'POST /api/auth/register': { message: 'ok' },
      'POST /api/auth/login': DOWN,
    }),
  ],
  ['Please slow down.', form('/login', LOGIN, 'Login', { 'POST /api/auth/login': said('Please slow down.') })],
  ['Invalid email or password', form('/login', LOGIN, 'Login', { 'POST /api/auth/login': DOWN })],
];

const logged = jest.spyOn(console, 'error').mockImplementation();
afterAll(() => logged.mockRestore());
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('cookieConsent', 'declined');
  logged.mockClear();
  const instance = { authorize: async () => 'user-token', unauthorize: async () => undefined };
  window.MusicKit = { configure: async () => instance, getInstance: () => instance };
});

function play({ at, guest, routes, act }: Scene): Promise<void> {
  fakeApi({ ...routes, ...ROUTES, ...connected, ...routes });
  return act(openApp(at, guest ? {} : { token: aToken() }));
}

describe('every message of the catalogue', () => {
  it.each(SCENES)('%s', async (sentence, scene) => {
    await play(scene);
    // Toasts are also read out from a second, hidden place.
    expect((await screen.findAllByText(sentence))[0]).toBeInTheDocument();
  });
});

describe('what is logged only', () => {
  it.each<[string, Scene]>([
    [
      'Failed to fetch subscription status',
      { at: '/account', routes: { 'GET /api/billing/status': DOWN }, act: nothing },
    ],
    [
      'Failed to send consent to backend',
      {
        at: '/cookie-settings',
        guest: true,
        routes: { 'POST /api/consent': DOWN },
        act: (user) => click(user, 'Cookie Settings', 'Decline'),
      },
    ],
  ])('%s', async (sentence, scene) => {
    await play(scene);
    await waitFor(() => expect(logged).toHaveBeenCalledWith(sentence, expect.anything()));
    expect(screen.queryByText(sentence)).not.toBeInTheDocument();
  });

  it('Failed to get Stripe checkout URL', async () => {
    const routes = { 'POST /api/billing/create-checkout-session': {} };
    await play(onAccount(routes, (user) => click(user, 'Go Premium')));
    const reason = new Error('Failed to get Stripe checkout URL');
    await waitFor(() => expect(logged).toHaveBeenCalledWith('Failed to start subscription', reason));
  });
});
