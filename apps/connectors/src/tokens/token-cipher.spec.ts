import { randomBytes } from 'node:crypto';
import { TokenCipher, UnreadableSecret, type SecretPlace } from './token-cipher.js';
import { TokenKeyRing } from './token-key-ring.js';

const aKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [one, two] = [aKey('one'), aKey('two')];
const cipherOf = (written: string) => new TokenCipher(TokenKeyRing.parse(written));
const place: SecretPlace = {
  userId: '6f9f1c5e-0000-4000-8000-000000000001',
  platform: 'spotify',
  field: 'refresh_token',
};

describe('TokenCipher', () => {
  it('opens what it sealed, and never seals twice alike [S89]', () => {
    const cipher = cipherOf(one);
    const [first, second] = [cipher.seal('secret', place), cipher.seal('secret', place)];
    expect(first).not.toBe(second);
    expect(first).not.toContain('secret');
    expect([cipher.open(first, place), cipher.open(second, place)]).toEqual(['secret', 'secret']);
  });

  it('does not open a changed text, wherever a bit was flipped [S89]', () => {
    const cipher = cipherOf(one);
    const [id, payload = ''] = cipher.seal('secret', place).split('.');
    const bytes = Buffer.from(payload, 'base64url');
    bytes.forEach((_, index) => {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => cipher.open(`${id}.${changed.toString('base64url')}`, place)).toThrow(UnreadableSecret);
    });
    expect(() => cipher.open(`${id}.`, place)).toThrow(UnreadableSecret);
  });

  it.each<Partial<SecretPlace>>([
    { userId: '6f9f1c5e-0000-4000-8000-000000000002' },
    { platform: 'apple' },
    { field: 'access_token' },
  ])('does not open it at another place: %o [S89]', (elsewhere) => {
    const cipher = cipherOf(one);
    expect(() => cipher.open(cipher.seal('secret', place), { ...place, ...elsewhere })).toThrow(UnreadableSecret);
  });

  it('changes keys: the new one seals, the old one still opens until it is gone [S90]', () => {
    const old = cipherOf(one).seal('secret', place);
    const both = cipherOf(`${two},${one}`);
    expect(both.open(old, place)).toBe('secret');
    expect(both.seal('secret', place)).toMatch(/^two\./);
    expect(() => cipherOf(two).open(old, place)).toThrow(UnreadableSecret);
  });
});

describe('TokenKeyRing', () => {
  it.each([
    ['', 'list of id:base64'],
    ['one', 'list of id:base64'],
    [`one:${randomBytes(16).toString('base64')}`, '32 bytes'],
    [`one:${Buffer.alloc(32).toString('base64')}`, 'placeholder'],
    [`${one},${one}`, 'twice'],
  ])('refuses %s [S91]', (written, sentence) => expect(() => TokenKeyRing.parse(written)).toThrow(sentence));
});
