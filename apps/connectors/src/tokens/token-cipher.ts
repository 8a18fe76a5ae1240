import type { PlatformId } from '@segue/contracts';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { TokenKeyRing } from './token-key-ring.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Where a secret belongs. It is sealed in: a sealed text moved to another row or column does not open. */
export interface SecretPlace {
  readonly userId: string;
  readonly platform: PlatformId;
  readonly field: 'access_token' | 'refresh_token' | 'verifier';
}

/** The text was changed, belongs elsewhere, or its key is gone. */
export class UnreadableSecret extends Error {
  override readonly name: string = 'UnreadableSecret';
}

/** Its key is none of this process: another replica may already seal with a newer one. */
export class UnknownTokenKey extends UnreadableSecret {
  override readonly name = 'UnknownTokenKey';
}

/** Seals tokens for the database: `<key id>.<base64url of nonce, ciphertext, tag>`. */
export class TokenCipher {
  constructor(private readonly keys: TokenKeyRing) {}

  seal(secret: string, place: SecretPlace): string {
    const { id, key } = this.keys.current;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(aadOf(place));
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${id}.${sealed.toString('base64url')}`;
  }

  /** @throws UnreadableSecret */
  open(sealed: string, place: SecretPlace): string {
    const [keyId = '', payload = ''] = sealed.split('.');
    const key = this.keys.find(keyId);
    const bytes = Buffer.from(payload, 'base64url');
    if (!key) throw new UnknownTokenKey('no key');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new UnreadableSecret('no secret');
    try {
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(aadOf(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      return text.toString('utf8');
    } catch (cause) {
      throw new UnreadableSecret('the seal is broken', { cause });
    }
  }
}

const aadOf = ({ userId, platform, field }: SecretPlace): Buffer => Buffer.from(`${userId}|${platform}|${field}`);
