import { createLogger, NestLogger, redactText } from './logger.js';
import { acceptRequestId, currentRequestId, inRequest } from './request-context.js';
import { logInto } from '../testing/start-sample.js';

const JWT = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl-_';
const STRIPE_KEY = ['sk', 'live', '51Habcdefghijk'].join('_');
const WEBHOOK_SECRET = ['whsec', 'abcdefghijk'].join('_');
const CANARIES = [
  `token ${JWT} refused`,
  'Authorization: Bearer abc.def-ghi',
  `stripe said no to ${STRIPE_KEY}`,
  `signed with ${WEBHOOK_SECRET}`,
  'no such account: mia.meier+x@segue.test',
  'GET /reset-password/Zm9vYmFyYmF6cXV4 404',
  '/api/spotify/callback?code=AQDcode123&state=st4te',
];
const SECRETS = [
  JWT,
  'abc.def-ghi',
  STRIPE_KEY,
  WEBHOOK_SECRET,
  'mia.meier',
  'segue.test',
  'Zm9vYmFyYmF6cXV4',
  'AQDcode123',
  'st4te',
];

function lines(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const log: string[] = [];
  write(createLogger('billing', 'debug', logInto(log)));
  return log.join('');
}
function expectNoSecretIn(text: string): void {
  expect(text).not.toBe('');
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

describe('the log', () => {
  it.each(CANARIES)('takes secrets out of free text: %s [S127]', (canary) => {
    expectNoSecretIn(redactText(canary));
    expectNoSecretIn(lines((logger) => logger.info(canary)));
    expectNoSecretIn(lines((logger) => logger.warn({ userId: 'u' }, canary)));
    expectNoSecretIn(lines((logger) => logger.warn('told %s', canary)));
    expectNoSecretIn(lines((logger) => new NestLogger(logger).error(canary, `Error: ${canary}\n  at x`)));
  });

  it.each(CANARIES)('takes secrets out of errors and their causes: %s', (canary) => {
    const error = new Error(canary, { cause: new Error(canary) });
    expectNoSecretIn(lines((logger) => logger.error({ err: error }, 'failed')));
  });

  it.each([null, undefined, 'Bearer abc.def-ghi', 7, {}])('takes whatever was thrown: %o', (thrown) => {
    expectNoSecretIn(lines((logger) => logger.error({ err: thrown }, 'failed')));
  });

  it('leaves the paths of a stack trace readable', () => {
    const line = 'at handler (/srv/node_modules/@nestjs/core/router.js:3:4)';
    expect(redactText(line)).toBe(line);
  });

  it('hides fields that hold secrets, wherever they stand [S127]', () => {
    const secret = { password: 'canary', email: 'canary', userToken: 'canary', refresh_token: 'canary' };
    const text = lines((logger) => logger.info({ ...secret, body: secret, request: { body: secret } }, 'request'));
    expect(text).not.toContain('canary');
    expect(JSON.parse(text)).toMatchObject({ body: { password: '[redacted]' } });
  });

  it('keeps what is needed to follow an event', () => {
    const text = lines((logger) =>
      inRequest('request-1', () => logger.warn({ event: 'token.refused', userId: 'u', status: 400 }, 'refused')),
    );
    expect(JSON.parse(text)).toMatchObject({
      level: 'warn',
      service: 'billing',
      event: 'token.refused',
      userId: 'u',
      status: 400,
      requestId: 'request-1',
      msg: 'refused',
    });
  });

  it('writes one line for one event, whatever it holds [S128]', () => {
    expect(
      lines((logger) => logger.info('a\r\n{"level":"error","msg":"forged"}'))
        .trim()
        .split('\n'),
    ).toHaveLength(1);
  });
});

describe('a request id', () => {
  it.each(['abcd1234', '0f8fad5b-d9cb-469f-a165-70867728950e', 'x'.repeat(64)])(
    'of a caller is kept: %s [S159]',
    (id) => {
      expect(acceptRequestId(id)).toBe(id);
    },
  );

  it.each(['short', 'x'.repeat(65), 'with space', 'a\r\nset-cookie: x', '<script>1</script>', '', undefined, ['a'], 7])(
    'that is not one is replaced: %o',
    (given) => {
      expect(acceptRequestId(given)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    },
  );

  it('belongs to its request alone', async () => {
    const seen = await Promise.all(
      ['request-a', 'request-b'].map((id) =>
        inRequest(id, async () => {
          await new Promise((resolve) => setImmediate(resolve));
          return currentRequestId();
        }),
      ),
    );
    expect(seen).toEqual(['request-a', 'request-b']);
    expect(currentRequestId()).toBeNull();
  });
});
