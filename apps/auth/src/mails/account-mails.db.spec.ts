import { until } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { TestAuth } from '../testing/test-auth.js';

const PASSWORD = 'the first long secret';
const HOUR_MS = 60 * 60 * 1000;

const auth = TestAuth.forFile();
let email: string;

beforeEach(async () => {
  email = `${randomUUID()}@example.test`;
  await auth.register(email, PASSWORD);
});

/** All mails an address got, once none waits. */
async function subjectsTo(address: string): Promise<Array<string | undefined>> {
  await until('no mail waits', async () => (await auth.query('SELECT 1 FROM mail_outbox')).length === 0);
  return auth.mailsTo(address).map((mail) => mail.email.subject);
}

/** Mails that wait for another try: not one that a relay is trying right now. */
const PUT_BACK = `SELECT 1 FROM mail_outbox WHERE next_attempt_at = written_at + interval '5 s'`;
const ATTEMPT = 'Somebody tried to register with your address';
const PASSWORD_CHANGED = 'Your Segue password was changed';
const EMAIL_CHANGED = 'The e-mail address of your Segue account was changed';

describe('registering with a known address', () => {
  it('is refused in general words and tells its owner [S7]', async () => {
    const answer = await auth.register(` ${email.toUpperCase()} `, 'a stranger long secret');
    expect(answer).toMatchObject({ status: 409, body: { code: 'email_taken', message: 'Registration failed' } });
    expect(await subjectsTo(email)).toEqual([ATTEMPT]);
  });

  it('tells the owner once an hour, however often it is tried', async () => {
    await Promise.all(Array.from({ length: 5 }, () => auth.register(email, 'a stranger long secret')));
    expect(await subjectsTo(email)).toEqual([ATTEMPT]);
    auth.clock.advance(HOUR_MS - 1);
    await auth.register(email, 'a stranger long secret');
    expect(await subjectsTo(email)).toEqual([ATTEMPT]);
    auth.clock.advance(1);
    await auth.register(email, 'a stranger long secret');
    expect(await subjectsTo(email)).toEqual([ATTEMPT, ATTEMPT]);
  });

  it('says nothing the stranger typed', async () => {
    await auth.call('register', { name: 'visit https://evil.test', email, password: 'a stranger long secret' });
    await subjectsTo(email);
    expect(auth.catcher.mails.at(-1)?.email.text).not.toContain('evil.test');
  });
});

describe('an account', () => {
  it('has its owner told of a new password [S24]', async () => {
    const token = await auth.signIn(email, PASSWORD);
    const change = (currentPassword: string) =>
      auth.call('change-password', { currentPassword, newPassword: 'another long secret' }, { token });
    expect((await change('wrong')).status).toBe(400);
    expect(await subjectsTo(email)).toEqual([]);
    expect((await change(PASSWORD)).status).toBe(200);
    expect(await subjectsTo(email)).toEqual([PASSWORD_CHANGED]);
  });

  it('has the owner of its old address told of a new one [S25]', async () => {
    const newEmail = `new-${email}`;
    const update = async (body: object) => {
      const token = await auth.signIn(email, PASSWORD);
      return auth.call('update-profile', body, { token });
    };
    expect((await update({ name: 'Mia M', email })).status).toBe(200);
    expect(await subjectsTo(email)).toEqual([]);
    expect((await update({ name: 'Mia M', email: newEmail })).status).toBe(200);
    expect(await subjectsTo(email)).toEqual([EMAIL_CHANGED]);
    expect(await subjectsTo(newEmail)).toEqual([]);
  });

  it('tells nobody when the new address is taken', async () => {
    const taken = `taken-${email}`;
    await auth.register(taken, PASSWORD);
    const token = await auth.signIn(email, PASSWORD);
    expect((await auth.call('update-profile', { name: 'Mia', email: taken }, { token })).status).toBe(409);
    expect([await subjectsTo(email), await subjectsTo(taken)]).toEqual([[], []]);
  });

  it('has its owner told later when the mail server is away', async () => {
    await auth.catcher.goDown();
    expect((await auth.register(email, 'a stranger long secret')).status).toBe(409);
    await until('a try has failed', async () => (await auth.query(PUT_BACK)).length === 1);
    await auth.catcher.goUp();
    auth.clock.advance(HOUR_MS);
    const other = `other-${email}`;
    await auth.register(other, PASSWORD);
    await auth.register(other, PASSWORD);
    expect(await subjectsTo(email)).toEqual([ATTEMPT]);
  });
});
