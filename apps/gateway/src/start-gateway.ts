import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startService } from '@segue/service';
import type { Logger } from 'pino';
import { capConnections, CONNECTIONS_PER_ADDRESS } from './access/connection-cap.js';
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
    trustedProxies: env.TRUSTED_PROXIES,
    prepare: async (app) => {
      // Behind a proxy all connections come from there, and limiting them is its part.
      if (env.TRUSTED_PROXIES === undefined) capConnections(app.getHttpServer(), CONNECTIONS_PER_ADDRESS);
      app.get(ApiDoor).mount(app.getHttpAdapter().getInstance());
      await serveWebApp(app, env);
    },
  });
