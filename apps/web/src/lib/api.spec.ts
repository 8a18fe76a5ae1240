import { addTrack, listPlaylists } from '@segue/contracts';
import { aToken } from '../testing/builders.js';
import { fakeApi, refusal } from '../testing/fake-api.js';
import { ApiError, call } from './api.js';
import { onEndedSession } from './ended-session.js';

const refused = async (status: number, code: string, more = {}) => {
  fakeApi({ 'GET /api/spotify/playlists': refusal(status, code, 'Because.', more) });
  return call(listPlaylists, { params: { platform: 'spotify' } }).catch((error: unknown) => error);
};

describe('call', () => {
  afterEach(() => localStorage.clear());

  it('sends the token, the body and the key', async () => {
    localStorage.setItem('token', aToken());
    const seen = fakeApi({ 'POST /api/sync/add-track': { added: [], failed: [], mismatched: [] } });
    const body = { platform: 'apple', playlistId: 'p1', track: { isrc: 'QZABC2400001' } } as const;
    await call(addTrack, { body, idempotencyKey: 'key-1' });
    expect(seen[0]).toMatchObject({
      body,
      headers: { authorization: expect.stringMatching(/^Bearer /), 'idempotency-key': 'key-1' },
    });
  });

  it('throws what the server said', async () => {
    const error = await refused(503, 'platform_busy', { retryAfterSeconds: 12 });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'platform_busy', status: 503, message: 'Because.', retryAfterSeconds: 12 });
  });

  it('reports an ended session when the token it sent is refused', async () => {
    const ended = jest.fn();
    const stop = onEndedSession(ended);
    await refused(401, 'unauthenticated');
    expect(ended).not.toHaveBeenCalled();
    localStorage.setItem('token', aToken());
    await refused(401, 'unauthenticated');
    expect(ended).toHaveBeenCalledTimes(1);
    stop();
  });

  it('says so when the server cannot be reached', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(call(listPlaylists, { params: { platform: 'spotify' } })).rejects.toMatchObject({ code: 'network' });
  });
});
