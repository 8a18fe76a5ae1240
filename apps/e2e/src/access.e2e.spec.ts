import {
  addTrack,
  type Endpoint,
  listUsers,
  pathOf,
  portOffsetOf,
  ROUTES,
  SERVICES,
  type ServiceName,
} from '@segue/contracts';
import { ServiceTokens } from '@segue/service';
import { type SystemClient, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, call, connect, newMember, PASSWORD } from './support/api.js';
import { type Belongings, type Example, EXAMPLES, internalParams, namesBelongings } from './support/examples.js';
import { demoToken } from './support/screens.js';
import { libraryOf, putListener } from './support/simulator.js';
import { appUrl, client, dataDir } from './support/system.js';

type Route = readonly [name: string, endpoint: Endpoint];
const routes = Object.entries(ROUTES);
const outside = routes.filter(([, { path }]) => path.startsWith('/api/'));
const inside = routes.filter(([, { path }]) => path.startsWith('/internal/'));
/** What a caller is told who is not let in at all, rather than refused for what they ask. */
const KEPT_OUT = ['unauthenticated', 'forbidden'];

interface Member extends Belongings {
  token: string;
  listener: string;
}
let mia: Member;
let ben: Member;
let admin: string;
let services: ServiceTokens;

/** A member with both platforms, a playlist on each, and an operation. */
async function aMemberWithAll(): Promise<Member> {
  const { token, email } = await newMember();
  const listener = `access-${randomUUID().slice(0, 8)}`;
  const spotifyPlaylist = randomUUID().replaceAll('-', '').slice(0, 22);
  const applePlaylist = `p.${randomUUID().slice(0, 12)}`;
  const library = (id: string) => ({
    displayName: 'Robin',
    country: 'de',
    playlists: [{ id, name: `Secret of ${listener}`, trackIds: [] }],
  });
  await putListener('spotify', listener, { ...library(spotifyPlaylist), liked: [] });
  await putListener('apple', listener, library(applePlaylist));
  await connect('spotify', listener, token);
  await connect('apple', listener, token);
  const mine = { token, listener, email, password: PASSWORD, spotifyPlaylist, applePlaylist, operation: '' };
  const { body } = await call(addTrack, { token, ...exampleOf('addTrack', mine) });
  return { ...mine, operation: body.operation };
}

beforeAll(async () => {
  [mia, ben, admin] = [await aMemberWithAll(), await aMemberWithAll(), await demoToken('admin')];
  const { serviceSecret } = JSON.parse(readFileSync(join(dataDir(), 'secrets.json'), 'utf8')) as {
    serviceSecret: string;
  };
  services = new ServiceTokens('admin', serviceSecret);
});

const exampleOf = (name: string, mine: Belongings): Example => {
  const make = EXAMPLES[name];
  if (!make) throw new Error(`${name} has no example.`);
  return make(mine);
};

/** The gateway, and the service itself beside it: whoever got so far meets the same answer. */
const doors: ReadonlyArray<readonly [string, (endpoint: Endpoint) => SystemClient]> = [
  ['through the gateway', () => client()],
  ['at the service itself', ({ owner }) => client(urlOf(owner))],
];
function urlOf(service: ServiceName): string {
  const url = new URL(appUrl());
  url.port = String(Number(url.port) + portOffsetOf(service));
  return url.origin;
}

const ask = (
  door: SystemClient,
  endpoint: Endpoint,
  { params, query = '', body }: Example,
  options: { token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> => door.request(endpoint.method, pathOf(endpoint, params) + query, { ...options, body });

/** Somebody who counts as a visitor, whatever they hold up. */
const NOBODIES: ReadonlyArray<readonly [string, () => Promise<{ token?: string; headers?: Record<string, string> }>]> =
  [
    ['a visitor', async () => ({})],
    ['a forged token', async () => ({ token: await new TestTokens().access(randomUUID(), { isAdmin: true }) })],
    ['an internal token', async () => ({ headers: { 'x-segue-service': await services.sign('sync', randomUUID()) } })],
  ];

const SOMEBODYS: Belongings = {
  spotifyPlaylist: 's1',
  applePlaylist: 'p.a1',
  operation: 'o1',
  email: '',
  password: '',
};
const harmless = outside.filter(([name]) => !EXAMPLES[name]?.(SOMEBODYS).spoils);
const ofOneMember = outside.filter(([name]) => namesBelongings(EXAMPLES[name]?.(SOMEBODYS) ?? {}, SOMEBODYS));

describe.each(doors)('who may call what %s', (_, clientOf) => {
  it('is exercised for every route of the contract [S41]', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(outside.map(([name]) => name).sort());
  });

  it.each<Route>(outside)('%s, by nobody [S41, S124]', async (name, endpoint) => {
    for (const [who, credentials] of NOBODIES) {
      const answer = await ask(clientOf(endpoint), endpoint, exampleOf(name, mia), await credentials());
      const keptOut = { status: answer.status === 401, code: answer.body?.code === 'unauthenticated' };
      const isOpen = endpoint.access === 'public';
      expect({ who, ...keptOut }).toEqual({ who, status: !isOpen, code: !isOpen });
      if (!isOpen) expect(JSON.stringify(answer.body)).not.toContain(mia.listener);
    }
  });

  it.each<Route>(outside)('%s, by a member [S41, S130]', async (name, endpoint) => {
    const { token, ...mine } = exampleOf(name, mia).spoils ? await aMemberWithAll() : mia;
    const { status, body } = await ask(clientOf(endpoint), endpoint, exampleOf(name, mine), { token });
    const isForbidden = endpoint.access === 'admin';
    expect([name, KEPT_OUT.includes(body?.code), status >= 500]).toEqual([name, isForbidden, false]);
    if (isForbidden) expect([status, Object.keys(body).includes('data')]).toEqual([403, false]);
  });

  it.each<Route>(harmless)('%s, by an administrator [S41]', async (name, endpoint) => {
    const { status, body } = await ask(clientOf(endpoint), endpoint, exampleOf(name, mia), { token: admin });
    expect([name, KEPT_OUT.includes(body?.code), status >= 500]).toEqual([name, false, false]);
  });

  it.each<Route>(ofOneMember)("%s of somebody else's things [S41, S42, S43, S45]", async (name, endpoint) => {
    const before = await Promise.all([libraryOf('spotify', mia.listener), libraryOf('apple', mia.listener)]);
    const { status, body } = await ask(clientOf(endpoint), endpoint, exampleOf(name, mia), { token: ben.token });
    expect(JSON.stringify(body)).not.toContain(mia.listener);
    // A playlist one merely names as a source, or to claim the own day for, gives nothing away.
    if (!['check', 'startSync'].includes(name)) expect([name, status >= 400 && status < 500]).toEqual([name, true]);
    const after = await Promise.all([libraryOf('spotify', mia.listener), libraryOf('apple', mia.listener)]);
    expect(after).toEqual(before);
  });
});

describe('a route of our services among themselves', () => {
  it.each<Route>(inside)(
    '%s is there for a service alone, and for the one it asks [S41, S57]',
    async (name, endpoint) => {
      const door = client(urlOf(endpoint.owner));
      const example = { params: internalParams(endpoint), ...(endpoint.method === 'POST' && { body: {} }) };
      const other = SERVICES.find((service) => service !== endpoint.owner) ?? 'auth';
      const gate = (await ask(door, endpoint, example)).status;
      if (endpoint.access === 'public') return expect([name, gate]).toEqual([name, 200]);
      const refused = [
        {},
        { token: mia.token },
        { token: admin },
        { headers: { 'x-segue-service': await services.sign(other, randomUUID()) } },
        { headers: { 'x-segue-service': await new ServiceTokens('sync', 'o'.repeat(43)).sign(endpoint.owner, null) } },
      ];
      const keptOut = endpoint.owner === 'gateway' ? 404 : 401;
      for (const credentials of refused) {
        expect([name, (await ask(door, endpoint, example, credentials)).status]).toEqual([name, keptOut]);
      }
      const headers = { 'x-segue-service': await services.sign(endpoint.owner, randomUUID()) };
      const { body } = await ask(door, endpoint, example, { headers });
      return expect([name, KEPT_OUT.includes(body?.code)]).toEqual([name, false]);
    },
  );
});

describe('a member without a connection', () => {
  const aboutPlatforms = outside.filter(
    ([name, { access, path }]) =>
      access === 'member' &&
      (path.startsWith('/api/:platform/') || path.startsWith('/api/sync/')) &&
      !/^platform(Status|Login|Connect|Disconnect)$|^receipt$|^startSync$|^export/.test(name),
  );

  it.each<Route>(aboutPlatforms)('is told so by %s [S50]', async (name, endpoint) => {
    const { token } = await newMember();
    const { status, body } = await call(endpoint, { token, ...exampleOf(name, mia) });
    expect([name, status, body.code]).toEqual([name, 400, 'platform_not_connected']);
  });
});

describe('SQL in a text', () => {
  const SQL = "' OR 1=1; DROP TABLE accounts; --";
  /** The same request with SQL in each of its texts. */
  const injected = (value: unknown): unknown => {
    if (typeof value === 'string') return SQL;
    if (Array.isArray(value)) return value.map(injected);
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, injected(inner)]))
      : value;
  };
  /** One request for each text, so that a check of another text does not hide it. */
  function* oneByOne(value: unknown): Generator<unknown> {
    if (typeof value === 'string') yield SQL;
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value))
        for (const changed of oneByOne(inner)) {
          yield Array.isArray(value)
            ? value.map((item: unknown, at) => (String(at) === key ? changed : item))
            : { ...value, [key]: changed };
        }
    }
  }

  it('is a text, wherever it stands [S15]', async () => {
    const counts = async () => (await call(listUsers, { token: admin })).body.map(({ _id }: { _id: string }) => _id);
    const before: string[] = await counts();
    const { token, ...mine } = await aMemberWithAll();
    for (const [name, endpoint] of outside) {
      const { params, body, query } = exampleOf(name, mine);
      if (exampleOf(name, mine).spoils && body === undefined) continue;
      const requests: Example[] = [
        ...[injected(body), ...oneByOne(body)].map((changed) => ({ ...(params && { params }), body: changed })),
        ...[...oneByOne(params ?? {})].map((changed) => ({ params: changed as Record<string, string>, body })),
        { ...(params && { params }), query: `${query ?? '?'}&search=${encodeURIComponent(SQL)}&days=1'`, body },
      ];
      for (const request of requests) {
        for (const who of [token, admin]) {
          const { status } = await call(endpoint, { token: who, ...request });
          expect({ name, request, isOurFault: status >= 500 }).toEqual({ name, request, isOurFault: false });
        }
      }
    }
    expect(await counts()).toEqual(expect.arrayContaining(before));
  });
});
