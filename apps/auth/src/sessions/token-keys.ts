import { createPrivateKey, createPublicKey, KeyObject } from 'node:crypto';
import type { SigningKey } from '../env.js';

/** Auth's signing keys: the first signs, all verify. */
export class TokenKeys {
  readonly signing: { kid: string; key: KeyObject };
  private readonly publicKeys: ReadonlyMap<string, KeyObject>;

  constructor(keys: readonly SigningKey[]) {
    const [first] = keys;
    if (!first) throw new Error('There is no key to sign tokens with.');
    this.signing = { kid: first.kid, key: createPrivateKey({ key: { ...first }, format: 'jwk' }) };
    this.publicKeys = new Map(
      keys.map((key) => [key.kid, createPublicKey(createPrivateKey({ key: { ...key }, format: 'jwk' }))]),
    );
  }

  find(kid: unknown): KeyObject | undefined {
    return typeof kid === 'string' ? this.publicKeys.get(kid) : undefined;
  }

  /** The public halves as a JSON Web Key Set (RFC 7517). */
  toJwks(): { keys: Array<Record<string, unknown>> } {
    return {
      keys: [...this.publicKeys].map(([kid, key]) => ({
        ...key.export({ format: 'jwk' }),
        kid,
        alg: 'ES256',
        use: 'sig',
      })),
    };
  }
}
