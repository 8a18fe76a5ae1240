import { z } from 'zod';
import { appUrlOf, BaseEnv, portOf, readEnv, serviceUrls } from './env.js';

const GOOD = { DATABASE_URL: 'postgres://u:p@127.0.0.1/segue', JWT_SERVICE_SECRET: 'x'.repeat(32) };

describe('readEnv', () => {
  it('lists every fault by name at once and never shows a value [S91]', () => {
    const faulty = {
      DATABASE_URL: 'canary-not-a-url',
      JWT_SERVICE_SECRET: 'canary-short',
      PORT: 'canary-port',
      LOG_LEVEL: 'canary-level',
      APP_URL: 'canary-address',
      RABBITMQ_URL: 'https://canary-broker',
      REDIS_URL: 'https://canary-redis',
    };
    let message = '';
    try {
      readEnv(BaseEnv, faulty);
    } catch (error) {
      message = String(error);
    }
    for (const name of Object.keys(faulty)) expect(message).toContain(name);
    expect(message).not.toContain('canary');
  });

  it('refuses to run while certificates are not checked [S94]', () => {
    const trusting = { ...GOOD, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(() => readEnv(BaseEnv, trusting)).toThrow('NODE_TLS_REJECT_UNAUTHORIZED');
    expect(readEnv(BaseEnv, { ...trusting, NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toMatchObject({ PORT: 3000 });
  });

  it('names what is missing, and takes an empty value for missing', () => {
    expect(() => readEnv(BaseEnv, { ...GOOD, DATABASE_URL: '' })).toThrow('DATABASE_URL');
    expect(readEnv(BaseEnv, { ...GOOD, APP_URL: '', LOG_LEVEL: '' })).toMatchObject({ LOG_LEVEL: 'info' });
  });

  it('reads one secret of the services or several, none of them short', () => {
    const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
    const read = (JWT_SERVICE_SECRET: string) => readEnv(BaseEnv, { ...GOOD, JWT_SERVICE_SECRET }).JWT_SERVICE_SECRET;
    expect(read(one)).toEqual([one]);
    expect(read(`${one}, ${two}`)).toEqual([one, two]);
    for (const written of [`${one},`, `,${one}`, `${one},short`]) {
      expect(() => read(written)).toThrow('JWT_SERVICE_SECRET');
    }
  });

  it('refuses ports that do not exist', () => {
    for (const PORT of ['0', '65536', '80.5', 'http']) {
      expect(() => readEnv(BaseEnv, { ...GOOD, PORT })).toThrow('PORT');
    }
  });

  it('gives the defaults of the operating contract', () => {
    expect(readEnv(BaseEnv, GOOD)).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', NODE_ENV: 'development' });
    expect(appUrlOf(readEnv(BaseEnv, GOOD))).toBe('http://127.0.0.1:3000');
    expect(appUrlOf(readEnv(BaseEnv, { ...GOOD, APP_URL: 'https://segue.test/' }))).toBe('https://segue.test');
  });

  it('shows a schema of a service only what it asks for', () => {
    expect(readEnv(z.object({ A: z.string() }), { A: '1', B: '2' })).toEqual({ A: '1' });
  });
});

describe('where services are', () => {
  it('derives every address from the public port unless one is given', () => {
    const env = readEnv(BaseEnv, { ...GOOD, PORT: '4000', SYNC_URL: 'http://sync.segue:80' });
    expect(serviceUrls(env)).toEqual({
      gateway: 'http://127.0.0.1:4000',
      auth: 'http://127.0.0.1:4001',
      billing: 'http://127.0.0.1:4002',
      connectors: 'http://127.0.0.1:4003',
      sync: 'http://sync.segue:80',
      admin: 'http://127.0.0.1:4005',
    });
    expect(portOf('gateway', env)).toBe(4000);
    expect(portOf('sync', { PORT: 4000, SERVICE_PORT: 8080 })).toBe(8080);
  });
});
