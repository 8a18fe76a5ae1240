import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '@segue/contracts';
import { type JWTHeaderParameters, SignJWT } from 'jose';
import { generateKeyPairSync, randomUUID } from 'node:crypto';

/** Auth's part in the tests of other services: a signing key and the access tokens signed with it. */
export class TestTokens {
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly kid = 'test-key';

  /** For `FIND_SIGNING_KEY`. */
  readonly findSigningKey = async () => this.keys.publicKey;

  /** A good token of a member, but for the claims and header fields given; `undefined` leaves a claim out. */
  async access(
    userId: string,
    claims: Readonly<Record<string, unknown>> = {},
    header: Partial<JWTHeaderParameters> = {},
  ): Promise<string> {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const good = { sub: userId, _id: userId, name: 'Mia', email: 'mia@segue.test', isAdmin: false, jti: randomUUID() };
    const times = { iat: nowSeconds, exp: nowSeconds + 3600, iss: TOKEN_ISSUER, aud: TOKEN_AUDIENCE };
    return new SignJWT({ ...good, ...times, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: this.kid, ...header })
      .sign(this.keys.privateKey);
  }

  async bearer(userId: string): Promise<{ authorization: string }> {
    return { authorization: `Bearer ${await this.access(userId)}` };
  }

  /** What auth answers for its key set. */
  jwks(): { keys: object[] } {
    return { keys: [{ ...this.keys.publicKey.export({ format: 'jwk' }), kid: this.kid, alg: 'ES256', use: 'sig' }] };
  }
}
