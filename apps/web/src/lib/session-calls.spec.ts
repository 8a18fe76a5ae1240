import { aToken } from '../testing/builders.js';
import { fakeApi } from '../testing/fake-api.js';
import { askAhead, fetchBillingStatus } from './session-calls.js';
import { storeToken } from './token.js';

const STATUS = { subscriptionStatus: 'none' };

describe('asking for the plan ahead', () => {
  it('is the answer of the first who wants to know, and of nobody after', async () => {
    const seen = fakeApi({ 'GET /api/billing/status': STATUS });
    const token = aToken();
    storeToken(token);
    askAhead(token);
    expect(await fetchBillingStatus()).toEqual(STATUS);
    expect(seen).toHaveLength(1);
    await fetchBillingStatus();
    expect(seen).toHaveLength(2);
  });

  it('is nothing to whoever signs in afterwards', async () => {
    const seen = fakeApi({ 'GET /api/billing/status': STATUS });
    const token = aToken();
    storeToken(token);
    askAhead(token);
    storeToken(aToken({ name: 'Somebody else' }));
    await fetchBillingStatus();
    expect(seen).toHaveLength(2);
  });

  it('is not done with a token that has run out', () => {
    const seen = fakeApi({ 'GET /api/billing/status': STATUS });
    askAhead(aToken({ exp: 1 }));
    expect(seen).toHaveLength(0);
  });
});
