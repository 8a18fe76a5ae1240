import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startService } from '@segue/service';
import type { Logger } from 'pino';
import { ApiDoor } from './api-door.js';
import { AppModule } from './app.module.js';
import type { GatewayEnv } from './env.js';
import { serveWebApp } from './web/web-app.js';

/** The public door: the API before anything else, then the web app. */
export const startGateway = (env: GatewayEnv, logger: Logger): Promise<NestFastifyApplication> =>
  startService({
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
