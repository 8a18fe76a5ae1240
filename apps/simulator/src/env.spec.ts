import { readEnv } from './env.js';

const GOOD = {
  APP_URL: 'http://127.0.0.1:3000',
  SPOTIFY_CLIENT_ID: 'id',
  SPOTIFY_CLIENT_SECRET: 'secret',
  APPLE_TEAM_ID: 'team',
  APPLE_KEY_ID: 'key',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_ID: 'price_1',
  APPLE_PUBLIC_KEY: '-----BEGIN PUBLIC KEY-----\\nAAAA\\n-----END PUBLIC KEY-----',
};

describe('the environment', () => {
  it('has defaults for addresses and mode', () => {
    expect(readEnv(GOOD)).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3100,
      SMTP_PORT: 3125,
      SPOTIFY_QUOTA_MODE: 'development',
    });
  });

  it('takes a key with written line ends', () => {
    expect(readEnv(GOOD).APPLE_PUBLIC_KEY.split('\n')).toHaveLength(3);
  });

  it.each(Object.keys(GOOD))('names %s when it is missing', (name) => {
    expect(() => readEnv({ ...GOOD, [name]: undefined })).toThrow(name);
  });

  it('refuses production', () => {
    expect(() => readEnv({ ...GOOD, NODE_ENV: 'production' })).toThrow('NODE_ENV');
  });
});
