import { deleteProfile, PLATFORM_IDS, platformStatus } from '@segue/contracts';
import { eventually } from '@segue/testing';
import { call, connect, newMember } from './api.js';
import { carriersOf, codeOf, realPlaylist } from './catalogue.js';
import { putListener } from './simulator.js';

const LEAVING_MS = 30_000;

/** Every route of the table with the heading it shows, for somebody who may see it. */
export const PUBLIC: ReadonlyArray<readonly [path: string, heading: string]> = [
  ['/', 'Effortlessly Transfer & Sync Your Music Playlists'],
  ['/pricing', 'One plan. Every playlist.'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/cookie-policy', 'Cookie Policy'],
  ['/terms-of-service', 'Terms of Service'],
  ['/legal-notice', 'Legal Notice'],
  ['/cookie-settings', 'Cookie Settings'],
  ['/contact', 'Contact'],
  ['/withdrawal', 'Withdraw from a contract'],
  ['/plans', 'Choose your plan'],
  ['/billing/cancel', 'Payment not completed'],
  ['/billing/success', 'Payment successful'],
  ['/nowhere', 'Page not found'],
];
export const GUEST: ReadonlyArray<readonly [path: string, heading: string]> = [
  ['/login', 'Welcome back'],
  ['/register', 'Create your account'],
  ['/request-password-reset', 'Reset your password'],
  ['/reset-password/some-token', 'Choose a new password'],
];
const PLAYLIST = '/playlist/spotify/screens000000000000001';
export const MEMBER: ReadonlyArray<readonly [path: string, heading: string]> = [
  ['/dashboard', 'Your library'],
  ['/platforms', 'Your Platforms'],
  ['/account', 'Account'],
  [PLAYLIST, 'Screens, compared with Apple Music'],
  ['/playlist/spotify/liked', 'Liked Songs, compared with Apple Music'],
];

/** @returns the token of a member who is there while the tests of a block run, with something on every screen. */
export function tokenWithScreens(): () => string {
  let token: string;
  beforeAll(async () => void (token = await memberWithScreens()));
  afterAll(() => call(deleteProfile, { token }));
  return () => token;
}

/** A member with both platforms connected and something in every kind of row. @returns the token. */
async function memberWithScreens(): Promise<string> {
  const { token } = await newMember();
  const [first = '', second = '', third = '', fourth = ''] = realPlaylist('beatify-90er-hits').songIds.filter(
    (id) => carriersOf('apple', codeOf(id) ?? '', 'de').length > 0,
  );
  const onApple = [first, fourth].map((id) => carriersOf('apple', codeOf(id) ?? '', 'de')[0]?.id);
  const mine = { displayName: 'Screens', country: 'de' };
  const playlists = [
    { id: 'screens000000000000001', name: 'Screens', trackIds: [first, second, third] },
    { id: 'screens000000000000002', name: 'Nowhere else', trackIds: [first] },
  ];
  await putListener('spotify', 'screens', { ...mine, playlists, liked: [] });
  await putListener('apple', 'screens', { ...mine, playlists: [{ name: 'Screens', trackIds: onApple }] });
  // Somebody who was connected to these listeners before may just be leaving.
  await eventually(async () => {
    await connect('spotify', 'screens', token);
    await connect('apple', 'screens', token);
    for (const platform of PLATFORM_IDS) {
      const { connected } = (await call(platformStatus, { token, params: { platform } })).body;
      if (connected !== true) throw new Error(`${platform} is not connected.`);
    }
  }, LEAVING_MS);
  return token;
}
