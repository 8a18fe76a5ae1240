/** Longest text our contract takes of a platform, in characters. */
const TEXT_MAX_CHARACTERS = 2000;

/** Text of a platform within the contract's length. */
export const textOf = (text: string | null | undefined): string => (text ?? '').slice(0, TEXT_MAX_CHARACTERS);

/** A playlist is found and made by its name, so one without any is given one. */
export const playlistNameOf = (name: string | null | undefined): string =>
  textOf(name).trim() === '' ? 'Untitled playlist' : textOf(name);

/** The address if it is an absolute http(s) one. */
export function urlOf(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  return /^https?:$/.test(new URL(address).protocol) ? address : null;
}

/** A whole, non-negative number of milliseconds, or null for what cannot be a duration. */
export const durationMsOf = (ms: number | null | undefined): number | null =>
  ms == null || !Number.isFinite(ms) || ms < 0 ? null : Math.round(ms);

/** A whole number, or null. */
export const wholeOf = (value: number | null | undefined): number | null =>
  value == null || !Number.isInteger(value) ? null : value;
