/** AES-256. */
const KEY_BYTES = 32;

interface TokenKey {
  readonly id: string;
  readonly key: Buffer;
}

/** The keys that protect stored tokens. A new key goes to the front; an old one stays until nothing is under it. */
export class TokenKeyRing {
  private constructor(private readonly keys: readonly [TokenKey, ...TokenKey[]]) {}

  /**
   * @param written `id:base64,...`
   * @throws Error with a sentence that names no key.
   */
  static parse(written: string): TokenKeyRing {
    const [first, ...others] = written.split(',').map((entry) => parseKey(entry.trim()));
    if (!first) throw new Error('must hold at least one key');
    const ids = [first, ...others].map(({ id }) => id);
    if (new Set(ids).size < ids.length) throw new Error('must not name a key twice');
    return new TokenKeyRing([first, ...others]);
  }

  /** The key that encrypts from now on. */
  get current(): TokenKey {
    return this.keys[0];
  }

  find(id: string): Buffer | null {
    return this.keys.find((key) => key.id === id)?.key ?? null;
  }
}

function parseKey(entry: string): TokenKey {
  const [, id, base64] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]+={0,2})$/.exec(entry) ?? [];
  if (!id || !base64) throw new Error('must be a list of id:base64');
  const key = Buffer.from(base64, 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`must hold keys of ${KEY_BYTES} bytes`);
  if (new Set(key).size < KEY_BYTES / 4) throw new Error('holds a placeholder instead of a random key');
  return { id, key };
}
