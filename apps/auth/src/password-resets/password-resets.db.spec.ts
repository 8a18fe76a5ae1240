import { until } from '@segue/testing';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { APP_URL, type Answer, TestAuth } from '../testing/test-auth.js';

const MINUTE_MS = 60_000;
const OLD_PASSWORD = 'the first long secret';
const NEW_PASSWORD = 'another long secret';
const SENT = 'If an account with this e-mail exists, we have sent a link to reset the password.';
const DEAD = 'This link is no longer valid. Please request a new one.';

const auth = TestAuth.forFile();
let email: string;

beforeEach(async () => {
  email = `${randomUUID()}@example.test`;
  await auth.register(email, OLD_PASSWORD);
});

const request = (address = email, headers: Record<string, string> = {}) =>
  auth.call('request-password-reset', { email: address }, { headers });
/** From a place of its own unless told, so that wrong links of other tests do not count. */
const reset = (token: string, newPassword = NEW_PASSWORD, from = randomPlace()): Promise<Answer> =>
  auth.call(`reset-password/${token}`, { newPassword }, { headers: { 'x-forwarded-for': from } });
const randomPlace = () => `10.${[...randomBytes(3)].join('.')}`;

const linksTo = (address: string) =>
  auth.mailsTo(address).flatMap(({ email: mail }) => mail.text?.match(/\S+\/reset-password\/\S+/) ?? []);
const tokensTo = (address: string) => linksTo(address).map((link) => link.split('/').pop() ?? '');

/** Mails arrive in the order they were written: once this one is here, so are all before it. */
async function untilAllMailsArrived(): Promise<void> {
  const last = `${randomUUID()}@example.test`;
  await auth.register(last, OLD_PASSWORD);
  await request(last);
  await until('the last mail arrives', async () => auth.mailsTo(last).length === 1);
}

async function requestedToken(): Promise<string> {
  const before = tokensTo(email).length;
  await request();
  await until('the link arrives', async () => tokensTo(email).length > before);
  return tokensTo(email).at(-1) ?? '';
}

const dead = { status: 400, body: { code: 'validation_failed', message: DEAD, error: DEAD } };

describe('asking for a link', () => {
  it('answers the same for known and unknown addresses, and writes to known ones only [S16]', async () => {
    const unknown = `${randomUUID()}@example.test`;
    const [forKnown, forUnknown] = [await request(), await request(unknown)];
    expect(forKnown).toMatchObject({ status: 200, body: { message: SENT } });
    expect([forUnknown.status, forUnknown.body]).toEqual([forKnown.status, forKnown.body]);
    expect(Object.keys(forUnknown.headers)).toEqual(Object.keys(forKnown.headers));
    await untilAllMailsArrived();
    expect([auth.mailsTo(email).length, auth.mailsTo(unknown).length]).toEqual([1, 0]);
  });

  it('takes as long for an unknown address as for a known one [S16]', async () => {
    const timeOf = async (address: string) => {
      const start = performance.now();
      await request(address);
      return performance.now() - start;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let n = 0; n < 7; n += 1) {
      known.push(await timeOf(email));
      unknown.push(await timeOf('nobody@example.test'));
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[3] ?? 0;
    expect(median(unknown)).toBeGreaterThan(100);
    expect(median(known) / median(unknown)).toBeGreaterThan(0.8);
    expect(median(known) / median(unknown)).toBeLessThan(1.25);
  });

  it('sends a link to the configured address, whatever the request says of its host [S17]', async () => {
    await request(email, { host: 'evil.test', 'x-forwarded-host': 'evil.test' });
    await until('the link arrives', async () => linksTo(email).length === 1);
    expect(linksTo(email)[0]).toMatch(new RegExp(`^${APP_URL}/reset-password/[\\w-]{43}$`));
    expect(auth.mailsTo(email)[0]?.email.text).not.toContain('evil.test');
  });

  it('keeps only the hash of the token, and no trace of it in the log or the waiting mail [S18]', async () => {
    await auth.catcher.goDown();
    await request();
    const waiting = await auth.query('SELECT * FROM mail_outbox WHERE recipient = $1', [email]);
    expect(waiting).toHaveLength(1);
    await auth.catcher.goUp();
    auth.clock.advance(MINUTE_MS);
    const token = await requestedToken();
    const hash = createHash('sha256').update(token).digest();
    expect(await auth.query('SELECT 1 FROM password_resets WHERE token_hash = $1', [hash])).toHaveLength(1);
    expect(JSON.stringify(await auth.query('SELECT r::text FROM password_resets r'))).not.toContain(token);
    expect(String(waiting[0]?.['text'])).not.toContain('reset-password');
    expect(auth.log.join('')).not.toContain(token);
    expect(auth.log.join('')).not.toContain(email);
  });

  it('sends three mails an hour at most and always answers the same [S22]', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => request()));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body['message']}`))).toEqual(
      new Set([`200 ${SENT}`]),
    );
    await untilAllMailsArrived();
    expect(auth.mailsTo(email)).toHaveLength(3);
    auth.clock.advance(60 * MINUTE_MS);
    await request();
    await untilAllMailsArrived();
    expect(auth.mailsTo(email)).toHaveLength(4);
  });
});

describe('a link', () => {
  it('sets the new password, and the old one is of no use [S20]', async () => {
    const token = await requestedToken();
    const answer = await reset(token);
    expect(answer).toMatchObject({ status: 200, body: { message: 'Password has been reset. Please sign in.' } });
    expect(answer.body).not.toHaveProperty('token');
    expect((await auth.call('login', { email, password: OLD_PASSWORD })).status).toBe(401);
    expect((await auth.call('login', { email, password: NEW_PASSWORD })).status).toBe(200);
    await untilAllMailsArrived();
    expect(auth.mailsTo(email).at(-1)?.email.subject).toBe('Your Segue password was changed');
  });

  it('ends every session [S20]', async () => {
    const sessions = [await auth.signIn(email, OLD_PASSWORD), await auth.signIn(email, OLD_PASSWORD)];
    expect((await auth.call('profile', undefined, { token: sessions[0] ?? '' })).status).toBe(200);
    await reset(await requestedToken());
    for (const token of sessions)
      await until('the session ends', async () => (await auth.call('profile', undefined, { token })).status === 401);
  });

  it('works for 30 minutes', async () => {
    const token = await requestedToken();
    auth.clock.advance(30 * MINUTE_MS - 1);
    expect((await reset(token)).status).toBe(200);
  });

  it('is dead after 30 minutes [S19]', async () => {
    const token = await requestedToken();
    auth.clock.advance(30 * MINUTE_MS);
    expect(await reset(token)).toMatchObject(dead);
  });

  it('works once [S19]', async () => {
    const token = await requestedToken();
    expect((await reset(token)).status).toBe(200);
    expect(await reset(token)).toMatchObject(dead);
  });

  it('works once for twenty at the same time [S19]', async () => {
    const token = await requestedToken();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reset(token, `parallel long secret ${n}`)));
    const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    const password = `parallel long secret ${winners[0]}`;
    expect((await auth.call('login', { email, password })).status).toBe(200);
    await untilAllMailsArrived();
    expect(auth.mailsTo(email).filter(({ email: mail }) => mail.subject?.includes('was changed'))).toHaveLength(1);
  });

  it('is replaced by a newer one [S19]', async () => {
    const [older, newer] = [await requestedToken(), await requestedToken()];
    expect(await reset(older)).toMatchObject(dead);
    expect((await reset(newer)).status).toBe(200);
  });

  it('outlives a password that is too weak', async () => {
    const token = await requestedToken();
    expect(await reset(token, 'password1')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await reset(token, email)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((await reset(token)).status).toBe(200);
  });

  it.each([
    ['unknown', randomBytes(32).toString('base64url')],
    ['mangled', 'x'],
    ['oddly encoded', '%2e%2e%00'],
  ])('that is %s gets the answer of a dead one [S21]', async (_, token) => {
    expect(await reset(token)).toMatchObject(dead);
  });

  it('dies when the password is changed', async () => {
    const token = await requestedToken();
    await auth.call(
      'change-password',
      { currentPassword: OLD_PASSWORD, newPassword: NEW_PASSWORD },
      { token: await auth.signIn(email, OLD_PASSWORD) },
    );
    expect(await reset(token, 'a third long secret')).toMatchObject(dead);
    expect((await auth.call('login', { email, password: NEW_PASSWORD })).status).toBe(200);
  });

  it('dies when the e-mail address is changed [S25]', async () => {
    const token = await requestedToken();
    const session = await auth.signIn(email, OLD_PASSWORD);
    await auth.call('update-profile', { name: 'Mia', email: `new-${email}` }, { token: session });
    expect(await reset(token)).toMatchObject(dead);
  });

  it('is gone with its account', async () => {
    const token = await requestedToken();
    const session = await auth.signIn(email, OLD_PASSWORD);
    await auth.call('delete-profile', undefined, { method: 'DELETE', token: session });
    expect(await reset(token)).toMatchObject(dead);
    const hash = createHash('sha256').update(token).digest();
    expect(await auth.query('SELECT 1 FROM password_resets WHERE token_hash = $1', [hash])).toEqual([]);
  });

  it('lets a member in who had typed too many wrong passwords', async () => {
    for (let n = 0; n < 10; n += 1) await auth.call('login', { email, password: 'wrong' });
    expect((await auth.call('login', { email, password: OLD_PASSWORD })).status).toBe(429);
    await reset(await requestedToken());
    expect((await auth.call('login', { email, password: NEW_PASSWORD })).status).toBe(200);
  });
});

describe('guessing links', () => {
  const guess = (from: string) => reset(randomBytes(32).toString('base64url'), NEW_PASSWORD, from);

  it('is refused after ten wrong ones from one place, even with the right one, and not elsewhere [S21]', async () => {
    const token = await requestedToken();
    const place = randomPlace();
    for (let n = 0; n < 10; n += 1) expect(await guess(place)).toMatchObject(dead);
    const refused = await reset(token, NEW_PASSWORD, place);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect((await reset(token)).status).toBe(200);
  });

  it('is refused after ten of many at the same time', async () => {
    const place = randomPlace();
    const answers = await Promise.all(Array.from({ length: 50 }, () => guess(place)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
  });

  it('counts a whole /64 of IPv6 as one place [S146]', async () => {
    const net = `2001:db8:${randomBytes(2).toString('hex')}:1`;
    for (let n = 1; n <= 10; n += 1) await guess(`${net}::${n}`);
    expect((await guess(`${net}:ffff::1`)).status).toBe(429);
  });
});
