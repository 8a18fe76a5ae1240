import { z } from 'zod';
import { endpointsOf } from './endpoint.js';
import {
  LoginFields,
  PasswordChangeFields,
  NewPasswordFields,
  ProfileFields,
  RegistrationFields,
  ResetRequestFields,
} from './forms.js';

const endpoint = endpointsOf('auth');

/** Who signed our access tokens, and whom they are for. */
export const TOKEN_ISSUER = 'segue-auth';
export const TOKEN_AUDIENCE = 'segue';

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
  body: RegistrationFields,
  response: z.object({ message: z.string() }),
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  body: LoginFields,
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
  body: ProfileFields,
  response: User.extend({ token: z.string() }),
});

/** Ends all other sessions; this one goes on with the token of the answer. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'member',
  body: PasswordChangeFields,
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
  body: ResetRequestFields,
  response: z.object({ message: z.string() }),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password/:token',
  access: 'public',
  /** Of any shape: a mangled link gets the same answer as an old one. */
  params: z.object({ token: z.string() }),
  body: NewPasswordFields,
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
