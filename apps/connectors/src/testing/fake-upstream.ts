import { Breaker } from '../governor/breaker.js';
import { InProcessBudget, type BudgetRate } from '../governor/budget.js';
import type { PauseStore } from '../governor/pause-store.js';
import { Governor } from '../governor/governor.js';
import type { PlatformId } from '@segue/contracts';
import type { HttpClient } from '../http/http-client.js';
import { ANY_STOREFRONT, type MemberAccess } from '../platforms/platform.js';
import type { Upstream } from '../platforms/upstream.js';
import { FakeTiming } from './fake-timing.js';

/** What outlives a governor. */
export class FakePauseStore implements PauseStore {
  until: number | null = null;

  load = async () => this.until;
  save = async (until: number) => void (this.until = until);
  clear = async () => void (this.until = null);
}

/** A governor whose clock jumps and whose jitter is always half. */
export function fakeGovernor(
  timing: FakeTiming,
  {
    rate = { callsPerSecond: 1000, burst: 1000 },
    platform = 'spotify',
    pauses = new FakePauseStore(),
  }: { rate?: BudgetRate; platform?: PlatformId; pauses?: PauseStore } = {},
): Governor {
  const random = () => 0.5;
  return new Governor({
    platform,
    limits: { concurrency: 8, concurrencyPerMember: 4 },
    budget: new InProcessBudget(rate, pauses, timing, random),
    breaker: new Breaker(timing),
    timing,
    random,
    observe: () => undefined,
  });
}

export function fakeUpstream(http: HttpClient, platform: PlatformId, timing = new FakeTiming()): Upstream {
  return { http, governor: fakeGovernor(timing, { platform }), timing, random: () => 0.5, warn: () => undefined };
}

export const aMember = (changes: Partial<MemberAccess> = {}): MemberAccess => ({
  userId: '6f9f1c5e-0000-4000-8000-000000000001',
  ownerId: 'mia',
  storefront: ANY_STOREFRONT,
  priority: 'interactive',
  token: async () => 'access-1',
  assertConnected: async () => undefined,
  ...changes,
});
