import { until } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { ConnectorsStage } from '../testing/connectors-stage.js';
import { answerOf } from '../testing/fake-http.js';
import { type TestService } from '../testing/test-service.js';

const s = ConnectorsStage.forFile();

const states = async (replica: TestService = s) =>
  Object((await replica.internal(randomUUID(), 'GET', '/internal/connectors/governors')).body).platforms;

async function throttled(seconds: number): Promise<string> {
  const userId = await s.onApple();
  s.apple.faults.push({ answer: answerOf(429, {}, { 'retry-after': String(seconds) }), times: 1 });
  expect((await s.call(userId, 'GET', '/api/apple/playlists')).status).toBe(503);
  return userId;
}

describe('the governors', () => {
  it('keep a pause of 23 hours over a restart, and leave the other platform alone', async () => {
    const userId = await throttled(82_800);
    const restarted = await s.startReplica();
    const answer = await restarted.call(userId, 'GET', '/api/apple/playlists');
    expect(answer).toMatchObject({ status: 503, body: { code: 'platform_busy' } });
    expect(Object(answer.body).retryAfterSeconds).toBeGreaterThan(82_700);
    expect(restarted.apple.seen).toEqual([]);
    expect(await states(restarted)).toMatchObject([
      { platform: 'spotify', state: 'open', until: null },
      { platform: 'apple', state: 'cooldown', until: expect.any(String) },
    ]);
    restarted.timing.advance(82_800_000);
    expect((await restarted.call(userId, 'GET', '/api/apple/playlists')).status).toBe(200);
    expect(await restarted.database.query('SELECT 1 FROM platform_pauses')).toEqual([]);
  });

  it('let one platform answer at once while every call to the other hangs', async () => {
    const userId = await s.onApple();
    const others = Array.from({ length: 10 }, () => s.onSpotify());
    let end: () => void = () => undefined;
    s.spotify.faults.push({ until: new Promise<void>((resolve) => (end = resolve)), times: 99 });
    const hanging = (await Promise.all(others)).map((other) => s.call(other, 'GET', '/api/spotify/me'));
    await until('Spotify is asked', async () => s.spotify.seen.length === 8);
    expect((await s.call(userId, 'GET', '/api/apple/playlists')).status).toBe(200);
    expect(await states()).toMatchObject([{ running: 8, waiting: { interactive: 2 } }, { running: 0 }]);
    end();
    for (const { status } of await Promise.all(hanging)) expect(status).toBe(503);
  });

  it('show what they do in the metrics', async () => {
    await throttled(3600);
    const metrics = (await s.app.inject({ url: '/metrics' })).body;
    expect(metrics).toMatch(
      /platform_calls_total\{platform="apple",endpoint="GET \/me\/library\/playlists",outcome="throttled"\} \d+/,
    );
    expect(metrics).toContain('platform_calls_per_second{platform="apple"} 25');
    expect(metrics).toMatch(/platform_pause_seconds\{platform="apple"\} 3[56]\d\d/);
    expect(metrics).toContain('platform_breaker_open{platform="spotify"} 0');
    expect(metrics).toContain('platform_calls_waiting{platform="spotify",class="job"} 0');
  });
});
