import 'reflect-metadata';
import { BaseEnv, createLogger, readEnv, runService, startService } from '@segue/service';
import { AppModule } from './app.module.js';

runService('sync', async () => {
  const env = readEnv(BaseEnv);
  const logger = createLogger('sync', env.LOG_LEVEL);
  await startService({ name: 'sync', env, logger, module: AppModule.forRoot(env, logger), listens: true });
});
