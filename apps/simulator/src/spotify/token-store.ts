/** A consent page that was answered with Allow, waiting for its code to be exchanged. */
export interface PendingCode {
  listener: string;
  redirectUri: string;
  scopes: string[];
  /** PKCE S256 challenge, when the request carried one. */
  challenge: string | null;
  expiresAtMs: number;
}

export interface AccessToken {
  listener: string;
  scopes: string[];
  expiresAtMs: number;
}

export interface RefreshToken {
  listener: string;
  scopes: string[];
  /** A PKCE client without a secret may use its refresh token with its client id alone. */
  publicClient: boolean;
  /** Counted from the consent; rotation does not move it. */
  consentedAtMs: number;
}

export interface SpotifyTokensState {
  accessTokens: [string, AccessToken][];
  refreshTokens: [string, RefreshToken][];
}

/** Spotify's codes and tokens. Expired ones stay known: "expired" and "never heard of it" are different answers. */
export class SpotifyTokens {
  readonly codes = new Map<string, PendingCode>();
  readonly accessTokens = new Map<string, AccessToken>();
  readonly refreshTokens = new Map<string, RefreshToken>();

  revoke(listener: string): void {
    forget(this.codes, listener);
    forget(this.accessTokens, listener);
    forget(this.refreshTokens, listener);
  }

  /** Codes live minutes and are not worth keeping. */
  toState(): SpotifyTokensState {
    return { accessTokens: [...this.accessTokens], refreshTokens: [...this.refreshTokens] };
  }

  restore(state: SpotifyTokensState): void {
    for (const [token, grant] of state.accessTokens) this.accessTokens.set(token, grant);
    for (const [token, grant] of state.refreshTokens) this.refreshTokens.set(token, grant);
  }
}

function forget(grants: Map<string, { listener: string }>, listener: string): void {
  for (const [key, grant] of grants) if (grant.listener === listener) grants.delete(key);
}
