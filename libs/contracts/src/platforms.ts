/** What every side has to know of a streaming platform. A new one is one more line here. */
export const PLATFORMS = {
  spotify: { name: 'Spotify', connect: 'redirect', likedSongs: true },
  apple: { name: 'Apple Music', connect: 'client-token', likedSongs: false },
} as const satisfies Record<
  string,
  {
    /** As the platform writes itself. */
    name: string;
    /** `redirect`: the browser leaves for the platform's consent page; `client-token`: its script hands us a token. */
    connect: 'redirect' | 'client-token';
    /** Whether liked songs are readable as a pseudo-playlist. */
    likedSongs: boolean;
  }
>;

type Id = keyof typeof PLATFORMS;
export const PLATFORM_IDS = Object.keys(PLATFORMS) as [Id, ...Id[]];

/** The platform a playlist of `platform` is compared with. The one place that knows there are two. */
export const counterpartOf = (platform: Id): Id => (platform === 'spotify' ? 'apple' : 'spotify');

/** The pseudo-playlist of liked songs. */
export const LIKED_SONGS_ID = 'liked-songs';
export const LIKED_SONGS_NAME = 'Liked Songs';
