import { SERVICES, type ServiceName } from '@segue/contracts';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/** The header in which one service shows another who asks and for whom. The gateway strips it from outside. */
export const SERVICE_TOKEN_HEADER = 'x-segue-service';
const LIFE_SECONDS = 60;

const Claims = z.object({ iss: z.enum([...SERVICES, 'gateway']), sub: z.uuid().optional() });

/** Signs and checks the short passports of service-to-service calls (HS256, one minute, bound to the asked service). */
export class ServiceTokens {
  private readonly signing: Uint8Array;
  private readonly all: readonly Uint8Array[];

  /** @param others secrets whose passports are taken, too, while the services change from one to the next. */
  constructor(
    private readonly self: ServiceName,
    secret: string,
    ...others: string[]
  ) {
    this.signing = new TextEncoder().encode(secret);
    this.all = [this.signing, ...others.map((other) => new TextEncoder().encode(other))];
  }

  /** @param userId the member for whom we act; null for our own business. */
  async sign(audience: ServiceName, userId: string | null): Promise<string> {
    const token = new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setIssuer(this.self).setAudience(audience);
    if (userId !== null) token.setSubject(userId);
    return token.setIssuedAt().setExpirationTime(`${LIFE_SECONDS}s`).sign(this.signing);
  }

  /** @throws Error when the token is not one of ours, not for us, or too old. */
  async verify(token: string): Promise<{ caller: ServiceName; userId: string | null }> {
    const { iss, sub } = Claims.parse(await this.claimsOf(token));
    return { caller: iss, userId: sub ?? null };
  }

  private async claimsOf(token: string): Promise<JWTPayload> {
    let refusal: unknown;
    for (const secret of this.all) {
      try {
        const options = { algorithms: ['HS256'], audience: this.self, requiredClaims: ['exp', 'iss'] };
        return (await jwtVerify(token, secret, options)).payload;
      } catch (error) {
        // Only a signature may be right by the next secret.
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
        refusal = error;
      }
    }
    throw refusal;
  }
}
