import { SignJWT } from 'jose';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { ServiceTokens } from './service-token.js';

const SECRET = 's'.repeat(32);
const USER = randomUUID();
const billing = new ServiceTokens('billing', SECRET);
const sync = new ServiceTokens('sync', SECRET);

const signed = (claims: Record<string, unknown>, secret = SECRET) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
const nowSeconds = () => Math.floor(Date.now() / 1000);
const good = () => ({ iss: 'sync', aud: 'billing', sub: USER, iat: nowSeconds(), exp: nowSeconds() + 60 });

describe('a service token', () => {
  it('says who asks and for whom', async () => {
    expect(await billing.verify(await sync.sign('billing', USER))).toEqual({ caller: 'sync', userId: USER });
    expect(await billing.verify(await sync.sign('billing', null))).toEqual({ caller: 'sync', userId: null });
    expect(await billing.verify(await signed(good()))).toEqual({ caller: 'sync', userId: USER });
  });

  it('is taken by everybody all through a change of secrets, and by the old one never after', async () => {
    const [old, young] = ['o'.repeat(32), 'y'.repeat(32)];
    // What an operator sets, one round of restarts after the other: while one runs, two of these talk to each other.
    const rounds: [string, ...string[]][] = [[old], [old, young], [young, old], [young]];
    for (const [i, round] of rounds.entries()) {
      for (const other of [round, rounds[i + 1] ?? round]) {
        const [first, second] = [new ServiceTokens('sync', ...round), new ServiceTokens('billing', ...other)];
        expect(await second.verify(await first.sign('billing', USER))).toEqual({ caller: 'sync', userId: USER });
        expect(await first.verify(await second.sign('sync', null))).toEqual({ caller: 'billing', userId: null });
      }
    }
    const leaked = await new ServiceTokens('sync', old).sign('billing', USER);
    await expect(new ServiceTokens('billing', young).verify(leaked)).rejects.toThrow();
    const late = signed({ ...good(), exp: nowSeconds() - 1 }, old);
    await expect(new ServiceTokens('billing', young, old).verify(await late)).rejects.toThrow('exp');
  });

  it('lives a minute at most', async () => {
    const [, payload = ''] = (await sync.sign('billing', USER)).split('.');
    const { iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number; exp: number };
    expect(exp - iat).toBe(60);
  });

  it.each([
    ['expired', () => signed({ ...good(), exp: nowSeconds() - 1 })],
    ['without an end', () => signed({ ...good(), exp: undefined })],
    ['for another service', () => sync.sign('connectors', USER)],
    ['signed with another secret', () => signed(good(), 'o'.repeat(32))],
    ['from somebody unknown', () => signed({ ...good(), iss: 'mallory' })],
    ['from nobody', () => signed({ ...good(), iss: undefined })],
    ['for somebody who is no member id', () => signed({ ...good(), sub: "' OR 1=1" })],
    [
      'of another kind of key',
      () =>
        new SignJWT(good())
          .setProtectedHeader({ alg: 'ES256' })
          .sign(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    ],
    ['of no kind', async () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
    ['that is none', async () => 'not-a-token'],
  ])('%s is refused [S57]', async (_, token) => {
    await expect(billing.verify(await token())).rejects.toThrow();
  });
});
