import {
  addTrack,
  backendLogs,
  billingStatus,
  changePassword,
  contact,
  createCheckoutSession,
  customerPortal,
  deleteProfile,
  type Endpoint,
  exportAccount,
  exportActivity,
  exportBilling,
  exportChanges,
  exportConnections,
  listPlaylists,
  listUsers,
  login,
  overview,
  platformGates,
  platformProfile,
  platformStatus,
  profile,
  register,
  requestPasswordReset,
  resetPassword,
  serviceStatuses,
  stripeWebhook,
  updateProfile,
  DATABASE_PORT_OFFSET,
} from '@segue/contracts';
import { eventually } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Answer, call, connect, request } from './support/api.js';
import { demoToken } from './support/screens.js';
import { control, putListener } from './support/simulator.js';
import { appUrl, dataDir } from './support/system.js';

const ID = randomUUID().slice(0, 8);
const NAME = `Canary Person ${ID}`;
const EMAIL = `canary-${ID}@canaries.test`;
const PASSWORDS = [`canary password ${ID} one`, `canary password ${ID} two`, `canary password ${ID} three`];
const TYPED = [`canary-code-${ID}`, `canary-state-${ID}`, `canary-signature-${ID}`, `canary message ${ID}`];

/** Everything the API answered, with what was asked. */
const answers: string[] = [];
/** Tokens of sessions: they are the answer of some calls, and no business of any other. */
const sessions: string[] = [];
const HANDS_OUT_SESSIONS: readonly Endpoint[] = [login, changePassword, updateProfile];

async function ask(endpoint: Endpoint, options: Parameters<typeof call>[1] = {}): Promise<Answer> {
  const answer = await call(endpoint, options);
  const { token, ...rest } = Object(answer.body) as { token?: string };
  const isSession = HANDS_OUT_SESSIONS.includes(endpoint) && token !== undefined;
  if (isSession) sessions.push(token);
  const headers = JSON.stringify([...answer.headers]);
  answers.push(`${endpoint.path} ${headers} ${JSON.stringify(isSession ? rest : answer.body)}`);
  return answer;
}

const logs = (): string[] =>
  readdirSync(join(dataDir(), 'logs'))
    // The simulator is no part of the product, and the platforms know their own tokens.
    .filter((file) => file.endsWith('.log') && !file.startsWith('simulator'))
    .flatMap((file) =>
      readFileSync(join(dataDir(), 'logs', file), 'utf8')
        .split('\n')
        .map((line) => `${file}: ${line}`),
    );

/** Every row of every table, as text. */
async function dump(): Promise<string[]> {
  const { databasePassword } = readSecrets();
  const port = Number(new URL(appUrl()).port) + DATABASE_PORT_OFFSET;
  const embedded = `postgres://segue:${databasePassword}@127.0.0.1:${port}/segue`;
  const address = new URL(process.env.SEGUE_E2E_DATABASE_URL ?? embedded);
  address.pathname = '/segue';
  const database = new pg.Client(address.href);
  await database.connect();
  try {
    const { rows: tables } = await database.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const rows: string[] = [];
    for (const { name } of tables) {
      const { rows: found } = await database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      rows.push(...found.map(({ row }) => `${name}: ${row}`));
    }
    return rows;
  } finally {
    await database.end();
  }
}

const readSecrets = () => JSON.parse(readFileSync(join(dataDir(), 'secrets.json'), 'utf8')) as Record<string, string>;

/** Keys and passwords of the installation, each by its name; of key pairs and lists the private parts. */
function installationSecrets(): Record<string, string> {
  const secrets = readSecrets();
  const [signing] = JSON.parse(secrets.signingKeys ?? '') as [{ d: string }];
  const named = Object.fromEntries(
    ['databasePassword', 'serviceSecret', 'spotifyClientSecret', 'stripeSecretKey', 'stripeWebhookSecret'].map(
      (name) => [name, secrets[name] ?? ''],
    ),
  );
  return {
    ...named,
    signingKey: signing.d,
    encryptionKey: (secrets.tokenEncryptionKeys ?? '').split(':')[1] ?? '',
    appleKey: (secrets.applePrivateKey ?? '').split('\n')[1] ?? '',
  };
}

/** What Spotify handed out, as the simulator remembers it. */
const spotifyTokens = (): string[] => {
  const state = readFileSync(join(dataDir(), 'simulator', 'simulator-state.json'), 'utf8');
  return [...state.matchAll(/"((?:AQ|BQ)[\w-]{60,})"/g)].map(([, token = '']) => token);
};

const mails = () => control<Array<{ to: string; text: string }>>('GET', '/control/mail');
async function resetToken(): Promise<string> {
  return eventually(async () => {
    const link = (await mails())
      .filter(({ to }) => to.includes(EMAIL))
      .map(({ text }) => /\/reset-password\/([\w-]+)/.exec(text)?.[1])
      .find(Boolean);
    expect(link).toBeDefined();
    return link ?? '';
  });
}

let canaries: Record<string, string>;
let token: string;
let userId: string;

/** A member's whole life but its end, with every secret there is on its way. */
beforeAll(async () => {
  const [first = '', second = '', third = ''] = PASSWORDS;
  const signIn = async (password: string) => (await ask(login, { body: { email: EMAIL, password } })).body.token;
  await ask(register, { body: { name: NAME, email: EMAIL, password: first } });
  await ask(register, { body: { name: NAME, email: EMAIL, password: first } });
  await signIn(`${first} wrong`);
  token = await signIn(first);
  userId = (await ask(profile, { token })).body._id;
  await ask(profile, { token: `${token}x` });
  token = (await ask(changePassword, { token, body: { currentPassword: first, newPassword: second } })).body.token;
  await ask(changePassword, { token, body: { currentPassword: first, newPassword: 'short' } });
  await ask(requestPasswordReset, { body: { email: EMAIL } });
  const reset = await resetToken();
  await request('GET', `/reset-password/${reset}`, {
    headers: { cookie: `cookieConsentDetails=${encodeURIComponent('{"analytics":true,"marketing":false}')}` },
  });
  await ask(resetPassword, { params: { token: reset }, body: { newPassword: third } });
  await ask(resetPassword, { params: { token: reset }, body: { newPassword: third } });
  token = await signIn(third);

  const playlists = [{ id: `Canary${ID}00000000`, name: 'Canary', trackIds: [] }];
  for (const platform of ['spotify', 'apple'] as const) {
    const ids = platform === 'apple' ? [{ ...playlists[0], id: `p.canary${ID}` }] : playlists;
    await putListener(platform, `canary-${ID}`, { displayName: 'Canary', country: 'de', playlists: ids });
  }
  await connect('spotify', `canary-${ID}`, token);
  const { userToken } = await control<{ userToken: string }>(
    'POST',
    `/control/listeners/apple/canary-${ID}/user-token`,
  );
  await request('POST', '/api/apple/connect', { token, body: { userToken } });
  const odd = `/api/spotify/callback?code=${TYPED[0]}&state=${TYPED[1]}`;
  answers.push(JSON.stringify((await request('GET', odd)).body));
  for (const platform of ['spotify', 'apple']) {
    for (const endpoint of [platformStatus, platformProfile, listPlaylists]) {
      await ask(endpoint, { token, params: { platform } });
    }
  }
  const track = { isrc: 'USUR10200370', name: 'Dilemma', artist: 'Nelly', album: '' };
  await ask(addTrack, { token, body: { platform: 'spotify', playlistId: `Canary${ID}00000000`, track } });
  await ask(createCheckoutSession, { token, body: {} });
  await ask(customerPortal, { token });
  await ask(billingStatus, { token });
  await ask(stripeWebhook, { body: { id: 'evt_canary' }, headers: { 'stripe-signature': TYPED[2] ?? '' } });
  await ask(contact, { body: { name: 'Somebody', email: `other-${ID}@canaries.test`, message: TYPED[3] } });
  for (const endpoint of [exportAccount, exportActivity, exportBilling, exportChanges, exportConnections])
    await ask(endpoint, { token });
  const admin = await demoToken('admin');
  for (const endpoint of [listUsers, overview, serviceStatuses, platformGates, backendLogs]) {
    await ask(endpoint, { token: admin });
  }
  await eventually(() => expect(spotifyTokens().length).toBeGreaterThan(1));

  const named = [...PASSWORDS.entries()].map(([n, password]) => [`password ${n + 1}`, password]);
  const sessionCanaries = sessions.map((session, n) => [`session ${n + 1}`, session.split('.')[2] ?? '']);
  const upstream = spotifyTokens().map((value, n) => [`spotify token ${n + 1}`, value]);
  canaries = {
    ...Object.fromEntries([...named, ...sessionCanaries, ...upstream]),
    resetToken: reset,
    userToken,
    ...installationSecrets(),
  };
});

/** The lines that hold what they must not, by the name of what they hold. */
const findings = (lines: readonly string[], wanted: Record<string, string>): string[] =>
  lines.flatMap((line) =>
    Object.entries(wanted)
      .filter(([, canary]) => line.includes(canary) || line.includes(encodeURIComponent(canary)))
      .map(([name]) => `${name} in ${line.slice(0, 200)}`),
  );

it('every canary is long enough to be found, and the places to look at are not empty', async () => {
  expect(Object.keys(canaries).length).toBeGreaterThan(15);
  for (const [name, canary] of Object.entries(canaries)) expect([name, canary.length > 20]).toEqual([name, true]);
  expect(logs().length).toBeGreaterThan(20);
  expect(answers.length).toBeGreaterThan(25);
  expect(findings(await dump(), { email: EMAIL, id: userId })).not.toEqual([]);
});

it('no secret stands in a log, nor an address or a message of a person [S156, S127, S18]', () => {
  const typed = Object.fromEntries(TYPED.map((text) => [text, text]));
  expect(findings(logs(), { ...canaries, ...typed, email: EMAIL, name: NAME })).toEqual([]);
});

it('no secret stands in the database in the clear [S156, S88, S18]', async () => {
  expect(findings(await dump(), canaries)).toEqual([]);
});

it('no secret stands in an answer of the API, nor an id of the payment provider [S156, S49, S92]', () => {
  expect(findings(answers, canaries)).toEqual([]);
  // The export is the one answer that says what the payment provider calls the member.
  const others = answers.filter((answer) => !answer.startsWith(exportBilling.path));
  expect(others.filter((answer) => /\bcus_\w{8}|\bsk_(?:test|live)_|\$argon2id\$/.test(answer))).toEqual([]);
});

/**
 * What tells that there was somebody, by id and dates alone: facts that come late must not bring a member back, and
 * sessions stay known as ended until their tokens run out.
 */
const TOMBSTONES = /^id in (?:admin\.members|auth\.sessions|connectors\.member_addresses): /;

it('nothing of a person is left when the account is deleted, but that there was one [S161]', async () => {
  expect((await call(deleteProfile, { token })).status).toBe(200);
  await eventually(async () => {
    const left = findings(await dump(), { email: EMAIL, name: NAME, id: userId });
    expect(left.filter((found) => !TOMBSTONES.test(found))).toEqual([]);
  }, 30_000);
  expect(findings(await dump(), { email: EMAIL, name: NAME })).toEqual([]);
});
