import { PLATFORMS } from '@segue/contracts';
import { textOf } from '../foreign-values.js';
import type { ClientTokenConsent, PlatformProfile } from '../platform.js';
import { parseAnswer } from '../upstream.js';
import type { AppleCaller, AppleClient } from './apple-client.js';
import { AppleStorefronts } from './apple-shapes.js';
import type { DeveloperTokens } from './developer-tokens.js';

/** MusicKit asks the member in the browser; the token it hands over can neither be refreshed nor inspected. */
export class AppleConsent implements ClientTokenConsent {
  readonly kind = 'client-token';

  constructor(
    private readonly client: AppleClient,
    private readonly tokens: DeveloperTokens,
    readonly scriptUrl: string,
  ) {}

  developerToken(origin: string): Promise<string> {
    return this.tokens.forOrigin(origin);
  }

  verifyUserToken(userToken: string, userId: string): Promise<PlatformProfile> {
    return this.profile({ userId, priority: 'interactive', userToken });
  }

  /** Apple has no profile: the storefront is all it tells of a member. */
  async profile(caller: AppleCaller): Promise<PlatformProfile> {
    const path = '/me/storefront';
    const answer = await this.client.call(caller, { method: 'GET', path, template: path });
    const [storefront] = parseAnswer(AppleStorefronts, answer, 'apple', `GET ${path}`).data;
    const country = textOf(storefront?.attributes?.name);
    return {
      accountId: null,
      ownerId: null,
      displayName: country === '' ? PLATFORMS.apple.name : `${PLATFORMS.apple.name} (${country})`,
      avatarUrl: null,
      storefront: storefront?.id ?? '',
    };
  }

  /** About six months by report, but Apple says nothing: only a refused call tells. */
  endsAt(): null {
    return null;
  }
}
