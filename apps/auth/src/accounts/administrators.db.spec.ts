import { Outbox } from '@segue/service';
import { createTestDatabase, eventually, TestClock } from '@segue/testing';
import { aMember, anEmail, type Auth, claimsOf, GOOD_PASSWORD, signIn, startAuth } from '../testing/start-auth.js';
import { answerAdminCommand, USAGE } from './administrators.js';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth((await createTestDatabase()).urlOf('auth'));
});
afterAll(() => auth.stop());

const run = (...args: string[]): Promise<string> => {
  const clock = new TestClock(new Date().toISOString());
  return answerAdminCommand(args, { database: auth.database, outbox: new Outbox('auth', clock), clock });
};
const statusOf = async (token: string) => (await auth.send('GET', '/api/auth/profile', undefined, token)).status;
const ended = (token: string) => eventually(async () => expect(await statusOf(token)).toBe(401));
const HOUR_SECONDS = 60 * 60;

describe('npm run admin', () => {
  it('makes a member an administrator, whose next token says so and lives for an hour', async () => {
    const { email, token } = await aMember(auth);
    expect(await run('grant', ` ${email.toUpperCase()} `)).toContain('is an administrator now');
    await ended(token);
    const claims = claimsOf(await signIn(auth, email, GOOD_PASSWORD));
    expect(claims).toMatchObject({ isAdmin: true });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(HOUR_SECONDS);
    expect(await run('list')).toContain(email);
    expect(await run('grant', email)).toContain('already');
  });

  it('takes it away at once', async () => {
    const { email } = await aMember(auth);
    await run('grant', email);
    const token = await signIn(auth, email, GOOD_PASSWORD);
    await run('revoke', email);
    await ended(token);
    expect(claimsOf(await signIn(auth, email, GOOD_PASSWORD))).toMatchObject({ isAdmin: false });
  });

  it('says what is wrong and changes nothing', async () => {
    await expect(run('grant', anEmail())).rejects.toThrow('Nobody is registered as');
    for (const args of [[], ['grant'], ['grant', 'nobody'], ['make', anEmail()], ['grant', anEmail(), 'more']]) {
      await expect(run(...args)).rejects.toThrow(USAGE);
    }
  });
});
