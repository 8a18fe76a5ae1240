import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keeps the texts of waiting mails unreadable at rest, because a reset link in clear is what its hash was to avoid.
 * Each text is bound to its mail's id. The keys follow from the services' secrets: the first encrypts, all
 * decrypt, and mails still waiting when the last of theirs is gone can no longer be read and end up parked.
 */
export class MailCipher {
  private readonly key: Buffer;
  private readonly all: readonly Buffer[];

  constructor(secret: string, ...others: string[]) {
    this.key = keyOf(secret);
    this.all = [this.key, ...others.map(keyOf)];
  }

  encrypt(id: string, text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(id));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
  }

  /** @throws Error when the text was written with another key, for another mail, or changed since. */
  decrypt(id: string, stored: Buffer): string {
    let refusal: unknown;
    for (const key of this.all) {
      try {
        return decryptWith(key, id, stored);
      } catch (error) {
        refusal = error;
      }
    }
    throw refusal;
  }
}

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'segue mail outbox', KEY_BYTES));

function decryptWith(key: Buffer, id: string, stored: Buffer): string {
  const nonce = stored.subarray(0, NONCE_BYTES);
  const tag = stored.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(id))
    .setAuthTag(tag);
  return decipher.update(stored.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
