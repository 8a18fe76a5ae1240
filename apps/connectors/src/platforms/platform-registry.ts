import { type GovernorState, PLATFORM_IDS, type PlatformId } from '@segue/contracts';
import type { HttpClient } from '../http/http-client.js';
import { Breaker } from '../governor/breaker.js';
import type { Budget, BudgetRate } from '../governor/budget.js';
import { Governor } from '../governor/governor.js';
import { countCalls } from '../governor/metrics.js';
import type { RandomSource, Timing } from '../timing.js';
import { PLATFORM_ENTRIES, type PlatformsEnv } from './index.js';
import type { Platform } from './platform.js';
import type { Upstream } from './upstream.js';

/** Calls under way at one platform, in all and for one member. */
const CONCURRENCY = { concurrency: 8, concurrencyPerMember: 4 };

interface RegistryParts {
  readonly env: PlatformsEnv;
  readonly http: HttpClient;
  readonly timing: Timing;
  readonly random: RandomSource;
  readonly warn: Upstream['warn'];
  /** What is left to call, kept for this process or for all replicas. */
  readonly budgetOf: (platform: PlatformId, rate: BudgetRate) => Budget;
}

/** All platforms, each behind its own governor. */
export class PlatformRegistry {
  private readonly platforms: ReadonlyMap<PlatformId, Platform>;
  private readonly governors: readonly Governor[];

  constructor(parts: RegistryParts) {
    this.governors = PLATFORM_IDS.map((id) => createGovernor(id, parts));
    this.platforms = new Map(this.governors.map((governor) => [governor.platform, createPlatform(governor, parts)]));
  }

  /** Where each platform's governor stands. */
  governorStates(): Promise<GovernorState[]> {
    return Promise.all(this.governors.map((governor) => governor.state()));
  }

  get(id: PlatformId): Platform {
    const platform = this.platforms.get(id);
    if (!platform) throw new Error(`There is no connector for ${id}.`);
    return platform;
  }
}

function createGovernor(platform: PlatformId, { env, timing, random, budgetOf }: RegistryParts): Governor {
  const count = countCalls();
  return new Governor({
    platform,
    limits: CONCURRENCY,
    budget: budgetOf(platform, PLATFORM_ENTRIES[platform].rate(env)),
    breaker: new Breaker(timing),
    timing,
    random,
    observe: (endpoint, outcome) => count(platform, endpoint, outcome),
  });
}

const createPlatform = (governor: Governor, { env, http, timing, random, warn }: RegistryParts): Platform =>
  PLATFORM_ENTRIES[governor.platform].create(env, { http, governor, timing, random, warn });
