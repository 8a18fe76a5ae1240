import type { Endpoint } from '@segue/contracts';
import { randomUUID } from 'node:crypto';

/** What belongs to one member, as the examples name it. */
export interface Belongings {
  email: string;
  password: string;
  /** Of their own on Spotify, and on Apple Music. */
  spotifyPlaylist: string;
  applePlaylist: string;
  /** Of an operation that was settled. */
  operation: string;
}

/** A request that its route takes from whoever owns what it names. */
export interface Example {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  /** Ends the session or changes the account: for a member of its own. */
  spoils?: true;
}

const A_TRACK = { isrc: 'USUR10200370', name: 'Dilemma', artist: 'Nelly', album: 'Nellyville' };
const SPOTIFY = { platform: 'spotify' };
const APPLE = { platform: 'apple' };

/** One request for each public route, by the name of its constant. A route without one fails the tests of access. */
export const EXAMPLES: Readonly<Record<string, (mine: Belongings) => Example>> = {
  // admin
  storeConsent: () => ({ body: { summary: 'declined', details: { analytics: false, marketing: false } } }),
  contact: ({ email }) => ({ body: { name: 'Robin', email, message: 'Hello' } }),
  withdraw: ({ email }) => ({ body: { name: 'Robin', email } }),
  backendLogs: () => ({}),
  gitVersion: () => ({}),
  visits: () => ({}),
  ipSummary: () => ({}),
  listUsers: () => ({}),
  serverStats: () => ({}),
  overview: () => ({}),
  serviceStatuses: () => ({}),
  replayEvent: () => ({ params: { service: 'sync', id: randomUUID() } }),
  platformGates: () => ({}),
  // auth
  register: () => ({ body: { name: 'Robin', email: `${randomUUID()}@access.test`, password: 'a sound passphrase 7' } }),
  login: ({ email, password }) => ({ body: { email, password } }),
  logout: () => ({ spoils: true }),
  profile: () => ({}),
  updateProfile: ({ email }) => ({ body: { name: 'Robin', email }, spoils: true }),
  changePassword: ({ password }) => ({
    body: { currentPassword: password, newPassword: 'another passphrase 8' },
    spoils: true,
  }),
  exportAccount: () => ({}),
  deleteProfile: () => ({ spoils: true }),
  requestPasswordReset: () => ({ body: { email: `${randomUUID()}@access.test` } }),
  resetPassword: () => ({ params: { token: randomUUID() }, body: { newPassword: 'another passphrase 8' } }),
  // billing
  billingStatus: () => ({}),
  createCheckoutSession: ({ email }) => ({ body: { email } }),
  customerPortal: () => ({}),
  exportBilling: () => ({}),
  stripeWebhook: () => ({ body: {} }),
  // connectors
  platformStatus: () => ({ params: SPOTIFY }),
  platformProfile: () => ({ params: SPOTIFY }),
  platformLogin: () => ({ params: SPOTIFY }),
  platformCallback: () => ({ params: SPOTIFY, query: '?error=access_denied' }),
  platformToken: () => ({ params: APPLE }),
  platformConnect: () => ({ params: APPLE, body: { userToken: 'not-a-token' } }),
  platformDisconnect: () => ({ params: SPOTIFY, spoils: true }),
  listPlaylists: () => ({ params: SPOTIFY }),
  getPlaylist: ({ spotifyPlaylist: id }) => ({ params: { ...SPOTIFY, id } }),
  playlistTrackCount: ({ applePlaylist: id }) => ({ params: { ...APPLE, id } }),
  playlistTracks: ({ spotifyPlaylist: id }) => ({ params: { ...SPOTIFY, id } }),
  likedTracks: () => ({ params: SPOTIFY }),
  likedCount: () => ({ params: SPOTIFY }),
  exportConnections: () => ({}),
  // gateway
  health: () => ({}),
  apiDocs: () => ({}),
  recordVisit: () => ({ body: { path: '/pricing' } }),
  // sync
  check: ({ spotifyPlaylist: playlistId }) => ({
    body: { ...APPLE, playlistId, playlistName: 'Mine', tracks: [A_TRACK] },
  }),
  startSync: ({ spotifyPlaylist: playlistId }) => ({ body: { ...SPOTIFY, playlistId, playlistName: 'Mine' } }),
  addTrack: ({ spotifyPlaylist: playlistId }) => ({ body: { ...SPOTIFY, playlistId, track: A_TRACK } }),
  removeTrack: ({ spotifyPlaylist: playlistId }) => ({
    body: { ...SPOTIFY, playlistId, track: { ...A_TRACK, id: 'spotify-track-id' } },
  }),
  createPlaylist: () => ({ body: { ...SPOTIFY, name: 'New', description: '', tracks: [A_TRACK] } }),
  rebuildPlaylist: ({ applePlaylist: playlistId }) => ({
    body: { ...APPLE, playlistId, remove: [{ position: 0, id: 'i.somewhere' }] },
  }),
  exportChanges: () => ({}),
  exportActivity: () => ({}),
  receipt: ({ operation }) => ({ params: { operation } }),
  availability: () => ({ body: { ...APPLE, tracks: [A_TRACK] } }),
};

/** Whether an example names something that is its member's alone. */
export const namesBelongings = (example: Example, mine: Belongings): boolean => {
  const written = JSON.stringify(example);
  return [mine.spotifyPlaylist, mine.applePlaylist, mine.operation].some((id) => written.includes(id));
};

/** Values for the parameters of an internal route. */
export const internalParams = (endpoint: Endpoint): Record<string, string> =>
  Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
      name,
      name === 'platform' ? 'spotify' : randomUUID(),
    ]),
  );
