import type { PlatformId } from '@segue/contracts';
import type { SystemClient } from './system-client.js';

/** Made songs that both platforms carry, known by a number. */
export interface SongBlock {
  first: number;
  count: number;
}

const SONGS_PER_LOAD = 5_000;
const SPOTIFY_ID_LENGTH = 22;

export const songIdOf = (platform: PlatformId, n: number): string =>
  platform === 'spotify' ? `made${String(n).padStart(SPOTIFY_ID_LENGTH - 4, '0')}` : String(1_900_000_000 + n);

/** What both platforms tell of a made song. */
export const madeSong = (n: number) => ({
  isrc: `USSGM${String(n).padStart(7, '0')}`,
  name: `Made Song ${n}`,
  artists: [`Artist ${n % 700}`],
  album: `Album ${n % 2000}`,
  durationMs: 150_000 + ((n * 7919) % 200_000),
  explicit: false,
});

const songOf = (platform: PlatformId, n: number) => ({ platform, id: songIdOf(platform, n), ...madeSong(n) });

export const numbersOf = ({ first, count }: SongBlock): number[] => Array.from({ length: count }, (_, n) => first + n);

/** Puts a block into both catalogues of the simulator. */
async function loadSongs(client: SystemClient, block: SongBlock): Promise<void> {
  for (const platform of ['spotify', 'apple'] as const) {
    const songs = numbersOf(block).map((n) => songOf(platform, n));
    for (let start = 0; start < songs.length; start += SONGS_PER_LOAD) {
      await client.control('PUT', `/control/catalogue/${platform}`, {
        songs: songs.slice(start, start + SONGS_PER_LOAD),
      });
    }
  }
}

/** The next block of songs that nobody has asked for yet: what was looked up once is remembered. */
export class FreshSongs {
  /** @param next the first number; two users of one system begin apart. */
  constructor(
    private readonly client: SystemClient,
    private next = 1,
  ) {}

  async take(count: number): Promise<SongBlock> {
    const block = { first: this.next, count };
    this.next += count;
    await loadSongs(this.client, block);
    return block;
  }
}
