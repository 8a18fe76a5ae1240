import { Faults } from './faults.js';
import { RateLimits } from './rate-limit.js';
import { RequestLog } from './request-log.js';
import { defaultSwitches, type Switches } from './switches.js';
import { type Upstream } from './upstream.js';

/** Everything tests turn; none of it survives a reset. */
export class Controls {
  readonly faults = new Faults();
  readonly requests = new RequestLog();
  readonly limits = new RateLimits();
  readonly latencyMs = new Map<Upstream, number>();
  switches: Switches;

  constructor(private readonly quotaMode: Switches['spotifyQuotaMode']) {
    this.switches = defaultSwitches(quotaMode);
  }

  reset(): void {
    this.faults.clear();
    this.requests.clear();
    this.limits.clear();
    this.latencyMs.clear();
    this.switches = defaultSwitches(this.quotaMode);
  }
}
