import { exportAccount, TERMS_VERSION } from '@segue/contracts';
import { createTestDatabase } from '@segue/testing';
import { aMember, type Auth, startAuth } from '../testing/start-auth.js';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth((await createTestDatabase()).urlOf('auth'));
});
afterAll(() => auth.stop());

const exportOf = (token: string) => auth.send('GET', '/api/auth/export', undefined, token);

describe('the export', () => {
  it('holds everything about the member and nothing of anybody else [S166]', async () => {
    const { email, token } = await aMember(auth);
    const other = await aMember(auth);
    await auth.send('POST', '/api/auth/request-password-reset', { email });
    await auth.send('POST', '/api/auth/register', { name: 'Eve', email, password: 'another horse battery' });
    const { status, body } = await exportOf(token);
    expect(status).toBe(200);
    const { account, sessions, passwordResets, registrationAttemptAt } = exportAccount.response.parse(body);
    expect(account).toMatchObject({ name: 'Mia', email, isAdmin: false, termsVersion: TERMS_VERSION });
    expect(sessions).toEqual([{ expiresAt: expect.any(String), endedAt: null }]);
    expect(passwordResets).toHaveLength(1);
    expect(registrationAttemptAt).not.toBeNull();
    expect(JSON.stringify(body)).not.toContain(other.email);
  });

  it('holds no secret [S166]', async () => {
    const { token } = await aMember(auth);
    const { body } = await exportOf(token);
    expect(JSON.stringify(body)).not.toMatch(/argon2|hash|jti|ey[A-Za-z0-9]{10}/);
  });

  it('is for the member alone', async () => {
    expect((await exportOf('')).status).toBe(401);
  });

  it('may be had five times a day [S166]', async () => {
    const { token } = await aMember(auth);
    for (let n = 0; n < 5; n += 1) expect((await exportOf(token)).status).toBe(200);
    const refused = await exportOf(token);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  });
});
