import { TestTokens } from '@segue/testing';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type FindSigningKey, remoteSigningKeys } from './signing-keys.js';

const tokens = new TestTokens();
let answer: { status: number; body: string };
let asked: number;
let server: Server;
let find: FindSigningKey;

beforeEach(async () => {
  answer = { status: 200, body: JSON.stringify(tokens.jwks()) };
  asked = 0;
  server = createServer((_, response) => {
    asked += 1;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  find = remoteSigningKeys(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await new Promise((resolve) => server.close(resolve));
});

describe("auth's public keys", () => {
  it('are read once for many tokens', async () => {
    for (let i = 0; i < 5; i += 1) await find(await tokens.access(randomUUID()));
    expect(asked).toBe(1);
  });

  it('are read again after ten minutes: a key shown before that signs without anybody noticing', async () => {
    const next = { keys: generateKeyPairSync('ec', { namedCurve: 'P-256' }), kid: 'next-key' };
    const ofNext = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: next.kid }).sign(next.keys.privateKey);
    await find(await tokens.access(randomUUID()));
    const shown = { ...next.keys.publicKey.export({ format: 'jwk' }), kid: next.kid, alg: 'ES256', use: 'sig' };
    answer.body = JSON.stringify({ keys: [...tokens.jwks().keys, shown] });
    // A replica that shows it may be asked, or one that does not yet: then nobody asks again for half a minute.
    await expect(find(ofNext)).rejects.toMatchObject({ code: 'unauthenticated' });

    const laterMs = Date.now() + 10 * 60 * 1000 + 1;
    jest.spyOn(Date, 'now').mockReturnValue(laterMs);
    await find(await tokens.access(randomUUID()));
    answer = { status: 503, body: '{}' };
    expect((await find(ofNext)).equals(next.keys.publicKey)).toBe(true);
    expect(asked).toBe(2);
  });

  it.each([
    ['names a key auth does not have', () => tokens.access(randomUUID(), {}, { kid: '../../dev/null' })],
    ['names no key', () => tokens.access(randomUUID(), {}, { kid: undefined as never })],
    ['is no token', async () => 'garbage'],
    ['has a header that is no JSON', async () => 'x.y.z'],
  ])('refuse a token that %s', async (_, token) => {
    await expect(find(await token())).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('never follow an address inside the token [S30]', async () => {
    const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}/elsewhere`;
    const paths: string[] = [];
    server.on('request', ({ url }) => paths.push(url ?? ''));
    const token = await tokens.access(randomUUID(), {}, { kid: 'other', jku: elsewhere, x5u: elsewhere });
    await expect(find(token)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(new Set(paths)).toEqual(new Set(['/internal/auth/jwks']));
  });

  it.each([
    ['is away', () => new Promise<void>((resolve) => server.close(() => resolve()))],
    ['is starting', async () => void (answer = { status: 503, body: '{}' })],
    ['answers nonsense', async () => void (answer = { status: 200, body: '<html>' })],
  ])("are our trouble, not the member's, while auth %s", async (_, breakAuth) => {
    await breakAuth();
    await expect(find(await tokens.access(randomUUID()))).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
