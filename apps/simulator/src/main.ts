import { stripeWebhook } from '@segue/contracts';
import { readEnv } from './env.js';
import { makeSmtpServer } from './mail/smtp.js';
import { createSimulator, type SimulatorOptions } from './simulator.js';
import { Clock } from './clock.js';
import { trueChance } from './chance.js';

/** After this the process ends even if something will not close. */
const LONGEST_STOP_MS = 1500;

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const host = env.HOST === '0.0.0.0' ? '127.0.0.1' : env.HOST;
  const clock = new Clock();
  const options: SimulatorOptions = {
    appUrl: env.APP_URL,
    baseUrl: (env.SIMULATOR_URL ?? `http://${host}:${env.PORT}`).replace(/\/$/, ''),
    spotify: {
      clientId: env.SPOTIFY_CLIENT_ID,
      clientSecret: env.SPOTIFY_CLIENT_SECRET,
      quotaMode: env.SPOTIFY_QUOTA_MODE,
    },
    apple: { teamId: env.APPLE_TEAM_ID, keyId: env.APPLE_KEY_ID, publicKey: env.APPLE_PUBLIC_KEY },
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      priceId: env.STRIPE_PRICE_ID,
      webhookUrl: env.STRIPE_WEBHOOK_URL ?? new URL(stripeWebhook.path, env.APP_URL).href,
    },
    dataDir: env.SIMULATOR_DATA_DIR,
    clock,
  };
  const { app, world } = await createSimulator(options);
  const smtp = makeSmtpServer(world.mailbox, clock, trueChance);
  smtp.on('error', (error) => fail(error));
  const stop = (): void => {
    setTimeout(() => process.exit(0), LONGEST_STOP_MS).unref();
    void Promise.all([app.close(), new Promise<void>((resolve) => smtp.close(() => resolve()))]).then(() =>
      process.exit(0),
    );
  };
  // 'disconnect': the program that started us is gone.
  process.once('SIGTERM', stop).once('SIGINT', stop).once('disconnect', stop);
  await new Promise<void>((resolve) => smtp.listen(env.SMTP_PORT, env.HOST, resolve));
  await app.listen({ port: env.PORT, host: env.HOST });
  console.log(`The simulator is ready at ${options.baseUrl} (mail at port ${env.SMTP_PORT}).`);
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

main().catch(fail);
