import type { EventEnvelope } from '@segue/contracts';
import { until } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { Listeners } from '../listeners.js';
import { ConnectorsStage } from '../testing/connectors-stage.js';
import { consentFlow } from '../testing/consent-flow.js';
import { answerOf } from '../testing/fake-http.js';
import { fakeSongs } from '../testing/fake-songs.js';
import { type TestService } from '../testing/test-service.js';
import { Connection } from './connection.entity.js';

const SONGS = fakeSongs(120);
const s = ConnectorsStage.forFile();
const { connected } = consentFlow(s);

async function disconnect(userId: string): Promise<void> {
  for (const platform of ['spotify', 'apple']) await s.call(userId, 'POST', `/api/${platform}/disconnect`);
}
async function deleteAccount(userId: string): Promise<void> {
  const occurredAt = new Date().toISOString();
  const event = { id: randomUUID(), name: 'user.deleted', occurredAt, requestId: null, payload: { userId } };
  await s.app.get(Listeners).forgetMember(event as EventEnvelope<'user.deleted'>);
}
const WAYS = [
  ['disconnects', disconnect],
  ['deletes the account', deleteAccount],
] as const;

/** Lets the next calls to a platform hang until `go`. */
function hold(host: TestService['spotify' | 'apple'], fault: object): () => void {
  let go: () => void = () => undefined;
  host.faults.push({ ...fault, until: new Promise<void>((resolve) => (go = resolve)), times: 99 });
  return go;
}

describe('a member in the middle of a job', () => {
  it.each(WAYS)('who %s has nothing written any more, and what is there is told', async (_, leave) => {
    const userId = await connected();
    s.spotify.playlists.set('p', { name: 'P', owner: 'mia', entries: [] });
    const go = hold(s.spotify, { method: 'POST', path: /items$/, applied: true, answer: answerOf(201, {}) });
    const asked = s.internal(userId, 'POST', '/internal/connectors/spotify/playlists/p/append', {
      recordingIds: SONGS.map(({ id }) => id),
      oldTotal: 0,
    });
    await until('the first hundred are under way', async () => s.spotify.count('POST', /items$/) === 1);
    await leave(userId);
    const calls = s.spotify.seen.length;
    go();
    expect((await asked).body).toEqual({
      landed: [...Array<string>(100).fill('yes'), ...Array<string>(20).fill('no')],
      problem: { code: 'platform_reconnect_required', retryAfterSeconds: null },
    });
    expect(s.spotify.seen).toHaveLength(calls);
    expect(s.spotify.playlists.get('p')?.entries).toHaveLength(100);
    expect(await s.database.getRepository(Connection).countBy({ userId })).toBe(0);
  });

  it.each(WAYS)('who %s is asked for no more, however long the line of questions is', async (_, leave) => {
    const userId = await connected();
    await s.onApple(userId);
    const isrcs = SONGS.map(({ isrc }) => isrc);
    const hosts = [
      [s.spotify, /search$/, 'spotify'],
      [s.apple, /songs$/, 'apple'],
    ] as const;
    const releases = hosts.map(([host, path]) => hold(host, { path, answer: answerOf(200, { data: [] }) }));
    const asked = hosts.map(([, , platform]) =>
      s.internal(userId, 'POST', `/internal/connectors/${platform}/find-by-isrc`, { isrcs }),
    );
    // As many as one member may have under way.
    for (const [host, path] of hosts) await until('all seats are taken', async () => host.count('GET', path) === 4);
    await leave(userId);
    for (const go of releases) go();
    for (const { status, body } of await Promise.all(asked)) {
      expect([status, Object(body).code]).toEqual([400, 'platform_reconnect_required']);
    }
    for (const [host, path] of hosts) expect(host.count('GET', path)).toBe(4);
  });
});
