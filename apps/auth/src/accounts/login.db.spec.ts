import { createTestDatabase, eventually } from '@segue/testing';
import { aMember, anEmail, type Auth, claimsOf, GOOD_PASSWORD, signIn, startAuth } from '../testing/start-auth.js';

let auth: Auth;

beforeAll(async () => {
  auth = await startAuth((await createTestDatabase()).urlOf('auth'));
});
afterAll(() => auth.stop());

const login = (email: unknown, password: unknown) => auth.send('POST', '/api/auth/login', { email, password });

describe('signing in', () => {
  it('answers an unknown e-mail and a wrong password alike [S11]', async () => {
    const { email } = await aMember(auth);
    const [wrong, unknown] = [await login(email, 'not the password'), await login(anEmail(), 'not the password')];
    expect(wrong).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials', message: 'Invalid email or password' },
    });
    const shown = ({ status, headers, body }: typeof wrong) => ({
      status,
      body: { ...body, requestId: '' },
      headers: [...headers.keys()].sort(),
      length: headers.get('content-length'),
    });
    expect(shown(unknown)).toEqual(shown(wrong));
  });

  it('takes as long for an unknown e-mail as for a wrong password [S11]', async () => {
    const { email } = await aMember(auth);
    const msOf = async (address: string) => {
      const startedMs = performance.now();
      await login(address, 'not the password');
      return performance.now() - startedMs;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      known.push(await msOf(email));
      unknown.push(await msOf(anEmail()));
    }
    const fastest = (times: number[]) => Math.min(...times);
    // Without a hash of its own an unknown e-mail would take a tenth.
    expect(fastest(unknown)).toBeGreaterThan(fastest(known) / 2);
  });

  it.each([
    [{ $ne: null }, { $gt: '' }],
    [['a@segue.test'], ['x']],
    [7, 8],
    [null, null],
    [undefined, undefined],
    ["' OR 1=1--", "' OR 1=1--"],
    ['', ''],
  ])('with %j and %j is refused as malformed [S14]', async (email, password) => {
    const { status, body } = await login(email, password);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' });
  });

  it('says who signed in, for a day, and nothing more [S38]', async () => {
    const { email, token } = await aMember(auth);
    const claims = claimsOf(token);
    expect(Object.keys(claims).sort()).toEqual(
      ['_id', 'aud', 'email', 'exp', 'iat', 'isAdmin', 'iss', 'jti', 'name', 'sub'].sort(),
    );
    expect(claims).toMatchObject({ email, name: 'Mia', isAdmin: false, iss: 'segue-auth', aud: 'segue' });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(24 * 60 * 60);
  });

  it('lasts an hour for an administrator', async () => {
    const { email } = await aMember(auth);
    await auth.database.query('UPDATE accounts SET is_admin = true WHERE email = $1', [email]);
    const claims = claimsOf(await signIn(auth, email, GOOD_PASSWORD));
    expect(claims.isAdmin).toBe(true);
    expect(Number(claims.exp) - Number(claims.iat)).toBe(60 * 60);
  });

  it('is remembered as the last login', async () => {
    const { token } = await aMember(auth);
    const { body } = await auth.send('GET', '/api/auth/profile', undefined, token);
    expect(Date.now() - Date.parse(String(body.lastLogin))).toBeLessThan(60_000);
  });

  it('does not open a session when the account went away meanwhile', async () => {
    const { email, password } = await aMember(auth);
    let answer: ReturnType<typeof login> | undefined;
    await auth.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM accounts WHERE email = $1 FOR UPDATE', [email]);
      answer = login(email, password);
      await eventually(async () => {
        const waiting = await auth.database.query(
          `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
        expect(waiting).toHaveLength(1);
      });
      await tx.query('DELETE FROM accounts WHERE email = $1', [email]);
    });
    expect(await answer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  });
});

describe('guessing', () => {
  const guess = async (email: string, times: number) => {
    const statuses: number[] = [];
    for (let count = 0; count < times; count += 1) statuses.push((await login(email, `guess ${count}`)).status);
    return statuses;
  };

  it('stops after 10 wrong passwords, says for how long, and harms nobody else [S12]', async () => {
    const { email, password } = await aMember(auth);
    const other = await aMember(auth);
    expect(await guess(email, 11)).toEqual([...Array<number>(10).fill(401), 429]);
    const refused = await login(email, password);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
    expect((await login(other.email, other.password)).status).toBe(200);
  });

  it('stops for an e-mail nobody has, too [S12, S149]', async () => {
    expect((await guess(anEmail(), 11)).at(-1)).toBe(429);
  });

  it('begins anew after the right password [S12]', async () => {
    const { email, password } = await aMember(auth);
    await guess(email, 9);
    expect((await login(email, password)).status).toBe(200);
    expect(await guess(email, 9)).toEqual(Array(9).fill(401));
  });

  it('many at the same time gets no more answers than one by one', async () => {
    const { email, password } = await aMember(auth);
    const guesses = Array.from({ length: 30 }, (_, count) => login(email, `guess ${count}`));
    const right = login(email, password);
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect([200, 429]).toContain((await right).status);
  });

  it('is not possible through the change of the password either', async () => {
    const { token } = await aMember(auth);
    const body = { currentPassword: 'not the password', newPassword: 'another horse battery' };
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await auth.send('POST', '/api/auth/change-password', body, token)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  });
});

describe('the log', () => {
  it('never holds a password, a token or an e-mail address', async () => {
    const password = 'canary horse battery';
    const { email, token } = await aMember(auth, password);
    await login(email, `${password} wrong`);
    await auth.send('POST', '/api/auth/register', { name: 'Mia', email, password });
    await auth.send('POST', '/api/auth/update-profile', { name: '', email }, token);
    const log = auth.log.join('');
    expect(log).toContain('email_taken');
    for (const secret of ['canary', token, email, '$argon2id']) expect(log).not.toContain(secret);
  });

  it('tells who did what and who was kept out, one line each [S157]', async () => {
    auth.log.length = 0;
    const { email, password, token } = await aMember(auth);
    await login(email, 'not the password');
    const body = { currentPassword: password, newPassword: 'another horse battery' };
    const fresh = String((await auth.send('POST', '/api/auth/change-password', body, token)).body.token);
    await auth.send('POST', '/api/auth/logout', undefined, fresh);
    const events = auth.log.map((line) => JSON.parse(line) as { event?: string; errorCode?: string; userId?: string });
    const userId = claimsOf(token)._id;
    const done = events.filter((line) => line.userId === userId).map(({ event }) => event);
    expect(done).toEqual(['account.registered', 'session.opened', 'password.changed', 'session.ended']);
    expect(events).toContainEqual(
      expect.objectContaining({
        event: 'request.failed',
        errorCode: 'invalid_credentials',
        requestId: expect.any(String),
      }),
    );
  });
});
