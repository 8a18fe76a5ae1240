import { SignJWT, importPKCS8 } from 'jose';
import type { Timing } from '../../timing.js';

const ALGORITHM = 'ES256';
const SERVER_TOKEN_LIFE_SECONDS = 12 * 60 * 60;
/** A token this near its end is replaced before it is used. */
const RENEW_BEFORE_END_SECONDS = 60 * 60;
/** Anybody can fetch the browser's token, so it is short-lived and works on our pages alone. */
const BROWSER_TOKEN_LIFE_SECONDS = 50 * 60;

export interface AppleKey {
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS #8 PEM, as Apple's `.p8` file has it. */
  readonly privateKeyPem: string;
}

/** Signs Apple's developer tokens: one without an origin for this server, others bound to a page's origin. */
export class DeveloperTokens {
  private readonly key: ReturnType<typeof importPKCS8>;
  private server: { readonly token: string; readonly expiresAtSeconds: number } | null = null;

  constructor(
    private readonly apple: AppleKey,
    private readonly timing: Timing,
  ) {
    this.key = importPKCS8(apple.privateKeyPem, ALGORITHM);
    // Reported by the first call that needs it.
    this.key.catch(() => undefined);
  }

  async forServer(): Promise<string> {
    const now = this.nowSeconds();
    if (this.server && this.server.expiresAtSeconds - RENEW_BEFORE_END_SECONDS > now) return this.server.token;
    const token = await this.sign(now, SERVER_TOKEN_LIFE_SECONDS, {});
    this.server = { token, expiresAtSeconds: now + SERVER_TOKEN_LIFE_SECONDS };
    return token;
  }

  async forOrigin(origin: string): Promise<string> {
    return this.sign(this.nowSeconds(), BROWSER_TOKEN_LIFE_SECONDS, { origin: [origin] });
  }

  private async sign(nowSeconds: number, lifeSeconds: number, claims: { origin?: string[] }): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: this.apple.keyId })
      .setIssuer(this.apple.teamId)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + lifeSeconds)
      .sign(await this.key);
  }

  private nowSeconds(): number {
    return Math.floor(this.timing.now() / 1000);
  }
}
