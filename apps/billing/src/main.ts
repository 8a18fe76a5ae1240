import 'reflect-metadata';
import { BaseEnv, createLogger, readEnv, runService, startService } from '@segue/service';
import { AppModule } from './app.module.js';

runService('billing', async () => {
  const env = readEnv(BaseEnv);
  const logger = createLogger('billing', env.LOG_LEVEL);
  await startService({ name: 'billing', env, logger, module: AppModule.forRoot(env, logger), listens: true });
});
