import { PLAYLIST_CACHE_MS } from '@segue/contracts';
import { aPlaylist } from '../../testing/builders.js';
import { readLibraryCache, writeLibraryCache } from './library-cache.js';

const NOW_MS = 1_800_000_000_000;

describe('the library cache', () => {
  afterEach(() => localStorage.clear());

  it('lasts five minutes', () => {
    writeLibraryCache('spotify', [aPlaylist()], NOW_MS);
    expect(readLibraryCache('spotify', NOW_MS + PLAYLIST_CACHE_MS - 1)).toHaveLength(1);
    expect(readLibraryCache('spotify', NOW_MS + PLAYLIST_CACHE_MS)).toBeUndefined();
  });

  it('is kept per platform', () => {
    writeLibraryCache('spotify', [aPlaylist()], NOW_MS);
    expect(readLibraryCache('apple', NOW_MS)).toBeUndefined();
  });

  it('counts as none when it is empty or spoilt', () => {
    writeLibraryCache('spotify', [], NOW_MS);
    expect(readLibraryCache('spotify', NOW_MS)).toBeUndefined();
    localStorage.setItem('cachedPlaylists.spotify', '{"timestamp":"x"');
    expect(readLibraryCache('spotify', NOW_MS)).toBeUndefined();
  });
});
