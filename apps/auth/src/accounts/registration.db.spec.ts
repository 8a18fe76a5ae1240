import { createTestDatabase } from '@segue/testing';
import {
  aMember,
  anEmail,
  type Auth,
  claimsOf,
  factsOf,
  GOOD_PASSWORD,
  keepFacts,
  signIn,
  startAuth,
} from '../testing/start-auth.js';

let auth: Auth;

beforeAll(async () => {
  auth = await startAuth((await createTestDatabase()).urlOf('auth'));
});
afterAll(() => auth.stop());

const register = (body: unknown) => auth.send('POST', '/api/auth/register', body);
const login = (body: unknown) => auth.send('POST', '/api/auth/login', body);
const accounts = async (email: string) => auth.database.query('SELECT * FROM accounts WHERE email = $1', [email]);

describe('registering', () => {
  it('makes one account that can sign in', async () => {
    const email = anEmail();
    const answer = await register({ name: 'Mia', email, password: GOOD_PASSWORD });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Registration successful' } });
    expect(await accounts(email)).toHaveLength(1);
    expect(await signIn(auth, email, GOOD_PASSWORD)).toMatch(/^ey/);
  });

  it('keeps the password as argon2id of at least 19 MiB and two passes [S1]', async () => {
    const { email } = await aMember(auth);
    const [{ password_hash: hash }] = await accounts(email);
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(hash) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
  });

  it('20 times at once with the same e-mail makes one account; the others get 409 [S8]', async () => {
    const email = anEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register({ name: 'Mia', email, password: GOOD_PASSWORD })),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    expect(refused[0]?.body).toMatchObject({ code: 'email_taken', message: 'Registration failed' });
    expect(await accounts(email)).toHaveLength(1);
  });

  it.each([
    ['another case', (email: string) => email.toUpperCase()],
    ['blanks around it', (email: string) => `  ${email} `],
    ['full-width letters', (email: string) => email.replace('segue', 'ｓｅｇｕｅ')],
  ])('knows a known e-mail in %s [S7]', async (_, variant) => {
    const { email } = await aMember(auth);
    expect((await register({ name: 'Eve', email: variant(email), password: GOOD_PASSWORD })).status).toBe(409);
    expect(await signIn(auth, variant(email), GOOD_PASSWORD)).toMatch(/^ey/);
  });

  it('takes no rights and no past from the body [S6, S125]', async () => {
    const email = anEmail();
    const more = { isAdmin: true, is_admin: true, role: 'admin', _id: 'me', id: 'me', createdAt: '2000-01-01' };
    await register({ name: 'Mia', email, password: GOOD_PASSWORD, subscriptionStatus: 'active', ...more });
    const { body } = await auth.send('GET', '/api/auth/profile', undefined, await signIn(auth, email, GOOD_PASSWORD));
    expect(body).toMatchObject({ email, isAdmin: false });
    expect(body._id).not.toBe('me');
    expect(body.createdAt).not.toMatch(/^2000/);
  });

  it.each([
    ['a@b'],
    ['a b@c.de'],
    [`${'x'.repeat(250)}@segue.test`],
    ['a@b.c\r\nBcc: x@y.de'],
    ['@segue.test'],
    [['a@segue.test']],
    [{ $ne: null }],
    [null],
    [7],
  ])('refuses %j as an e-mail [S9]', async (email) => {
    const { status, body } = await register({ name: 'Mia', email, password: GOOD_PASSWORD });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' });
  });

  it.each([[undefined], [''], ['   '], ['x'.repeat(1_000)], ['a\nb'], [['Mia']]])(
    'refuses %j as a name [S10]',
    async (name) => {
      expect((await register({ name, email: anEmail(), password: GOOD_PASSWORD })).status).toBe(400);
    },
  );

  it.each([`Robert'); DROP TABLE accounts;--`, '<img src=x onerror=1>', '日本語 😀', "' OR 1=1--"])(
    'keeps the name %s as it is [S10]',
    async (name) => {
      const email = anEmail();
      await register({ name, email, password: GOOD_PASSWORD });
      expect(await accounts(email)).toMatchObject([{ name }]);
    },
  );
});

describe('a new password', () => {
  const registered = async (password: unknown, name = 'Mia', email = anEmail()) => {
    const { status, body } = await register({ name, email, password });
    return { status, details: body.details as Array<{ path: string; message: string }> | undefined, email };
  };

  it('has at least 8 characters [S2]', async () => {
    expect(await registered('xK3!vq9')).toMatchObject({ status: 400, details: [{ path: 'password' }] });
    expect((await registered('xK3!vq9z')).status).toBe(200);
  });

  it('may have 128 characters and not one more', async () => {
    expect((await registered('xK3!vq9z'.repeat(16))).status).toBe(200);
    expect((await registered(`${'xK3!vq9z'.repeat(16)}a`)).status).toBe(400);
  });

  it('of 100 kB is refused before anything is hashed [S4]', async () => {
    const startedMs = performance.now();
    expect((await registered('x'.repeat(100_000))).status).toBe(400);
    expect(performance.now() - startedMs).toBeLessThan(1000);
  });

  it.each([
    ['64 characters', 'ab1!'.repeat(16)],
    ['127 characters', 'ab1!'.repeat(32).slice(1)],
    ['signs of other scripts', 'пароль-密码-😀-ñ'],
    ['blanks at both ends', '  two blanks at both ends  '],
  ])('with %s counts to the last byte [S3]', async (_, password) => {
    const { email, status } = await registered(password);
    expect(status).toBe(200);
    expect((await login({ email, password })).status).toBe(200);
    for (const wrong of [password.trim(), `${password} `, password.slice(0, -1)].filter((text) => text !== password)) {
      expect((await login({ email, password: wrong })).status).toBe(401);
    }
  });

  it('counts beyond its 72nd byte [S3]', async () => {
    const { email } = await registered(`${'ab1!'.repeat(18)}-one`);
    expect((await login({ email, password: `${'ab1!'.repeat(18)}-two` })).status).toBe(401);
    expect((await login({ email, password: 'ab1!'.repeat(18) })).status).toBe(401);
  });

  it.each(['password1', 'PASSWORD1', '12345678', 'qwertyui', 'iloveyou', 'segue123', 'spotify1'])(
    'is not one everybody knows: %s [S5]',
    async (password) => {
      expect(await registered(password)).toMatchObject({ status: 400, details: [{ path: 'password' }] });
    },
  );

  it('is not the own e-mail or name [S5]', async () => {
    const email = `wilhelmina.${anEmail()}`;
    for (const password of [email, email.toUpperCase(), email.split('@')[0], 'Wilhelmina1']) {
      expect((await registered(password, 'Wilhelmina', email)).status).toBe(400);
    }
    expect((await registered('Wilhelmina eats pancakes', 'Wilhelmina', email)).status).toBe(200);
  });

  it.each([[undefined], [null], [12345678], [['correct horse']], [{ length: 20 }]])(
    'is a text, not %j',
    async (password) => {
      expect((await registered(password)).status).toBe(400);
    },
  );
});

describe('what the others hear', () => {
  it('is each fact once, in order, with no secret in it', async () => {
    await keepFacts(auth.database);
    const { email, token } = await aMember(auth);
    const userId = claimsOf(token)._id;
    await auth.send('POST', '/api/auth/update-profile', { name: 'Mia M', email }, token);
    await auth.send('DELETE', '/api/auth/delete-profile', undefined, await signIn(auth, email, GOOD_PASSWORD));
    const facts = await factsOf(auth.database, userId);
    const person = { userId, name: 'Mia', email, isAdmin: false, createdAt: expect.any(String) };
    expect(facts).toEqual([
      { name: 'user.registered', payload: person },
      { name: 'user.signed-in', payload: { userId, at: expect.any(String) } },
      { name: 'user.updated', payload: { ...person, name: 'Mia M' } },
      { name: 'user.signed-in', payload: { userId, at: expect.any(String) } },
      { name: 'user.deleted', payload: { userId } },
    ]);
  });

  it('is nothing of a registration that failed', async () => {
    const { email } = await aMember(auth);
    const told = async () => (await auth.database.query('SELECT count(*)::int AS count FROM told'))[0].count as number;
    const before = await told();
    await register({ name: 'Eve', email, password: GOOD_PASSWORD });
    expect(await told()).toBe(before);
  });
});
