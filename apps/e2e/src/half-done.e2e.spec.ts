import {
  billingStatus,
  createCheckoutSession,
  getPlaylist,
  listUsers,
  login,
  register,
  requestPasswordReset,
  resetPassword,
} from '@segue/contracts';
import { eventually, until } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { call, connect, newMember, PASSWORD } from './support/api.js';
import { end, SEED, untilWell } from './support/deaths.js';
import { noMoreTrouble, troubleMet } from './support/fault-program.js';
import { demoToken } from './support/screens.js';
import { control, putListener } from './support/simulator.js';

const NEW_PASSWORD = 'another sound passphrase 8';
const AFTER_AN_HOUR = { offsetSeconds: 3_700 };
/** A program that was killed answers again. */
const BACK_WITHIN_MS = 30_000;

beforeAll(() => void process.stderr.write(`Moments of SEGUE_E2E_SEED=${SEED}\n`));
afterEach(noMoreTrouble);

const statusOf = (sent: Promise<{ status: number }>): Promise<number> =>
  sent.then(
    ({ status }) => status,
    () => 0,
  );
/** Sent again as long as nobody answers. */
const settled = (send: () => Promise<{ status: number }>): Promise<number> =>
  eventually(async () => {
    const status = await statusOf(send());
    if (status === 0 || status >= 500) throw new Error(`Answered ${status}.`);
    return status;
  }, BACK_WITHIN_MS);
const signIn = (email: string, password: string) => settled(() => call(login, { body: { email, password } }));

describe('killed before it answered', () => {
  it('auth has made each account once or not at all, and the others hear of it once', async () => {
    const people = Array.from({ length: 12 }, () => ({
      ...{ name: 'Half Done', email: `${randomUUID()}@half-done.test`, password: PASSWORD },
    }));
    const answers = people.map((body) => statusOf(call(register, { body })));
    await Promise.race(answers);
    await end('auth');
    const first = await Promise.all(answers);
    expect(first.filter((status) => status >= 500 || status === 0).length).toBeGreaterThan(0);
    for (const body of people) expect([200, 409]).toContain(await settled(() => call(register, { body })));
    for (const { email, password } of people) expect(await signIn(email, password)).toBe(200);
    await untilWell();
    const token = await demoToken('admin');
    const { body } = await call(listUsers, { token });
    const known = body.map(({ email }: { email: string }) => email);
    for (const { email } of people) expect(known.filter((one: string) => one === email)).toHaveLength(1);
  });

  it('auth has changed a forgotten password entirely or not at all', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { email, token: session } = await newMember();
      await call(requestPasswordReset, { body: { email } });
      const link = await eventually(async () => linkTo(email));
      const sent = statusOf(call(resetPassword, { params: { token: link }, body: { newPassword: NEW_PASSWORD } }));
      // The later it dies, the more it has done.
      for (let step = 0; step < round * 2; step += 1) await control('GET', '/control/faults');
      await end('auth');
      await sent;
      const isChanged = (await signIn(email, NEW_PASSWORD)) === 200;
      expect(await signIn(email, PASSWORD)).toBe(isChanged ? 401 : 200);
      await eventually(
        async () => expect((await call(billingStatus, { token: session })).status).toBe(isChanged ? 401 : 200),
        BACK_WITHIN_MS,
      );
      const again = () => call(resetPassword, { params: { token: link }, body: { newPassword: NEW_PASSWORD } });
      expect(await settled(again)).toBe(isChanged ? 400 : 200);
    }
  });

  it('billing hears of a payment again from Stripe, which has one effect', async () => {
    const { token, email } = await newMember();
    await control('POST', '/control/stripe/webhooks', { mode: 'hold' });
    const { body } = await call(createCheckoutSession, { token, body: { email } });
    await control('POST', `/control/stripe/pay/${sessionOf(body.url)}`, {});
    const release = control('POST', '/control/stripe/webhooks', { mode: 'release' });
    await end('billing');
    await release;
    await until(
      'all events are taken',
      async () => (await control<{ waiting: unknown[] }>('GET', '/control/stripe/webhooks')).waiting.length === 0,
      BACK_WITHIN_MS,
    );
    await eventually(
      async () => expect((await call(billingStatus, { token })).body).toMatchObject({ subscriptionStatus: 'active' }),
      BACK_WITHIN_MS,
    );
    const customers = await control<Array<{ email: string; subscriptions: unknown[] }>>(
      'GET',
      '/control/stripe/customers',
    );
    expect(customers.filter((customer) => customer.email === email)).toMatchObject([
      { subscriptions: [{ status: 'active' }] },
    ]);
    await untilWell();
  });

  it.each(['before', 'after'])(
    'connectors asked for a new token goes on or asks to connect again, killed %s Spotify made one',
    async (when) => {
      const { token } = await newMember();
      const listener = `refreshed-${when}`;
      const id = listener.replace('-', '').padEnd(22, '0');
      const playlists = [{ id, name: 'Mine', trackIds: [] }];
      await putListener('spotify', listener, { displayName: 'Refreshed', country: 'de', playlists });
      await connect('spotify', listener, token);
      const read = () => call(getPlaylist, { token, params: { platform: 'spotify', id } });
      expect((await read()).status).toBe(200);
      await control('PUT', '/control/clock', AFTER_AN_HOUR);
      const fault = when === 'after' ? { status: 500, applied: true } : {};
      await control('POST', '/control/faults', {
        ...{ platform: 'spotify', method: 'POST', path: '/api/token', delayMs: 2_000, times: 1 },
        ...fault,
      });
      const reading = statusOf(read());
      await troubleMet({ platform: 'spotify' });
      await end('connectors');
      await reading;
      const status = await settled(read);
      expect([200, 400]).toContain(status);
      if (status === 400) await connect('spotify', listener, token);
      expect(await settled(read)).toBe(200);
    },
  );
});

/** The token in the newest mail to this address. @throws Error while there is none. */
async function linkTo(email: string): Promise<string> {
  const mails = await control<Array<{ to: string; text: string }>>('GET', '/control/mail');
  const link = mails
    .filter(({ to }) => to.includes(email))
    .at(-1)
    ?.text.match(/\/reset-password\/(\S+)/)?.[1];
  if (!link) throw new Error(`There is no mail to ${email}.`);
  return link;
}

const sessionOf = (url: string): string => /cs_test_[A-Za-z0-9]+/.exec(url)?.[0] ?? '';
