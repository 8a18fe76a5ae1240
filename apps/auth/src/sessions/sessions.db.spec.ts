import { ServiceTokens } from '@segue/service';
import { createTestDatabase, eventually } from '@segue/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import {
  aMember,
  anEmail,
  aSigningKey,
  type Auth,
  claimsOf,
  GOOD_PASSWORD,
  SERVICE_SECRET,
  signIn,
  startAuth,
} from '../testing/start-auth.js';

const keyOne = aSigningKey('key-1');
const keyTwo = aSigningKey('key-2');
const NEW_PASSWORD = 'another horse battery';
let databaseUrl: string;
let auth: Auth;

beforeAll(async () => {
  databaseUrl = (await createTestDatabase()).urlOf('auth');
  auth = await startAuth(databaseUrl, { JWT_SIGNING_KEYS: JSON.stringify([keyOne]) });
});
afterAll(() => auth.stop());

const profile = (token: string, at = auth) => at.send('GET', '/api/auth/profile', undefined, token);
const statusOf = async (token: string, at = auth) => (await profile(token, at)).status;
const soonRefused = (token: string, at = auth) =>
  eventually(async () => expect(await statusOf(token, at)).toBe(401), 5_000);
const changePassword = (token: string, currentPassword: string, newPassword: string) =>
  auth.send('POST', '/api/auth/change-password', { currentPassword, newPassword }, token);

describe('the profile', () => {
  it('shows what the spec lists and nothing else [S49]', async () => {
    const { email, token } = await aMember(auth);
    const { body } = await profile(token);
    expect(body).toEqual({
      _id: claimsOf(token)._id,
      name: 'Mia',
      email,
      isAdmin: false,
      createdAt: expect.any(String),
      lastLogin: expect.any(String),
    });
  });

  it('can be changed; the answer brings a token with the new name and ends the old one', async () => {
    const { token } = await aMember(auth);
    const email = anEmail();
    const changed = await auth.send('POST', '/api/auth/update-profile', { name: ' Mia M ', email }, token);
    expect(changed).toMatchObject({ status: 200, body: { name: 'Mia M', email } });
    const fresh = String(changed.body.token);
    expect(claimsOf(fresh)).toMatchObject({ name: 'Mia M', email });
    expect(await statusOf(fresh)).toBe(200);
    await soonRefused(token);
    expect(await signIn(auth, email, GOOD_PASSWORD)).toMatch(/^ey/);
  });

  it('cannot take an e-mail somebody else has [S25]', async () => {
    const [mia, eve] = [await aMember(auth), await aMember(auth)];
    const answer = await auth.send('POST', '/api/auth/update-profile', { name: 'Eve', email: mia.email }, eve.token);
    expect(answer).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect((await profile(eve.token)).body).toMatchObject({ name: 'Mia', email: eve.email });
  });

  it('of somebody else cannot be named in the body [S48]', async () => {
    const [mia, eve] = [await aMember(auth), await aMember(auth)];
    const body = { name: 'Eve', email: anEmail(), _id: claimsOf(mia.token)._id, isAdmin: true };
    await auth.send('POST', '/api/auth/update-profile', body, eve.token);
    expect((await profile(mia.token)).body).toMatchObject({ name: 'Mia', isAdmin: false });
  });

  it('that is saved does not bring an old password back', async () => {
    const { email, token } = await aMember(auth);
    const other = await signIn(auth, email, GOOD_PASSWORD);
    await Promise.all([
      changePassword(other, GOOD_PASSWORD, NEW_PASSWORD),
      auth.send('POST', '/api/auth/update-profile', { name: 'Mia M', email }, token),
    ]);
    expect(await signIn(auth, email, NEW_PASSWORD)).toMatch(/^ey/);
  });
});

describe('changing the password', () => {
  it("ends every session but the caller's, which goes on with a fresh token [S24]", async () => {
    const { email, token } = await aMember(auth);
    const other = await signIn(auth, email, GOOD_PASSWORD);
    const answer = await changePassword(token, GOOD_PASSWORD, NEW_PASSWORD);
    expect(answer).toMatchObject({ status: 200, body: { message: 'Password changed successfully' } });
    await soonRefused(token);
    await soonRefused(other);
    expect(await statusOf(String(answer.body.token))).toBe(200);
    expect((await auth.send('POST', '/api/auth/login', { email, password: GOOD_PASSWORD })).status).toBe(401);
    expect(await statusOf(await signIn(auth, email, NEW_PASSWORD))).toBe(200);
  });

  it.each([
    ['a wrong current one', 'not the password', NEW_PASSWORD, 'wrong_password'],
    ['the current one again', GOOD_PASSWORD, GOOD_PASSWORD, 'validation_failed'],
    ['one everybody knows', GOOD_PASSWORD, 'password1', 'validation_failed'],
    ['one that is too short', GOOD_PASSWORD, 'xK3!vq9', 'validation_failed'],
  ])('to or with %s is refused and ends nothing [S23]', async (_, current, next, code) => {
    const { email, token } = await aMember(auth);
    expect(await changePassword(token, current, next)).toMatchObject({ status: 400, body: { code } });
    expect(await statusOf(token)).toBe(200);
    expect(await signIn(auth, email, GOOD_PASSWORD)).toMatch(/^ey/);
  });

  it('needs a session [S23]', async () => {
    expect((await changePassword('', GOOD_PASSWORD, NEW_PASSWORD)).status).toBe(401);
  });

  it('twice at once changes it once', async () => {
    const { email, token } = await aMember(auth);
    const wanted = ['first horse battery', 'second horse battery'];
    const answers = await Promise.all(wanted.map((password) => changePassword(token, GOOD_PASSWORD, password)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = wanted[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect(await signIn(auth, email, winner)).toMatch(/^ey/);
  });
});

describe('leaving', () => {
  it('by signing out ends this session and no other [S35]', async () => {
    const { email, token } = await aMember(auth);
    const other = await signIn(auth, email, GOOD_PASSWORD);
    expect((await auth.send('POST', '/api/auth/logout', undefined, token)).status).toBe(200);
    await soonRefused(token);
    expect(await statusOf(other)).toBe(200);
  });

  it('by deleting the account ends everything, and the e-mail is free again [S163]', async () => {
    const { email, token } = await aMember(auth);
    const answer = await auth.send('DELETE', '/api/auth/delete-profile', undefined, token);
    expect(answer).toMatchObject({ status: 200, body: { message: 'Account deleted successfully' } });
    expect(await statusOf(token)).toBe(401);
    expect((await auth.send('POST', '/api/auth/login', { email, password: GOOD_PASSWORD })).status).toBe(401);
    expect(await auth.database.query('SELECT 1 FROM accounts WHERE email = $1', [email])).toEqual([]);
    await auth.send('POST', '/api/auth/register', { name: 'Mia', email, password: GOOD_PASSWORD });
    expect(await statusOf(await signIn(auth, email, GOOD_PASSWORD))).toBe(200);
    expect(await statusOf(token)).toBe(401);
  });
});

describe('another process', () => {
  it('hears of an ended session at once, and knows it when it starts later [S35]', async () => {
    const keys = { JWT_SIGNING_KEYS: JSON.stringify([keyOne]) };
    const replica = await startAuth(databaseUrl, keys);
    const { token } = await aMember(auth);
    expect(await statusOf(token, replica)).toBe(200);
    await auth.send('POST', '/api/auth/logout', undefined, token);
    await soonRefused(token, replica);
    await replica.stop();
    const later = await startAuth(databaseUrl, keys);
    await soonRefused(token, later);
    await later.stop();
  });

  it('with a new signing key takes tokens of the old one, and the old keys are published [S39]', async () => {
    const { token, email } = await aMember(auth);
    const rotated = await startAuth(databaseUrl, { JWT_SIGNING_KEYS: JSON.stringify([keyTwo, keyOne]) });
    expect(await statusOf(token, rotated)).toBe(200);
    const fresh = await signIn(rotated, email, GOOD_PASSWORD);
    expect(JSON.parse(Buffer.from(fresh.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({ kid: 'key-2' });
    const { body } = await rotated.send('GET', '/internal/auth/jwks');
    expect(body.keys).toMatchObject([
      { kid: 'key-2', alg: 'ES256' },
      { kid: 'key-1', alg: 'ES256' },
    ]);
    for (const key of body.keys as object[]) expect(key).not.toHaveProperty('d');
    await rotated.stop();
  });
});

describe('a forged token', () => {
  it('is refused, whatever key it names [S30]', async () => {
    const { token } = await aMember(auth);
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const claims = { ...claimsOf(token), isAdmin: true };
    const jwk = await exportJWK(publicKey);
    for (const header of [{ kid: 'key-1' }, { kid: 'key-2' }, { kid: '__proto__' }, {}, { kid: 'key-1', jwk }]) {
      const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...header }).sign(privateKey);
      expect(await statusOf(forged)).toBe(401);
    }
  });
});

describe('what auth tells services', () => {
  const sync = new ServiceTokens('sync', SERVICE_SECRET);

  it('is who is an administrator at this moment', async () => {
    const { token } = await aMember(auth);
    const userId = String(claimsOf(token)._id);
    const standing = async () => (await auth.ask(`/internal/auth/users/${userId}/admin`, sync)).body;
    expect(await standing()).toEqual({ isAdmin: false });
    await auth.database.query('UPDATE accounts SET is_admin = true WHERE id = $1', [userId]);
    expect(await standing()).toEqual({ isAdmin: true });
    expect((await auth.ask(`/internal/auth/users/${randomUUID()}/admin`, sync)).body).toEqual({ isAdmin: false });
  });

  it('is which sessions ended', async () => {
    const { token } = await aMember(auth);
    await auth.send('POST', '/api/auth/logout', undefined, token);
    const { body } = await auth.ask('/internal/auth/ended-sessions', sync);
    const { jti, exp } = claimsOf(token);
    expect(body.sessions).toEqual(expect.arrayContaining([{ jti, expiresAtMs: Number(exp) * 1000 }]));
  });

  it('is nothing to anybody else', async () => {
    const { token } = await aMember(auth);
    for (const path of ['/internal/auth/ended-sessions', `/internal/auth/users/${randomUUID()}/admin`]) {
      expect((await auth.send('GET', path, undefined, token)).status).toBe(401);
      expect((await auth.ask(path, new ServiceTokens('sync', 'o'.repeat(32)))).status).toBe(401);
    }
  });
});

describe('demo accounts', () => {
  it('exist in simulator mode only, once, and one of them is an administrator', async () => {
    expect(
      (await auth.send('POST', '/api/auth/login', { email: 'free@segue.test', password: 'segue-demo-password' }))
        .status,
    ).toBe(401);
    for (let start = 0; start < 2; start += 1) {
      const demo = await startAuth(databaseUrl, {
        SEGUE_SIMULATOR: 'on',
        JWT_SIGNING_KEYS: JSON.stringify([keyOne]),
      });
      const admin = await signIn(demo, 'admin@segue.test', 'segue-demo-password');
      expect(claimsOf(admin).isAdmin).toBe(true);
      expect(claimsOf(await signIn(demo, 'free@segue.test', 'segue-demo-password')).isAdmin).toBe(false);
      await demo.stop();
    }
  });

  it('never exist in production [S125]', async () => {
    const production = { NODE_ENV: 'production', SEGUE_SIMULATOR: 'on' } as const;
    await expect(startAuth(databaseUrl, production)).rejects.toThrow('must be off in production');
  });
});
