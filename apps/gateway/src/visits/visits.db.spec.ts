import { createTestDatabase, eventually, TestTokens } from '@segue/testing';
import { DataSource } from 'typeorm';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const CONSENT = `cookieConsentDetails=${encodeURIComponent('{"analytics":true,"marketing":false}')}`;
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({
    databaseUrl: (await createTestDatabase()).urlOf('gateway'),
    jwks: new TestTokens().jwks(),
  });
  // Keeps a copy of every fact, since the relay takes facts out of the outbox.
  await query('CREATE TABLE told (name text, payload jsonb)');
  await query(`
    CREATE FUNCTION keep_fact() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO gateway.told VALUES (NEW.name, NEW.payload); RETURN NEW; END $$`);
  await query('CREATE TRIGGER keep AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION keep_fact()');
});
afterAll(() => gateway.stop());
beforeEach(() => query('TRUNCATE told'));

const query = (sql: string): Promise<Array<{ name: string; payload: Record<string, string> }>> =>
  gateway.app.get(DataSource).query(sql);
const load = (path: string, headers: Record<string, string> = {}) => fetch(gateway.url + path, { headers });
const change = async (path: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${gateway.url}/api/visits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ path }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const told = () => query('SELECT * FROM told');

describe('a visit', () => {
  it('counts when a page is loaded by somebody who allows it: its template, a cut address, the browser [S18]', async () => {
    await load('/reset-password/Zm9vYmFyYmF6?x=1', { cookie: CONSENT, 'user-agent': 'Reader/1' });
    await eventually(async () =>
      expect(await told()).toEqual([
        {
          name: 'visit.recorded',
          payload: { path: '/reset-password/:token', ip: '127.0.0.0', userAgent: 'Reader/1', at: expect.any(String) },
        },
      ]),
    );
  });

  it('counts when the app says that another page is shown', async () => {
    expect(await change('/playlist/apple/p.x', { cookie: CONSENT })).toEqual({ status: 200, body: { recorded: true } });
    expect(await told()).toMatchObject([{ payload: { path: '/playlist/:platform/:id' } }]);
  });

  it.each([
    ['without any choice', {}],
    ['after a refusal', { cookie: CONSENT.replace('true', 'false') }],
    ['to a page that only loads ahead', { cookie: CONSENT, 'sec-purpose': 'prefetch' }],
  ])('does not count %s [S168]', async (_, headers: Record<string, string>) => {
    await load('/dashboard', headers);
    if (!('sec-purpose' in headers)) expect((await change('/dashboard', headers)).body).toEqual({ recorded: false });
    // What was asked later is told later: nothing waits behind it.
    await change('/pricing', { cookie: CONSENT });
    expect((await told()).map(({ payload }) => payload['path'])).toEqual(['/pricing']);
  });

  it('does not count to an address of no page', async () => {
    expect((await change('/nowhere', { cookie: CONSENT })).body).toEqual({ recorded: false });
    expect(await told()).toEqual([]);
  });

  it.each([7, 'no path', `/${'x'.repeat(3000)}`, null])('to %j is refused', async (path) => {
    expect((await change(path, { cookie: CONSENT })).status).toBe(400);
  });
});
