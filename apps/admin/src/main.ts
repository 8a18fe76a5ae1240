import 'reflect-metadata';
import { createLogger, readEnv, runService, startService } from '@segue/service';
import { AppModule } from './app.module.js';
import { AdminEnv } from './env.js';

runService('admin', async () => {
  const env = readEnv(AdminEnv);
  const logger = createLogger('admin', env.LOG_LEVEL);
  await startService({ name: 'admin', env, logger, module: AppModule.forRoot(env, logger), listens: true, mail: true });
});
