import { SERVICES, type ServiceName } from '@segue/contracts';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/** The header in which one service shows another who asks and for whom. The gateway strips it from outside. */
export const SERVICE_TOKEN_HEADER = 'x-segue-service';
const LIFE_SECONDS = 60;

const Claims = z.object({ iss: z.enum([...SERVICES, 'gateway']), sub: z.uuid().optional() });

/** Signs and checks the short passports of service-to-service calls (HS256, one minute, bound to the asked service). */
export class ServiceTokens {
  private readonly secret: Uint8Array;

  constructor(
    private readonly self: ServiceName,
    secret: string,
  ) {
    this.secret = new TextEncoder().encode(secret);
  }

  /** @param userId the member for whom we act; null for our own business. */
  async sign(audience: ServiceName, userId: string | null): Promise<string> {
    const token = new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setIssuer(this.self).setAudience(audience);
    if (userId !== null) token.setSubject(userId);
    return token.setIssuedAt().setExpirationTime(`${LIFE_SECONDS}s`).sign(this.secret);
  }

  /** @throws Error when the token is not one of ours, not for us, or too old. */
  async verify(token: string): Promise<{ caller: ServiceName; userId: string | null }> {
    const { payload } = await jwtVerify(token, this.secret, {
      algorithms: ['HS256'],
      audience: this.self,
      requiredClaims: ['exp', 'iss'],
    });
    const { iss, sub } = Claims.parse(payload);
    return { caller: iss, userId: sub ?? null };
  }
}
