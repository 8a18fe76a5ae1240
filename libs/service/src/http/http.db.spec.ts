import { ErrorBody } from '@segue/contracts';
import { createTestDatabase, TestTokens } from '@segue/testing';
import { connect } from 'node:net';
import { type Sample, startSample } from '../testing/start-sample.js';

let sample: Sample;

beforeAll(async () => {
  const databaseUrl = (await createTestDatabase()).urlOf('billing');
  const { findSigningKey } = new TestTokens();
  sample = await startSample({ databaseUrl, findSigningKey });
});
afterAll(() => sample.stop());
beforeEach(() => void (sample.log.length = 0));

const post = (path: string, body?: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(sample.url + path, {
    method: 'POST',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
  });
const errorOf = async (response: Response) => ErrorBody.strict().parse(await response.json());

/** Sends bytes as they are and answers all that comes back. */
const raw = (request: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(sample.url).port), '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });

describe('an error answer', () => {
  it.each([
    ['unknown', 500, 'internal_error'],
    ['not-an-error', 500, 'internal_error'],
    ['database', 503, 'service_unavailable'],
    ['http', 403, 'forbidden'],
    ['app', 503, 'platform_busy'],
  ])('to a failure of the kind "%s" is %i %s and shows nothing of the cause [S70, S71]', async (how, status, code) => {
    const response = await fetch(`${sample.url}/api/sample/fail/${how}`);
    const text = await response.clone().text();
    expect(response.status).toBe(status);
    expect(await errorOf(response)).toMatchObject({ statusCode: status, code });
    expect(text).not.toMatch(/SELECT|accounts|db\.ts|segue\.test|stack/);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-powered-by') ?? response.headers.get('server')).toBeNull();
  });

  it('is a line in the log when somebody was kept out [S157]', async () => {
    await fetch(`${sample.url}/api/sample/mine`, { headers: { 'x-request-id': 'kept-out-1' } });
    const lines = sample.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({
        time: expect.stringMatching(/Z$/),
        level: 'info',
        event: 'request.failed',
        errorCode: 'unauthenticated',
        requestId: 'kept-out-1',
      }),
    );
  });

  it('to an unknown failure holds the request id and no word more', async () => {
    const response = await fetch(`${sample.url}/api/sample/fail/unknown`);
    expect(await response.json()).toEqual({
      statusCode: 500,
      code: 'internal_error',
      message: 'Something went wrong on our side.',
      error: 'Something went wrong on our side.',
      requestId: response.headers.get('x-request-id'),
    });
    expect(sample.log.join('')).toContain('password_hash');
  });

  it('says in header and body when to come back', async () => {
    const response = await fetch(`${sample.url}/api/sample/fail/app`);
    expect(response.headers.get('retry-after')).toBe('7');
    expect((await errorOf(response)).retryAfterSeconds).toBe(7);
  });

  it('to an unknown address is a 404 of the contract', async () => {
    const response = await fetch(`${sample.url}/nowhere`);
    expect(response.status).toBe(404);
    expect((await errorOf(response)).code).toBe('not_found');
  });
});

it('an answer is kept by no cache [S71]', async () => {
  const answer = await post('/api/sample/echo/here', '{"name":"Mia"}');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
});

describe('a request id', () => {
  it('that a caller brings goes through headers, code, errors and log [S158]', async () => {
    const headers = { 'x-request-id': 'my-request-1' };
    const answer = await post('/api/sample/echo/here', '{"name":"Mia"}', headers);
    expect(answer.headers.get('x-request-id')).toBe('my-request-1');
    expect(await answer.json()).toMatchObject({ requestId: 'my-request-1' });
    const refused = await post('/api/sample/echo/here', '{"name":""}', headers);
    expect((await errorOf(refused)).requestId).toBe('my-request-1');
    const requestIds = sample.log.map((line) => (JSON.parse(line) as { requestId?: string }).requestId);
    expect(requestIds).toContain('my-request-1');
  });

  it('that could forge a header or a log line is replaced [S159]', async () => {
    const response = await fetch(`${sample.url}/api/sample/fail/unknown`, { headers: { 'x-request-id': '<script>' } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is known in the code although the body came slowly', async () => {
    const answer = await raw(
      'POST /api/sample/ping HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-request-id: my-request-2\r\n' +
        'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
    );
    expect(answer).toContain('{"requestId":"my-request-2"}');
  });

  it('of one request never shows up in another at the same time', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `parallel-${index}`);
    const seen = await Promise.all(
      ids.map(async (id, index) => {
        const headers = { 'x-request-id': id, 'x-pause-ms': String((index * 7) % 30) };
        return (await (await post('/api/sample/ping', '{}', headers)).json()) as { requestId: string };
      }),
    );
    expect(seen.map(({ requestId }) => requestId)).toEqual(ids);
  });
});

describe('what a route is given', () => {
  it('is checked and completed by its contract', async () => {
    const body = JSON.stringify({ name: '  Mia ', isAdmin: true, userId: 'other' });
    expect(await (await post('/api/sample/echo/here?times=3', body)).json()).toMatchObject({
      params: { place: 'here' },
      query: { times: 3 },
      body: { name: 'Mia', tags: [] },
    });
  });

  it('has every fault named, of parameters, query and body', async () => {
    const response = await post('/api/sample/echo/HERE?times=x', '{"name":" ","tags":[1]}');
    expect(response.status).toBe(400);
    const { code, message, details } = await errorOf(response);
    expect(code).toBe('validation_failed');
    expect(details?.map(({ path }) => path)).toEqual(['params.place', 'query.times', 'name', 'tags.0']);
    expect(message).toBe('params.place: must be small letters');
  });

  it('names 20 faults at most', async () => {
    const tags = JSON.stringify({ name: 'Mia', tags: Array(1000).fill(1) });
    expect((await errorOf(await post('/api/sample/echo/here', tags))).details).toHaveLength(20);
  });
});

describe('a body', () => {
  it.each([undefined, ''])('may be missing where none is needed (%o)', async (body) => {
    expect((await post('/api/sample/ping', body, { 'content-type': 'application/json' })).status).toBe(200);
  });

  it('may be missing without a content type', async () => {
    expect((await post('/api/sample/ping')).status).toBe(200);
  });

  it.each([
    ['truncated', '{"name":"Mia"'],
    ['with a comma too many', '{"name":"Mia",}'],
    ['with NaN', '{"name":NaN}'],
    ['that is no JSON', 'name=Mia'],
    ['with __proto__', '{"name":"Mia","__proto__":{"polluted":true}}'],
    ['with __proto__ in escapes', '{"name":"Mia","\\u005f_proto__":{"polluted":true}}'],
    ["with a constructor's prototype", '{"name":"Mia","constructor":{"prototype":{"polluted":true}}}'],
    ['of 10,000 lists in each other', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['that is a list', '[]'],
    ['that is null', 'null'],
    ['that is a text', '"name"'],
  ])('%s is refused with 400 and spoils nothing [S60, S61]', async (_, body) => {
    const response = await post('/api/sample/echo/here', body);
    expect(response.status).toBe(400);
    await errorOf(response);
    const next = await post('/api/sample/echo/here', '{"name":"Mia"}');
    expect(await next.json()).toMatchObject({ body: { name: 'Mia' }, polluted: false });
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'of the type %s is refused with 415 [S63]',
    async (type) => {
      const response = await post('/api/sample/echo/here', '{"name":"Mia"}', { 'content-type': type });
      expect(response.status).toBe(415);
      expect((await errorOf(response)).code).toBe('unsupported_media_type');
    },
  );

  it('without a type is refused with 415 [S63]', async () => {
    const response = await post('/api/sample/echo/here', new TextEncoder().encode('{"name":"Mia"}'), {
      'content-type': '',
    });
    expect(response.status).toBe(415);
  });

  it('of 100 kB is taken, one byte more is refused with 413', async () => {
    const frame = '{"name":"Mia","more":""}'.length;
    const bodyOf = (bytes: number) => `{"name":"Mia","more":"${'x'.repeat(bytes - frame)}"}`;
    expect((await post('/api/sample/echo/here', bodyOf(102_400))).status).toBe(200);
    const response = await post('/api/sample/echo/here', bodyOf(102_401));
    expect(response.status).toBe(413);
    expect((await errorOf(response)).code).toBe('payload_too_large');
  });

  it('sent in pieces is counted as it comes', async () => {
    const piece = `${'x'.repeat(1024)}`;
    const pieces = `400\r\n${piece}\r\n`.repeat(120);
    const answer = await raw(
      'POST /api/sample/echo/here HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n' +
        `transfer-encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`,
    ).catch(() => 'connection cut');
    expect(answer).toMatch(/^HTTP\/1\.1 413|connection cut/);
  });
});
