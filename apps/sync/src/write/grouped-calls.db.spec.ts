import { addTrack, appendTracks, claimAllowance, RequestedTrack } from '@segue/contracts';
import { AppError } from '@segue/service';
import { createTestDatabase, eventually, TestClock, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { aPlaylist, asked, aSong } from '../testing/builders.js';
import { contactLost } from '../testing/fake-services.js';
import { Ledger, type OpenOperation } from '../ledger/ledger.js';
import { type Answer, startSync, type Sync } from '../testing/start-sync.js';
import { GroupedCalls } from './grouped-calls.js';

const tokens = new TestTokens();
let replicas: Sync[];
let userId: string;

beforeAll(async () => {
  const url = (await createTestDatabase()).urlOf('sync');
  const clock = new TestClock();
  const first = await startSync(url, clock, tokens.findSigningKey);
  replicas = [first, await startSync(url, clock, tokens.findSigningKey, first.services)];
});
afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));
beforeEach(() => {
  userId = randomUUID();
  const { catalogue, playlists, calls } = services();
  catalogue.splice(0, Infinity, ...SONGS.map((number) => aSong(number)));
  playlists.splice(0, Infinity, { playlist: aPlaylist(), tracks: [] });
  calls.length = 0;
});

const SONGS = [1, 2, 3, 4, 5, 6];
const services = () => (replicas[0] as Sync).services;
const songs = () => services().songsOf('p.target');
const inOrder = SONGS.map((number) => `song-${number}`);

/** Every second call of the group reaches the other replica. */
const startGroup = (): Array<Promise<Answer>> => SONGS.map((number) => add(number, replicas[number % 2] as Sync));
const addGroup = (): Promise<Answer[]> => Promise.all(startGroup());

async function add(number: number, replica: Sync, playlistId = 'p.target'): Promise<Answer> {
  const headers = { ...(await tokens.bearer(userId)), 'idempotency-key': `${playlistId}-${number}` };
  const group = { id: 'a group', size: SONGS.length };
  const body = { platform: 'apple', playlistId, track: asked(number, { position: number }), group };
  return replica.ask(addTrack, headers, body);
}

const query = (sql: string): Promise<unknown[]> => (replicas[0] as Sync).database.query(sql, [userId]);
const OPERATIONS = 'SELECT id FROM operations WHERE user_id = $1';
const CALLS = 'SELECT operation_id FROM grouped_calls WHERE user_id = $1';
const added = (answers: readonly Answer[]) => answers.map(({ status, body }) => [status, (body.added as []).length]);
const EACH_ADDED = SONGS.map(() => [200, 1]);

describe('calls of one group that reach different replicas', () => {
  it('go out as one write, in order, and each is answered by the replica it reached', async () => {
    expect(added(await addGroup())).toEqual(EACH_ADDED);
    expect(services().count(appendTracks)).toBe(1);
    expect(songs()).toEqual(inOrder);
    expect(await query(CALLS)).toEqual([]);
  });

  it('are waited for until all have come, and no longer than until another replica takes those that have', async () => {
    const user = { _id: userId };
    const request = { kind: 'add', platform: 'apple', playlistId: 'p.target', playlistName: '', key: null } as const;
    const [here, there] = replicas.map(({ app }) => app.get(GroupedCalls)) as [GroupedCalls, GroupedCalls];
    const noted = async (grouped: GroupedCalls, number: number) => {
      const ledger = (replicas[0] as Sync).app.get(Ledger);
      const { operation } = (await ledger.open(user, { ...request, body: number })) as OpenOperation;
      await grouped.note(user, 'a group', { operation, track: RequestedTrack.parse(asked(number)) });
      return operation;
    };
    const first = await noted(here, 1);
    expect(await here.isGathered(user, { id: 'a group', size: 2 }, [first])).toBe(false);
    await noted(there, 2);
    expect(await here.isGathered(user, { id: 'a group', size: 2 }, [first])).toBe(true);
    expect(await here.isGathered(user, { id: 'a group', size: 3 }, [first])).toBe(false);
    expect(await there.claim(user, ['a group'])).toHaveLength(2);
    expect(await here.isGathered(user, { id: 'a group', size: 3 }, [first])).toBe(true);
  });

  it('stay with their playlist when another one is given a group of the same name', async () => {
    const [one, other] = replicas as [Sync, Sync];
    services().playlists.push({ playlist: aPlaylist({ id: 'p.other' }), tracks: [] });
    services().once(claimAllowance, () => ({ granted: true, fresh: false, availableAt: null }));
    services().once(claimAllowance, () => ({ granted: true, fresh: false, availableAt: null }));
    expect(added(await Promise.all([add(1, one), add(2, other, 'p.other')]))).toEqual([
      [200, 1],
      [200, 1],
    ]);
    expect([songs(), services().songsOf('p.other')]).toEqual([['song-1'], ['song-2']]);
  });

  it('are all told why the platform refused, and may be made again under their keys', async () => {
    services().failOnce(appendTracks, new AppError('platform_busy', {}, { retryAfterSeconds: 7 }));
    for (const { status, body } of await addGroup()) {
      expect([status, body.code, body.retryAfterSeconds]).toEqual([503, 'platform_busy', 7]);
    }
    expect([songs(), await query(OPERATIONS)]).toEqual([[], []]);
    expect(added(await addGroup())).toEqual(EACH_ADDED);
    expect(songs()).toEqual(inOrder);
  });

  it('of which something may have been written stay open, and a repeat writes none of them twice', async () => {
    services().once(appendTracks, async (usual) => {
      await usual();
      throw contactLost();
    });
    const answers = await addGroup();
    expect(answers.map(({ status }) => status)).toEqual(SONGS.map(() => 503));
    expect(answers[0]?.body.message).toMatch(/look at the playlist/);
    expect(added(await addGroup())).toEqual(EACH_ADDED);
    expect(songs()).toEqual(inOrder);
  });

  it('of which nobody knows whether they were written go out as one write again, in order', async () => {
    services().once(appendTracks, async () => {
      throw contactLost();
    });
    expect((await addGroup()).map(({ status }) => status)).toEqual(SONGS.map(() => 503));
    expect(added(await addGroup())).toEqual(EACH_ADDED);
    expect(services().count(appendTracks)).toBe(2);
    expect(songs()).toEqual(inOrder);
    expect(await query(CALLS)).toEqual([]);
  });

  it('are finished by the replicas they reached when the one that wrote them dies', async () => {
    let comeBack = (): void => undefined;
    services().once(appendTracks, async (usual) => {
      const answer = await usual();
      await new Promise<void>((resolve) => (comeBack = resolve));
      return answer;
    });
    const ended: number[] = [];
    const answers = startGroup();
    for (const answer of answers) void answer.then(({ status }) => ended.push(status));
    await eventually(() => expect(songs()).toHaveLength(SONGS.length));
    await query(`UPDATE operations SET lease_expires_at = now() - interval '1 second' WHERE user_id = $1`);
    await (replicas[0] as Sync).database.query('DELETE FROM leases');
    await eventually(() => expect(ended).toEqual([200, 200, 200]));
    comeBack();
    expect(added(await Promise.all(answers))).toEqual(EACH_ADDED);
    expect(songs()).toEqual(inOrder);
  });
});
