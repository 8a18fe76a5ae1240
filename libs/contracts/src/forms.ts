// What people type. The web app checks it before it is sent, the service after.

import { z } from 'zod';
import {
  EMAIL_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
} from './limits.js';

/** Trimmed and lower-cased: one person, one account, however they type it. */
export const Email = z
  .string()
  .max(EMAIL_MAX_CHARACTERS)
  .transform((email) => email.normalize('NFKC').trim().toLowerCase())
  .pipe(z.email('must be an e-mail address'));

const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f\u2028\u2029]*$/u;
export const PersonName = z
  .string()
  .max(NAME_MAX_CHARACTERS, `must have at most ${NAME_MAX_CHARACTERS} characters`)
  .regex(NO_CONTROL_CHARACTERS, 'must not hold control characters')
  .transform((name) => name.trim())
  .pipe(z.string().min(1, 'must not be empty'));

/** Kept to the byte: never trimmed, never cut. */
export const NewPassword = z
  .string()
  .min(PASSWORD_MIN_CHARACTERS, `must have at least ${PASSWORD_MIN_CHARACTERS} characters`)
  .max(PASSWORD_MAX_CHARACTERS, `must have at most ${PASSWORD_MAX_CHARACTERS} characters`);
/** A password somebody types to prove who they are. Longer ones cannot be right and are not worth hashing. */
const GivenPassword = z.string().min(1, 'must not be empty').max(PASSWORD_MAX_CHARACTERS);

export const RegistrationFields = z.object({ name: PersonName, email: Email, password: NewPassword });
export const LoginFields = z.object({ email: Email, password: GivenPassword });
export const ProfileFields = z.object({ name: PersonName, email: Email });
export const PasswordChangeFields = z.object({ currentPassword: GivenPassword, newPassword: NewPassword });
export const ResetRequestFields = z.object({ email: Email });
export const NewPasswordFields = z.object({ newPassword: NewPassword });

/** Several lines of text; no other control characters. */
const ContactMessage = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(5000)
  .regex(/^[\t\n\r\P{Cc}]*$/u, 'must not hold control characters');

export const ContactFields = z.object({ name: PersonName, email: Email, message: ContactMessage });

/**
 * A name as people write theirs, and nothing that could be an address of the web: it is mailed to whatever address was
 * typed beside it.
 */
const SignedName = PersonName.pipe(
  z.string().regex(/^(?:[\p{L}\p{M}'’ -]|\.(?= |$))+$/u, 'must hold letters, spaces, hyphens and apostrophes only'),
);

export const WithdrawalFields = z.object({ name: SignedName, email: Email });
