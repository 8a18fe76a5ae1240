import { type RunningSimulator, startSimulator } from '@segue/testing';
import { type HttpClient } from '../http/http-client.js';
import { undiciHttpClient } from '../http/undici-http-client.js';
import { PlatformError } from '../platforms/platform-error.js';
import { createSpotify } from '../platforms/spotify/create-spotify.js';
import { SpotifyEnv } from '../platforms/spotify/spotify-env.js';
import { aMember, FakePauseStore } from '../testing/fake-upstream.js';
import { SystemTiming } from '../timing.js';
import { Breaker } from './breaker.js';
import { InProcessBudget } from './budget.js';
import { Governor } from './governor.js';

const MEMBERS = 50;
const CALLS_EACH = 5;
/** Of the giant's job, which has 10,000 to ask. */
const ASKED_AT_ONCE = 100;
/** What Spotify takes of the whole app here; our own rate begins far above it. */
const LIMIT = { requests: 60, windowSeconds: 2 };
const RATE = { callsPerSecond: 200, burst: 100 };

let simulator: RunningSimulator;
beforeAll(async () => void (simulator = await startSimulator()));
afterAll(() => simulator.stop());

/** Notes when each call of the Web API left and when the platform asked everybody to stop. */
class Watch {
  readonly sentAtMs: number[] = [];
  readonly cooldowns: { fromMs: number; toMs: number }[] = [];
  private readonly send = undiciHttpClient();

  readonly http: HttpClient = async (request) => {
    if (!request.url.includes('/spotify/api/')) return this.send(request);
    this.sentAtMs.push(performance.now());
    const answer = await this.send(request);
    const fromMs = performance.now();
    const seconds = Number(answer.header('retry-after') ?? 0);
    if (answer.status === 429) this.cooldowns.push({ fromMs, toMs: fromMs + seconds * 1000 });
    return answer;
  };

  /** Calls that left while the platform had asked for quiet, which the answer in hand had told. */
  get duringCooldown(): number {
    // An answer is told to the others with the next turn of the loop.
    const told = this.cooldowns.map(({ fromMs, toMs }) => ({ fromMs: fromMs + 5, toMs: toMs - 5 }));
    return this.sentAtMs.filter((at) => told.some(({ fromMs, toMs }) => at > fromMs && at < toMs)).length;
  }
}

async function aSpotify(watch: Watch) {
  const timing = new SystemTiming();
  const governor = new Governor({
    platform: 'spotify',
    limits: { concurrency: 8, concurrencyPerMember: 4 },
    budget: new InProcessBudget(RATE, new FakePauseStore(), timing, Math.random),
    breaker: new Breaker(timing),
    timing,
    random: Math.random,
    observe: () => undefined,
  });
  const platform = createSpotify(
    SpotifyEnv.parse({
      SPOTIFY_CLIENT_ID: simulator.spotifyClient.clientId,
      SPOTIFY_CLIENT_SECRET: simulator.spotifyClient.clientSecret,
      SPOTIFY_ACCOUNTS_URL: `${simulator.baseUrl}/spotify/accounts`,
      SPOTIFY_API_URL: `${simulator.baseUrl}/spotify/api/v1`,
    }),
    simulator.appUrl,
    { http: watch.http, governor, timing, random: Math.random, warn: () => undefined },
  );
  const playlists = [{ id: 'CrowdPlaylist000000000', name: 'Crowd', trackIds: [] }];
  await simulator.control('PUT', '/listeners/spotify/crowd', { displayName: 'Crowd', country: 'de', playlists });
  const verifier = 'v'.repeat(43);
  const url = platform.consent.authorizeUrl({ state: 's', verifier });
  const consent = await fetch(`${url}&listener=crowd&decision=allow`, { redirect: 'manual' });
  const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const { accessToken } = await platform.consent.exchangeCode({ code, verifier });
  const accessOf = (userId: string, priority: 'interactive' | 'job') =>
    aMember({ userId, priority, token: async () => accessToken });
  return { platform, accessOf };
}

/** How a member's question ended: with an answer, or with the seconds to wait. */
type End = { tookMs: number; retryAfterSeconds: number | null };
async function endOf(ask: () => Promise<unknown>): Promise<End> {
  const startedMs = performance.now();
  try {
    await ask();
    return { tookMs: performance.now() - startedMs, retryAfterSeconds: null };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'busy') throw error;
    return { tookMs: performance.now() - startedMs, retryAfterSeconds: error.facts.retryAfterSeconds ?? Number.NaN };
  }
}

it('fifty members under a limit of the whole app: none waits behind a giant, none without an end, none in a cooldown', async () => {
  const watch = new Watch();
  const { platform, accessOf } = await aSpotify(watch);
  await simulator.control('PUT', '/limit/spotify', LIMIT);

  let isOver = false;
  let giantsCalls = 0;
  const giant = (async () => {
    while (!isOver) {
      const asked = Array.from({ length: ASKED_AT_ONCE }, async () => {
        await endOf(() => platform.trackCount(accessOf('giant', 'job'), 'CrowdPlaylist000000000'));
        giantsCalls += 1;
      });
      await Promise.all(asked);
    }
  })();
  const small = Array.from({ length: MEMBERS }, async (_, number): Promise<End[]> => {
    const ends: End[] = [];
    // Half of them look at something, half work at a job of their own beside the giant's.
    const access = accessOf(`member-${number}`, number % 2 === 0 ? 'interactive' : 'job');
    for (let call = 0; call < CALLS_EACH; call += 1) {
      ends.push(await endOf(() => platform.trackCount(access, 'CrowdPlaylist000000000')));
    }
    return ends;
  });
  const ends = (await Promise.all(small)).flat();
  const giantsShare = giantsCalls / (giantsCalls + ends.length);
  isOver = true;
  await simulator.control('PUT', '/limit/spotify', { requests: null });
  await giant;

  expect(watch.cooldowns.length).toBeGreaterThan(0);
  expect(watch.duringCooldown).toBe(0);
  expect(giantsShare).toBeLessThan(1 / 3);
  expect(Math.max(...ends.map(({ tookMs }) => tookMs))).toBeLessThan(15_000);
  for (const { retryAfterSeconds } of ends)
    if (retryAfterSeconds !== null) expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(ends.filter(({ retryAfterSeconds }) => retryAfterSeconds === null).length).toBeGreaterThan(ends.length / 2);
}, 60_000);
