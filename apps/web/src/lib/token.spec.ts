import { aToken } from '../testing/builders.js';
import { userOf } from './token.js';

const NOW_MS = 1_800_000_000_000;

describe('a stored token', () => {
  it('tells who is signed in', () => {
    expect(userOf(aToken({ exp: NOW_MS / 1000 + 1 }), NOW_MS)).toMatchObject({
      email: 'mira@example.com',
    });
  });

  it('counts as expired at its expiry and past it', () => {
    const token = aToken({ exp: NOW_MS / 1000 });
    expect(userOf(token, NOW_MS - 1)).not.toBeNull();
    expect(userOf(token, NOW_MS)).toBeNull();
    expect(userOf(token, NOW_MS + 1)).toBeNull();
  });

  it.each(['', 'nonsense', 'a.b.c', `x.${btoa('{"exp":1}')}.y`, `x.${btoa('null')}.y`])(
    'that cannot be decoded counts as expired: %p',
    (token) => expect(userOf(token, 0)).toBeNull(),
  );
});
