import { Inject, Injectable } from '@nestjs/common';
import type { ErrorCode, platformCallback, PlatformId, QueryOf } from '@segue/contracts';
import { type ActingUser, AppError, Clock, LOGGER } from '@segue/service';
import type { Logger } from 'pino';
import { PlatformError, isPlatformError } from '../platforms/platform-error.js';
import { PlatformRegistry } from '../platforms/platform-registry.js';
import type {
  ClientTokenConsent,
  MemberAccess,
  PlatformProfile,
  RedirectConsent,
  TokenSet,
} from '../platforms/platform.js';
import { Timing } from '../timing.js';
import { ConnectionRepository } from './connection.repository.js';
import { Consents } from './consents.js';
import { MemberCalls, isUsable, toAppError } from './member-calls.js';

/** A browser waits for the callback: the platform has this long to answer, in ms. */
const CALLBACK_TIMEOUT_MS = 9_000;

/** Connecting, its state, and disconnecting. */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly consents: Consents,
    private readonly platforms: PlatformRegistry,
    private readonly calls: MemberCalls,
    private readonly timing: Timing,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async status(user: ActingUser, platformId: PlatformId) {
    const connection = await this.connections.find(user._id, platformId);
    const usable = connection !== null && isUsable(connection, this.clock.now());
    return {
      connected: usable,
      reconnectRequired: connection !== null && !usable,
      consentEndsAt: connection?.consentEndsAt?.toISOString() ?? null,
      capabilities: this.platforms.get(platformId).capabilities,
    };
  }

  async profile(user: ActingUser, platformId: PlatformId) {
    const { displayName, avatarUrl } = await this.calls.run(
      user._id,
      platformId,
      'interactive',
      async ({ platform, access }) => platform.profile(access),
    );
    return { display_name: displayName, avatar: avatarUrl };
  }

  /** @returns the consent page's address, and the secret for the browser's cookie. */
  async login(user: ActingUser, platformId: PlatformId): Promise<{ url: string; browserSecret: string }> {
    const consent = this.redirectConsent(platformId);
    const { state, verifier, browserSecret } = await this.consents.start(user._id, platformId);
    return { url: consent.authorizeUrl({ state, verifier }), browserSecret };
  }

  /**
   * The browser is back. Nothing is asked of the platform unless the consent was started in this very browser.
   * @returns null when the platform is connected, else why not.
   */
  async callback(
    platformId: PlatformId,
    { code, state, error }: QueryOf<typeof platformCallback>,
    browserSecret: string | null,
  ): Promise<ErrorCode | null> {
    const consent = this.redirectConsent(platformId);
    const started = state === undefined ? null : await this.consents.finish(platformId, state, browserSecret);
    if (started && error === 'access_denied') return 'platform_consent_denied';
    if (!started || error !== undefined || code === undefined) return 'platform_connect_failed';
    const { userId, verifier } = started;
    try {
      const { tokens, profile } = await this.inTime(platformId, this.redeem(platformId, userId, code, verifier));
      const consentEndsAt = consent.endsAt(this.clock.now());
      await this.connections.connect({ userId, platform: platformId, tokens, profile, consentEndsAt });
      this.logger.info({ event: 'platform.connected', userId, platform: platformId });
      return null;
    } catch (failure) {
      const { code, facts } = connectFailure(failure);
      this.logger.info({ event: 'platform.connect-failed', userId, platform: platformId, errorCode: code, ...facts });
      return code;
    }
  }

  async developerToken(platformId: PlatformId, origin: string): Promise<{ token: string; scriptUrl: string }> {
    const consent = this.clientTokenConsent(platformId);
    return { token: await consent.developerToken(origin), scriptUrl: consent.scriptUrl };
  }

  async connect(user: ActingUser, platformId: PlatformId, userToken: string): Promise<{ connected: true }> {
    const consent = this.clientTokenConsent(platformId);
    try {
      const profile = await consent.verifyUserToken(userToken, user._id);
      await this.connections.connect({
        userId: user._id,
        platform: platformId,
        tokens: { accessToken: userToken, refreshToken: null, expiresAt: null },
        profile,
        consentEndsAt: consent.endsAt(this.clock.now()),
      });
      this.logger.info({ event: 'platform.connected', userId: user._id, platform: platformId });
      return { connected: true };
    } catch (failure) {
      throw connectFailure(failure);
    }
  }

  async disconnect(user: ActingUser, platformId: PlatformId): Promise<{ connected: false }> {
    await this.connections.disconnect(user._id, platformId);
    this.logger.info({ event: 'platform.disconnected', userId: user._id, platform: platformId });
    return { connected: false };
  }

  /** A consent alone is no connection: an account the platform has not admitted gets tokens, and 403 for every call. */
  private async redeem(
    platformId: PlatformId,
    userId: string,
    code: string,
    verifier: string,
  ): Promise<{ tokens: TokenSet; profile: PlatformProfile }> {
    const tokens = await this.redirectConsent(platformId).exchangeCode({ code, verifier });
    const access: MemberAccess = {
      userId,
      ownerId: null,
      storefront: '',
      priority: 'interactive',
      token: async (rejected) => {
        if (rejected !== undefined) throw new PlatformError('reconnect-required', platformId);
        return tokens.accessToken;
      },
      assertConnected: async () => undefined,
    };
    return { tokens, profile: await this.platforms.get(platformId).profile(access) };
  }

  private async inTime<T>(platformId: PlatformId, work: Promise<T>): Promise<T> {
    const done = new AbortController();
    const tooLate = this.timing.sleep(CALLBACK_TIMEOUT_MS, done.signal).then(() => {
      throw new PlatformError('unavailable', platformId);
    });
    return Promise.race([work, tooLate]).finally(() => done.abort());
  }

  private redirectConsent(platformId: PlatformId): RedirectConsent {
    const { consent } = this.platforms.get(platformId);
    if (consent.kind !== 'redirect') throw new AppError('not_found');
    return consent;
  }

  private clientTokenConsent(platformId: PlatformId): ClientTokenConsent {
    const { consent } = this.platforms.get(platformId);
    if (consent.kind !== 'client-token') throw new AppError('not_found');
    return consent;
  }
}

/** While connecting, a refused or dead token means the connection failed, not that there was one to renew. */
function connectFailure(failure: unknown): AppError {
  if (failure instanceof AppError) return failure;
  if (!(failure instanceof PlatformError)) throw failure;
  const refused = isPlatformError(failure, 'refused') || isPlatformError(failure, 'reconnect-required');
  return refused
    ? new AppError('platform_connect_failed', { platform: failure.platform, ...failure.facts }, { cause: failure })
    : toAppError(failure);
}
