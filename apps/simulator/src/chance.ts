import { createHash, randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Where ids, codes and tokens come from. Tests hand in a counted one, so that an id can be expected. */
export interface Chance {
  /** `length` characters of [0-9A-Za-z]. */
  token(length: number): string;
}

export const trueChance: Chance = { token: (length) => base62(randomBytes(length), length) };

/** The same id for the same words for ever: what a platform would have stored is derived instead. */
export const derivedId = (length: number, ...words: string[]): string =>
  base62(createHash('sha512').update(words.join('\n')).digest(), length);

/** A whole number from 0 up to `below`, the same for the same words for ever. */
export const derivedNumber = (below: number, ...words: string[]): number =>
  createHash('sha1').update(words.join('\n')).digest().readUInt32BE(0) % below;

function base62(bytes: Buffer, length: number): string {
  let text = '';
  for (let index = 0; index < length; index += 1) text += BASE62[(bytes[index % bytes.length] ?? 0) % BASE62.length];
  return text;
}
