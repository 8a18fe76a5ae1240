import { hash, verify } from '@node-rs/argon2';
import { validationFailed } from '@segue/service';
import { dictionary } from '@zxcvbn-ts/language-common';
import { randomBytes } from 'node:crypto';

/** OWASP's first choice for argon2id (password storage cheat sheet): 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PRODUCT_WORDS = ['segue', 'spotify', 'applemusic', 'playlist'];
/** A password may hold such a word if this many characters of its own are left. */
const OWN_CHARACTERS = 6;

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2ID);

export const isRightPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password);

/** Verifying against this takes as long as against a real one: an unknown e-mail must not answer faster. */
export const unmatchableHash = (): Promise<string> => hashPassword(randomBytes(32).toString('hex'));

let common: ReadonlySet<string> | undefined;
/** The list of leaked passwords is read on first use. */
const commonPasswords = (): ReadonlySet<string> => (common ??= new Set(dictionary['passwords-common']));

/** Why a new password is too easy to guess, as a sentence; null when it is not. */
function weaknessOf(password: string, owner: { name: string; email: string }): string | null {
  const plain = password.normalize('NFKC').toLowerCase();
  if (commonPasswords().has(plain)) return 'is one of the most used passwords; please choose another';
  const [localPart = ''] = owner.email.toLowerCase().split('@');
  const ownWords = [owner.email.toLowerCase(), localPart, ...owner.name.toLowerCase().split(/\s+/)];
  const guessable = [...ownWords, ...PRODUCT_WORDS].filter((word) => word.length >= 4);
  const found = guessable.find((word) => plain.includes(word) && plain.length - word.length < OWN_CHARACTERS);
  return found ? 'is too close to your name, your e-mail address or ours; please choose another' : null;
}

/** @throws AppError `validation_failed` when a new password is too easy to guess; `path` is its field. */
export function refuseWeak(path: string, password: string, owner: { name: string; email: string }): void {
  const weakness = weaknessOf(password, owner);
  if (weakness) throw validationFailed([{ path, message: weakness }]);
}
