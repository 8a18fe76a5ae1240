import { claimAllowance, exportBilling } from '@segue/contracts';
import { randomUUID } from 'node:crypto';
import { emailOf, Paying } from '../testing/start-paying.js';

let paying: Paying;
beforeAll(async () => void (paying = await Paying.start()), 40_000);
afterAll(() => paying.stop());
afterEach(() => paying.endTest());

const exportOf = async (user: string) => exportBilling.response.parse((await paying.call(exportBilling, user)).body);

describe('the export', () => {
  it('holds who the member is at Stripe, the subscription and the last playlist of the day', async () => {
    const { user, customer, subscription } = await paying.subscribed();
    const { subscription: kept, ...others } = await exportOf(user);
    expect(others).toEqual({ customer: { stripeId: customer, email: emailOf(user) }, lastPlaylistUpdate: null });
    expect(kept).toMatchObject({ stripeId: subscription, status: 'active', endsAt: null });
  });

  it('of a free member holds the playlist of the day and nothing of anybody else', async () => {
    await paying.subscribed();
    const user = randomUUID();
    const target = { platform: 'apple', playlistId: 'p.mine' } as const;
    await paying.billing.ask(claimAllowance, user, { ...target, playlistName: 'Mine' });
    expect(await exportOf(user)).toMatchObject({
      ...{ customer: null, subscription: null },
      lastPlaylistUpdate: { targetPlaylistId: 'p.mine', targetPlaylistName: 'Mine', targetPlatform: 'apple' },
    });
  });
});
