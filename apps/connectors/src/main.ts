import 'reflect-metadata';
import { createLogger, readEnv, runService, startService } from '@segue/service';
import { AppModule } from './app.module.js';
import { ConnectorsEnv } from './env.js';

runService('connectors', async () => {
  const env = readEnv(ConnectorsEnv);
  const logger = createLogger('connectors', env.LOG_LEVEL);
  const module = AppModule.forRoot(env, logger);
  await startService({ name: 'connectors', env, logger, module, listens: true, mail: true });
});
