import { createLogger, type ServiceTokens, startService } from '@segue/service';
import { freePort } from '@segue/testing';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { AuthEnv } from '../env.js';

export const SERVICE_SECRET = 'a-secret-of-at-least-thirty-two-characters';
export const GOOD_PASSWORD = 'correct horse battery';

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface Auth {
  database: DataSource;
  log: string[];
  send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, token?: string): Promise<Answer>;
  /** As another service asks. */
  ask(path: string, tokens: ServiceTokens): Promise<Answer>;
  stop(): Promise<void>;
}

export const aSigningKey = (kid = 'key-1') => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kid,
});

export const anEmail = () => `${randomUUID().slice(0, 8)}@segue.test`;

/** The service as its `main` starts it. */
export async function startAuth(databaseUrl: string, variables: NodeJS.ProcessEnv = {}): Promise<Auth> {
  const port = await freePort();
  const env = AuthEnv.parse({
    NODE_ENV: 'test',
    SERVICE_PORT: port,
    DATABASE_URL: databaseUrl,
    JWT_SERVICE_SECRET: SERVICE_SECRET,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Segue <no-reply@segue.test>',
    JWT_SIGNING_KEYS: JSON.stringify([aSigningKey()]),
    ...variables,
  });
  const log: string[] = [];
  const sink = new Writable({ write: (line, _encoding, done) => done(void log.push(String(line))) });
  const logger = createLogger('auth', 'debug', sink);
  const app = await startService({
    name: 'auth',
    env,
    logger,
    module: AppModule.forRoot(env, logger),
    listens: false,
  });
  const request = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  };
  return {
    database: app.get(DataSource),
    log,
    send: (method, path, body, token) =>
      request(path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    ask: async (path, tokens) => request(path, { headers: { 'x-segue-service': await tokens.sign('auth', null) } }),
    stop: () => app.close(),
  };
}

/** Keeps a copy of every fact, since the relay takes facts out of the outbox. */
export async function keepFacts(database: DataSource): Promise<void> {
  await database.query('CREATE TABLE told (name text, payload jsonb)');
  await database.query(`
    CREATE FUNCTION keep_fact() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO auth.told VALUES (NEW.name, NEW.payload); RETURN NEW; END $$`);
  await database.query('CREATE TRIGGER keep AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION keep_fact()');
}

/** What was told of a member, oldest first. */
export async function factsOf(
  database: DataSource,
  userId: unknown,
): Promise<Array<{ name: string; payload: object }>> {
  return database.query(`SELECT name, payload FROM told WHERE payload->>'userId' = $1`, [userId]);
}

/** A new account, signed in. */
export async function aMember(auth: Auth, password = GOOD_PASSWORD) {
  const email = anEmail();
  await auth.send('POST', '/api/auth/register', { name: 'Mia', email, password });
  return { email, password, token: await signIn(auth, email, password) };
}

export async function signIn(auth: Auth, email: string, password: string): Promise<string> {
  const { status, body } = await auth.send('POST', '/api/auth/login', { email, password });
  if (status !== 200) throw new Error(`${email} cannot sign in: ${JSON.stringify(body)}`);
  return String(body.token);
}

export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
