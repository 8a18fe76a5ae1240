import 'reflect-metadata';
import { createLogger, readEnv, runService, startService } from '@segue/service';
import { AppModule } from './app.module.js';
import { AuthEnv } from './env.js';

runService('auth', async () => {
  const env = readEnv(AuthEnv);
  const logger = createLogger('auth', env.LOG_LEVEL);
  await startService({ name: 'auth', env, logger, module: AppModule.forRoot(env, logger), listens: false, mail: true });
});
