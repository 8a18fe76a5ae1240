import type { Playlist, Track, WriteOutcome } from '@segue/contracts';

const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_');

const IDENTITY = {
  _id: '5f0c5a52-6d3c-4f0e-9d5e-3f1f6f1f6f1f',
  name: 'Mira',
  email: 'mira@example.com',
  isAdmin: false,
};

/** The member whose token `aToken` is, as the API answers their profile. */
export const PROFILE = { ...IDENTITY, createdAt: '2026-01-01T00:00:00.000Z', lastLogin: null };

/** A token nobody has signed; the screens only read it. */
export const aToken = (claims: Record<string, unknown> = {}): string =>
  `${encode({ alg: 'ES256' })}.${encode({
    ...IDENTITY,
    exp: Math.floor(Date.now() / 1000) + 3600,
    ...claims,
  })}.signature`;

export const aPlaylist = (over: Partial<Playlist> = {}): Playlist => ({
  id: 'p1',
  name: 'Sunday Kitchen',
  description: '',
  image_url: null,
  track_count: 3,
  owner: 'Mira',
  platform: 'spotify',
  url: null,
  readable: true,
  editable: true,
  restriction: null,
  ...over,
});

export const aTrack = (position: number, over: Partial<Track> = {}): Track => ({
  id: `s${position}`,
  name: `Song ${position}`,
  artist: 'Mira',
  artists: ['Mira'],
  album: 'Album',
  cover_url: null,
  isrc: `QZABC240000${position}`,
  durationMs: 180_000,
  explicit: false,
  url: null,
  position,
  kind: 'song',
  playable: true,
  ...over,
});

export const FREE_STATUS = {
  subscriptionStatus: 'none',
  cancelAtPeriodEnd: false,
  lastPlaylistUpdate: null,
  nextBillingDate: null,
};

/** What a write answers that put nothing anywhere. */
export const anOutcome = (over: Partial<WriteOutcome> = {}): WriteOutcome => ({
  operation: '3f0f6e2e-8d3b-4a53-9c7e-0d9c1f4b2a10',
  added: [],
  failed: [],
  mismatched: [],
  ...over,
});

const CAPABILITIES = {
  isrcsPerLookup: 25,
  tracksPerAdd: 100,
  tracksPerPlaylist: null,
  removeTrack: 'manual',
  readsOwnedOnly: false,
  likedSongs: false,
};

export const aPlatformStatus = (over: Record<string, unknown> = {}) => ({
  connected: true,
  reconnectRequired: false,
  consentEndsAt: null,
  capabilities: CAPABILITIES,
  ...over,
});

/** A comparison in which the listed places of the source have a partner. */
export function aCheck(
  source: Track[],
  options: { matched: number[]; fallback?: number[]; extra?: Track[]; target?: Playlist | null; removal?: string },
) {
  const { matched, fallback = [], extra = [], removal = 'manual' } = options;
  const target = options.target === undefined ? aPlaylist({ id: 't1', platform: 'apple' }) : options.target;
  const twins = matched.map((place, i) => ({ ...source[place], id: `t${place}`, position: i }) as Track);
  const extras = extra.map((track, i) => ({ ...track, position: twins.length + i }));
  return {
    matched: target !== null,
    targetPlaylist: target,
    foundBy: target === null ? null : ('name' as const),
    candidates: target === null ? [] : [target],
    targetTracks: [...twins, ...extras],
    sourceOnly: source.filter((_, i) => !matched.includes(i)),
    targetOnly: extras,
    matchedTracks: matched.map((place, i) => ({
      sourceTrackId: source[place]?.id ?? null,
      targetTrackId: `t${place}`,
      sourcePosition: place,
      targetPosition: i,
      matchType: fallback.includes(place) ? ('fallback' as const) : ('isrc' as const),
      evidence: fallback.includes(place) ? ['0.3 s apart'] : [],
    })),
    capabilities: { ...CAPABILITIES, removeTrack: removal as 'manual' },
  };
}
