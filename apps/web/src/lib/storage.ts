/** The keys of local storage. Everything but `ignored` belongs to the session and goes with it. */
export const STORAGE = {
  token: 'token',
  failedTracks: 'failedTracks',
  bulkAdd: 'bulkAdd',
  /** One key per platform: `cachedPlaylists.spotify`. */
  libraryPrefix: 'cachedPlaylists.',
  /** One key per pair of playlists. */
  ignoredPrefix: 'ignoredExtras.',
} as const;

/** Null when there is nothing, or nothing readable: storage may be switched off or hold what others wrote. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs a convenience, nothing more.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** Removes what a signed-in member leaves in this browser, the token included. */
export function forgetMember(): void {
  [STORAGE.token, STORAGE.failedTracks, STORAGE.bulkAdd].forEach(removeStored);
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith(STORAGE.libraryPrefix))
      .forEach(removeStored);
  } catch {
    // As above.
  }
}
