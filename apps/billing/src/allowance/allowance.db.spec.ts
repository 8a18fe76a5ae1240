import {
  claimAllowance,
  type EventEnvelope,
  type PlatformId,
  releaseAllowance,
  settleAllowance,
} from '@segue/contracts';
import { createTestDatabase, TestClock, TestTokens } from '@segue/testing';
import { randomUUID } from 'node:crypto';
import { Listeners } from '../listeners.js';
import { type Billing, startBilling } from '../testing/start-billing.js';

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
const clock = new TestClock();
const tokens = new TestTokens();
let billing: Billing;

beforeAll(async () => {
  billing = await startBilling((await createTestDatabase()).urlOf('billing'), clock, tokens.findSigningKey);
});
afterAll(() => billing.stop());

const to = (playlistId: string, platform: PlatformId = 'apple') => ({ platform, playlistId });
const claim = (
  user: string,
  playlistId: string,
  platform: PlatformId = 'apple',
  playlistName = `Name of ${playlistId}`,
) => billing.ask(claimAllowance, user, { ...to(playlistId, platform), playlistName });
const reserve = (user: string, playlistId: string) =>
  billing.ask(claimAllowance, user, { ...to(playlistId), playlistName: playlistId, reserveOnly: true });
const release = (user: string, playlistId: string) => billing.ask(releaseAllowance, user, to(playlistId));
const slotOf = async (user: string) =>
  (await billing.database.query('SELECT * FROM allowance_slots WHERE user_id = $1', [user]))[0];

describe('claim', () => {
  it('lets 50 parallel claims for 50 playlists through exactly once, for 20 members [S112]', async () => {
    const members = Array.from({ length: 20 }, () => randomUUID());
    for (const user of members) {
      const playlists = Array.from({ length: 50 }, (_, index) => `p.${index}`);
      const answers = await Promise.all(playlists.map((id) => claim(user, id)));
      const granted = playlists.filter((_, index) => answers[index]?.granted);
      expect(granted).toHaveLength(1);
      expect(await slotOf(user)).toMatchObject({ playlist_id: granted[0] });
    }
  });

  it('lets one of many through when the day before has just ended, too', async () => {
    const user = randomUUID();
    await claim(user, 'p.yesterday');
    clock.advance(DAY_MS);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => claim(user, `p.${index}`)));
    expect(answers.filter(({ granted }) => granted)).toHaveLength(1);
  });

  it('lets a free member update the same playlist again within 24 hours [S113]', async () => {
    const user = randomUUID();
    expect(await claim(user, 'p.1')).toMatchObject({ granted: true, fresh: true });
    for (let time = 0; time < 20; time += 1) {
      clock.advance(SECOND_MS);
      expect(await claim(user, 'p.1')).toMatchObject({ granted: true, fresh: false });
    }
  });

  it('refuses another playlist and another platform, and says when they may be updated [S113]', async () => {
    const user = randomUUID();
    const availableAt = new Date(clock.now().getTime() + DAY_MS).toISOString();
    await claim(user, 'p.1');
    clock.advance(SECOND_MS);
    expect(await claim(user, 'p.2')).toEqual({ granted: false, fresh: false, availableAt });
    expect(await claim(user, 'p.1', 'spotify')).toEqual({ granted: false, fresh: false, availableAt });
    expect(await claim(user, 'p.1')).toMatchObject({ granted: true, availableAt });
  });

  it('counts the day from the first update, to the second [S116]', async () => {
    const user = randomUUID();
    await claim(user, 'p.1');
    clock.advance(DAY_MS - SECOND_MS);
    await claim(user, 'p.1');
    expect(await claim(user, 'p.2')).toMatchObject({ granted: false });
    clock.advance(2 * SECOND_MS);
    expect(await claim(user, 'p.2')).toMatchObject({ granted: true, fresh: true });
    expect(await claim(user, 'p.1')).toMatchObject({ granted: false });
  });

  it("of one member never touches another's day", async () => {
    const [mia, ada] = [randomUUID(), randomUUID()];
    expect(await claim(mia, 'p.1')).toMatchObject({ granted: true });
    expect(await claim(ada, 'p.2')).toMatchObject({ granted: true });
  });

  it("keeps the playlist's name when a later claim does not say it", async () => {
    const user = randomUUID();
    await claim(user, 'p.1', 'apple', 'Road trip');
    await claim(user, 'p.1', 'apple', '');
    expect(await slotOf(user)).toMatchObject({ playlist_name: 'Road trip' });
    clock.advance(DAY_MS);
    await claim(user, 'p.2', 'apple', '');
    expect(await slotOf(user)).toMatchObject({ playlist_name: '' });
  });

  it('is told once a day', async () => {
    const user = randomUUID();
    await claim(user, 'p.1');
    clock.advance(SECOND_MS);
    await claim(user, 'p.1');
    await claim(user, 'p.2');
    const told = await billing.database.query(`SELECT payload FROM outbox WHERE payload->>'userId' = $1`, [user]);
    expect(told).toMatchObject([
      { payload: { lastPlaylistUpdate: { targetPlaylistId: 'p.1', targetPlatform: 'apple' } } },
    ]);
  });

  it.each([
    ['tidal', 'p.1'],
    ['SPOTIFY', 'p.1'],
    ['apple', '../me'],
    ['apple', 'x?limit=50'],
    ['apple', ''],
    ['apple', 'p'.repeat(500)],
  ])('for %s and a playlist id that is none is refused as malformed (%#)', async (platform, playlistId) => {
    await expect(claim(randomUUID(), playlistId, platform as PlatformId)).rejects.toThrow('400');
  });
});

describe('release', () => {
  it('gives the day back when the write that took it wrote nothing [S117]', async () => {
    const user = randomUUID();
    await claim(user, 'p.1');
    expect(await release(user, 'p.1')).toEqual({ released: true });
    expect(await claim(user, 'p.2')).toMatchObject({ granted: true, fresh: true });
  });

  it('keeps the day when somebody wrote to the playlist since, even in the same instant', async () => {
    const user = randomUUID();
    const answers = await Promise.all([claim(user, 'p.1'), claim(user, 'p.1'), claim(user, 'p.1')]);
    expect(answers.filter(({ fresh }) => fresh)).toHaveLength(1);
    expect(await release(user, 'p.1')).toEqual({ released: false });
    expect(await claim(user, 'p.2')).toMatchObject({ granted: false });
  });

  it('of another playlist or another member changes nothing', async () => {
    const user = randomUUID();
    await claim(user, 'p.1');
    expect(await release(user, 'p.2')).toEqual({ released: false });
    expect(await release(randomUUID(), 'p.1')).toEqual({ released: false });
    expect(await slotOf(user)).toBeDefined();
  });

  it('gives a reserved day back when its first write failed', async () => {
    const user = randomUUID();
    expect(await reserve(user, 'p.1')).toMatchObject({ granted: true, fresh: false });
    expect(await reserve(user, 'p.2')).toMatchObject({ granted: false });
    expect(await release(user, 'p.1')).toEqual({ released: false });
    expect(await claim(user, 'p.1')).toMatchObject({ granted: true, fresh: true });
    expect(await release(user, 'p.1')).toEqual({ released: true });
    expect(await claim(user, 'p.2')).toMatchObject({ granted: true });
  });

  it('keeps a day that was reserved again after a write', async () => {
    const user = randomUUID();
    await claim(user, 'p.1');
    await reserve(user, 'p.1');
    expect(await claim(user, 'p.1')).toMatchObject({ fresh: false });
    expect(await release(user, 'p.1')).toEqual({ released: false });
  });
});

describe('settle', () => {
  it('moves the day from a playlist that was about to be made to the one that was', async () => {
    const user = randomUUID();
    await claim(user, 'new:op-1');
    expect(await billing.ask(settleAllowance, user, { ...to('new:op-1'), createdId: 'p.made' })).toEqual({
      settled: true,
    });
    expect(await claim(user, 'p.made')).toMatchObject({ granted: true, fresh: false });
    expect(await claim(user, 'new:op-2')).toMatchObject({ granted: false });
  });

  it('twice is the same as once', async () => {
    const user = randomUUID();
    await claim(user, 'new:op-1');
    const settle = () => billing.ask(settleAllowance, user, { ...to('new:op-1'), createdId: 'p.made' });
    await settle();
    expect(await settle()).toEqual({ settled: false });
    expect(await slotOf(user)).toMatchObject({ playlist_id: 'p.made' });
  });
});

describe('what a member sees', () => {
  const status = async (user: string) =>
    (await billing.app.inject({ url: '/api/billing/status', headers: await tokens.bearer(user) })).json();

  it('is the free plan and the playlist the day went to', async () => {
    const user = randomUUID();
    const free = { subscriptionStatus: 'none', cancelAtPeriodEnd: false, nextBillingDate: null };
    expect(await status(user)).toEqual({ ...free, lastPlaylistUpdate: null });
    await claim(user, 'p.1', 'apple', 'Road trip');
    const firstUpdatedAt = clock.now().toISOString();
    clock.advance(SECOND_MS);
    await claim(user, 'p.1', 'apple', 'Road trip');
    expect(await status(user)).toEqual({
      ...free,
      lastPlaylistUpdate: {
        firstUpdatedAt,
        updatedAt: clock.now().toISOString(),
        targetPlaylistId: 'p.1',
        targetPlaylistName: 'Road trip',
        targetPlatform: 'apple',
      },
    });
  });

  it('is for members only, and claims are for services only', async () => {
    expect((await billing.app.inject({ url: '/api/billing/status' })).statusCode).toBe(401);
    const asMember = await billing.app.inject({
      method: 'POST',
      url: '/internal/billing/allowance/claim',
      headers: await tokens.bearer(randomUUID()),
      payload: { ...to('p.1'), playlistName: 'x' },
    });
    expect(asMember.statusCode).toBe(401);
  });
});

describe('a member who leaves', () => {
  it('leaves no day behind, however often it is heard', async () => {
    const [leaving, staying] = [randomUUID(), randomUUID()];
    await claim(leaving, 'p.1');
    await claim(staying, 'p.1');
    const event: EventEnvelope<'user.deleted'> = {
      id: randomUUID(),
      name: 'user.deleted',
      occurredAt: clock.now().toISOString(),
      requestId: null,
      payload: { userId: leaving },
    };
    const listeners = billing.app.get(Listeners);
    await Promise.all([listeners.forgetMember(event), listeners.forgetMember(event)]);
    expect(await slotOf(leaving)).toBeUndefined();
    expect(await slotOf(staying)).toBeDefined();
  });
});
