import type { Playlist } from '@segue/contracts';

const ALWAYS_THERE = {
  ...{ id: 'string', name: 'string', description: 'string', owner: 'string', platform: 'string' },
  ...{ readable: 'boolean', editable: 'boolean' },
} satisfies Partial<Record<keyof Playlist, string>>;

/**
 * Whether what the browser kept (its storage, its history) is a playlist still: an earlier version of the app may have put
 * it there, or somebody by hand. The contract's own schema would bring its validator along.
 */
export const isPlaylist = (value: unknown): value is Playlist =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(ALWAYS_THERE).every(([name, type]) => typeof (value as Record<string, unknown>)[name] === type);
