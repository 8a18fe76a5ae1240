import { createHash } from 'node:crypto';
import type { HttpAnswer } from '../../http/http-client.js';
import { jsonOf } from '../../http/http-client.js';
import { PlatformError, type PlatformErrorKind } from '../platform-error.js';
import type { RedirectConsent, TokenSet } from '../platform.js';
import { parseAnswer, type Upstream } from '../upstream.js';
import { SpotifyTokenError, SpotifyTokens } from './spotify-shapes.js';

const SCOPES = [
  'playlist-read-private',
  'playlist-read-collaborative',
  'playlist-modify-public',
  'playlist-modify-private',
  'user-library-read',
  // Spotify lists search under it.
  'user-read-private',
];
/** https://developer.spotify.com/blog/2026-06-18-refresh-token-expiration: from the consent on, refreshing does not extend it. */
const CONSENT_MONTHS = 6;
/** All token calls share one turn: they belong to nobody's reading or writing. */
const TOKEN_CALLER = 'spotify-tokens';

export interface SpotifyConsentSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accountsUrl: string;
  /** Registered with Spotify letter by letter. */
  readonly redirectUri: string;
}

/** Authorization code with PKCE (S256) and the client's secret. */
export class SpotifyConsent implements RedirectConsent {
  readonly kind = 'redirect';

  constructor(
    private readonly settings: SpotifyConsentSettings,
    private readonly upstream: Upstream,
  ) {}

  authorizeUrl({ state, verifier }: { state: string; verifier: string }): string {
    const query = new URLSearchParams({
      client_id: this.settings.clientId,
      response_type: 'code',
      redirect_uri: this.settings.redirectUri,
      scope: SCOPES.join(' '),
      state,
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    });
    return `${this.settings.accountsUrl}/authorize?${query.toString()}`;
  }

  async exchangeCode({ code, verifier }: { code: string; verifier: string }): Promise<TokenSet> {
    const redirect_uri = this.settings.redirectUri;
    const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier };
    // A code works once, so the call counts as a write and is not repeated.
    return this.tokens(form, { write: true, invalidGrant: 'refused' });
  }

  async refresh(refreshToken: string): Promise<TokenSet> {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    return this.tokens(form, { write: false, invalidGrant: 'reconnect-required' });
  }

  endsAt(authorizedAt: Date): Date {
    const end = new Date(authorizedAt);
    end.setUTCMonth(end.getUTCMonth() + CONSENT_MONTHS);
    // 31 August + 6 months is no day of February: the month's last day then.
    if (end.getUTCDate() !== authorizedAt.getUTCDate()) end.setUTCDate(0);
    return end;
  }

  private async tokens(
    form: Record<string, string>,
    { write, invalidGrant }: { write: boolean; invalidGrant: PlatformErrorKind },
  ): Promise<TokenSet> {
    const { governor, http, timing } = this.upstream;
    const endpoint = `POST /api/token ${form['grant_type'] ?? ''}`;
    const call = { userId: TOKEN_CALLER, priority: 'interactive' as const, write, endpoint };
    const answer = await governor.run(call, () =>
      http({
        method: 'POST',
        url: `${this.settings.accountsUrl}/api/token`,
        headers: { authorization: this.basic(), 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      }),
    );
    if (answer.status !== 200) throw this.error(answer, endpoint, invalidGrant);
    const tokens = parseAnswer(SpotifyTokens, answer, 'spotify', endpoint);
    return {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? null,
      expiresAt: new Date(timing.now() + tokens.expires_in * 1000),
    };
  }

  private error(answer: HttpAnswer, endpoint: string, invalidGrant: PlatformErrorKind): PlatformError {
    const body = SpotifyTokenError.safeParse(jsonOf(answer));
    const reason = body.success ? body.data.error : undefined;
    const kind = reason === 'invalid_grant' ? invalidGrant : 'unavailable';
    this.upstream.warn('spotify gave no tokens', {
      kind,
      status: answer.status,
      endpoint,
      reason: reason ?? 'unknown',
    });
    return new PlatformError(kind, 'spotify', { status: answer.status, reason, endpoint });
  }

  private basic(): string {
    const { clientId, clientSecret } = this.settings;
    return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  }
}
