import { PLATFORM_IDS, type PlatformId } from '@segue/contracts';
import type { HttpClient } from '../http/http-client.js';
import { Breaker } from '../governor/breaker.js';
import { InProcessBudget } from '../governor/budget.js';
import { Governor } from '../governor/governor.js';
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
}

/** All platforms, each behind its own governor. */
export class PlatformRegistry {
  private readonly platforms: ReadonlyMap<PlatformId, Platform>;

  constructor(parts: RegistryParts) {
    this.platforms = new Map(PLATFORM_IDS.map((id) => [id, createPlatform(id, parts)]));
  }

  get(id: PlatformId): Platform {
    const platform = this.platforms.get(id);
    if (!platform) throw new Error(`There is no connector for ${id}.`);
    return platform;
  }
}

function createPlatform(id: PlatformId, { env, http, timing, random, warn }: RegistryParts): Platform {
  const { create, rate } = PLATFORM_ENTRIES[id];
  const governor = new Governor({
    platform: id,
    limits: CONCURRENCY,
    budget: new InProcessBudget(rate(env), timing, random),
    breaker: new Breaker(timing),
    timing,
    random,
  });
  return create(env, { http, governor, timing, random, warn });
}
