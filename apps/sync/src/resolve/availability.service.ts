import { Injectable } from '@nestjs/common';
import type { Availability, availability, BodyOf, ResponseOf } from '@segue/contracts';
import type { ActingUser } from '@segue/service';
import { failureSentence } from './failure-sentences.js';
import { ResolveService } from './resolve.service.js';

/** Says beforehand what adding a track would do. */
@Injectable()
export class AvailabilityService {
  constructor(private readonly resolver: ResolveService) {}

  async check(
    user: ActingUser,
    { platform, tracks }: BodyOf<typeof availability>,
  ): Promise<ResponseOf<typeof availability>> {
    const resolutions = await this.resolver.resolve(user, platform, tracks);
    const results = resolutions.map((resolution): Availability => {
      if (resolution.recording !== null) return { state: 'addable', matchType: resolution.matchType };
      const message = failureSentence(resolution.reason, platform);
      return resolution.retryable
        ? { state: 'unknown', message }
        : { state: 'unavailable', reason: resolution.reason, message };
    });
    return { results };
  }
}
