import 'reflect-metadata';
import { createLogger, readEnv, runService, startService } from '@segue/service';
import { AppModule } from './app.module.js';
import { BillingEnv } from './env.js';

runService('billing', async () => {
  const env = readEnv(BillingEnv);
  const logger = createLogger('billing', env.LOG_LEVEL);
  await startService({ name: 'billing', env, logger, module: AppModule.forRoot(env, logger), listens: true });
});
