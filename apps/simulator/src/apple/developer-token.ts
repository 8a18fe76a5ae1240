import { compactVerify, importSPKI, type JWTPayload } from 'jose';
import { type Clock } from '../clock.js';

export interface AppleKeys {
  teamId: string;
  keyId: string;
  /** SPKI PEM of the P-256 key whose private half signs developer tokens. */
  publicKey: string;
}

/** Apple refuses tokens that live longer: six months. */
const LONGEST_LIFE_SECONDS = 15_777_000;
const CHECKED_TOKENS_KEPT = 200;

/** Verifies developer tokens as Apple does: ES256 with our key, issued by our team, not too long, from a listed origin. */
export class DeveloperTokens {
  private readonly key: ReturnType<typeof importSPKI>;
  /** Signatures are checked once per token; times and origins at every call. */
  private readonly checked = new Map<string, JWTPayload | null>();

  constructor(
    private readonly keys: AppleKeys,
    private readonly clock: Clock,
  ) {
    this.key = importSPKI(keys.publicKey, 'ES256');
  }

  async isAccepted(authorization: string | undefined, origin: string | undefined): Promise<boolean> {
    const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return false;
    const claims = this.checked.get(token) ?? (await this.check(token));
    return claims !== null && this.isCurrent(claims) && allowsOrigin(claims, origin);
  }

  private async check(token: string): Promise<JWTPayload | null> {
    const claims = await this.verify(token);
    if (this.checked.size >= CHECKED_TOKENS_KEPT) this.checked.clear();
    this.checked.set(token, claims);
    return claims;
  }

  /** The claims, when our key signed them; times are judged at every call, by the simulator's clock. */
  private async verify(token: string): Promise<JWTPayload | null> {
    try {
      const { payload, protectedHeader } = await compactVerify(token, await this.key, { algorithms: ['ES256'] });
      const claims = JSON.parse(new TextDecoder().decode(payload)) as JWTPayload;
      return protectedHeader.kid === this.keys.keyId && claims.iss === this.keys.teamId ? claims : null;
    } catch {
      return null;
    }
  }

  private isCurrent({ iat = 0, exp = 0 }: JWTPayload): boolean {
    return exp * 1000 > this.clock.nowMs() && exp - iat <= LONGEST_LIFE_SECONDS;
  }
}

/** With an `origin` claim only browsers on a listed page are served; a server sends no Origin and is refused. */
function allowsOrigin({ origin: claim }: JWTPayload, origin: string | undefined): boolean {
  if (claim === undefined) return true;
  const origins = Array.isArray(claim) ? claim : [claim];
  return origin !== undefined && origins.includes(origin);
}
