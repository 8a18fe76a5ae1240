import { z } from 'zod';
import { endpointsOf } from './endpoint.js';
import {
  EMAIL_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
} from './limits.js';

const endpoint = endpointsOf('auth');

/** Who signed our access tokens, and whom they are for. */
export const TOKEN_ISSUER = 'segue-auth';
export const TOKEN_AUDIENCE = 'segue';

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

/** The member as profile and admin list show them. */
export const User = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  createdAt: z.iso.datetime(),
  lastLogin: z.iso.datetime().nullable(),
});
export type User = z.infer<typeof User>;

/** What an access token says. `isAdmin` is a hint for screens; who needs to be sure asks auth. */
export const AccessTokenClaims = z.object({
  sub: z.uuid(),
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  /** Seconds since 1970. */
  iat: z.number().int(),
  exp: z.number().int(),
  jti: z.uuid(),
});
export type AccessTokenClaims = z.infer<typeof AccessTokenClaims>;

const TokenAnswer = z.object({ token: z.string() });

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  body: z.object({ name: PersonName, email: Email, password: NewPassword }),
  response: z.object({ message: z.string() }),
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  body: z.object({ email: Email, password: GivenPassword }),
  response: TokenAnswer,
});

/** Ends this session on every service. */
export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'member',
  response: z.object({ message: z.string() }),
});

export const profile = endpoint({ method: 'GET', path: '/api/auth/profile', access: 'member', response: User });

/** The answer holds a fresh token, because the old one still says the old name. */
export const updateProfile = endpoint({
  method: 'POST',
  path: '/api/auth/update-profile',
  access: 'member',
  body: z.object({ name: PersonName, email: Email }),
  response: User.extend({ token: z.string() }),
});

/** Ends all other sessions; this one goes on with the token of the answer. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'member',
  body: z.object({ currentPassword: GivenPassword, newPassword: NewPassword }),
  response: TokenAnswer.extend({ message: z.string() }),
});

/**
 * Everything auth keeps about the member (GDPR, articles 15 and 20); no hash, no token. Other services add an export of
 * their own: nobody may ask to the right, so the web app puts the parts together.
 */
export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/auth/export',
  access: 'member',
  response: z.object({
    account: User.extend({ termsVersion: z.string().nullable() }),
    /** Sessions whose tokens have not expired yet. */
    sessions: z.array(z.object({ expiresAt: z.iso.datetime(), endedAt: z.iso.datetime().nullable() })),
    passwordResets: z.array(
      z.object({
        requestedAt: z.iso.datetime(),
        expiresAt: z.iso.datetime(),
        endedAt: z.iso.datetime().nullable(),
      }),
    ),
    /** When somebody last tried to register with the member's address; null for never. */
    registrationAttemptAt: z.iso.datetime().nullable(),
  }),
});

export const deleteProfile = endpoint({
  method: 'DELETE',
  path: '/api/auth/delete-profile',
  access: 'member',
  response: z.object({ message: z.string() }),
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  access: 'public',
  body: z.object({ email: Email }),
  response: z.object({ message: z.string() }),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password/:token',
  access: 'public',
  /** Of any shape: a mangled link gets the same answer as an old one. */
  params: z.object({ token: z.string() }),
  body: z.object({ newPassword: NewPassword }),
  response: z.object({ message: z.string() }),
});

/** The public halves of the signing keys (RFC 7517). Not for browsers, but no secret either. */
export const jwks = endpoint({
  method: 'GET',
  path: '/internal/auth/jwks',
  access: 'public',
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
});

/** A session that ended before its token did. After `expiresAtMs` (ms since 1970) the token is refused anyway. */
export const EndedSession = z.object({ jti: z.uuid(), expiresAtMs: z.number().int() });
export type EndedSession = z.infer<typeof EndedSession>;

/** Everything that ended within the life of a token: what a service reads when it starts or lost its ear. */
export const endedSessions = endpoint({
  method: 'GET',
  path: '/internal/auth/ended-sessions',
  access: 'service',
  response: z.object({ sessions: z.array(EndedSession) }),
});

/** Whether a member is an administrator at this moment. */
export const adminStanding = endpoint({
  method: 'GET',
  path: '/internal/auth/users/:userId/admin',
  access: 'service',
  params: z.object({ userId: z.uuid() }),
  response: z.object({ isAdmin: z.boolean() }),
});
