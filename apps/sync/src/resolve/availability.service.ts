import { Injectable } from '@nestjs/common';
import type { Availability, availability, BodyOf, ResponseOf } from '@segue/contracts';
import type { ActingUser } from '@segue/service';
import { failureSentence, isRetryable } from './failure-sentences.js';
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
    const results = resolutions.map((resolution, index): Availability => {
      if (resolution.recording !== null) return { state: 'addable', matchType: resolution.matchType };
      const { reason, nearest, elsewhere } = resolution;
      const message = failureSentence(reason, platform, tracks[index]?.kind);
      // An error says nothing about the track.
      if (isRetryable(reason)) return { state: 'unknown', message };
      if (nearest !== null && reason === 'version_conflict')
        return { state: 'other_version', reason, message, alternative: nearest };
      return { state: 'unavailable', reason, message: message + thoughElsewhere(elsewhere), elsewhere };
    });
    return { results };
  }
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

/** Where the platform would have it. */
function thoughElsewhere(storefronts: readonly string[]): string {
  if (storefronts.length === 0) return '';
  const names = storefronts.map((code) => COUNTRIES.of(code.toUpperCase()) ?? code);
  return ` It is there in ${new Intl.ListFormat('en').format(names)}.`;
}
