import 'reflect-metadata';
import { createLogger, readEnv, runService, startService } from '@segue/service';
import { ApiDoor } from './api-door.js';
import { AppModule } from './app.module.js';
import { GatewayEnv } from './env.js';
import { serveWebApp } from './web/web-app.js';

runService('gateway', async () => {
  const env = readEnv(GatewayEnv);
  const logger = createLogger('gateway', env.LOG_LEVEL);
  await startService({
    name: 'gateway',
    env,
    logger,
    module: AppModule.forRoot(env, logger),
    listens: false,
    prepare: async (app) => {
      app.get(ApiDoor).mount(app.getHttpAdapter().getInstance());
      await serveWebApp(app, env);
    },
  });
});
