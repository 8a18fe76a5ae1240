import { type DynamicModule, Module } from '@nestjs/common';
import { LOGGER, ServiceModule, ServiceTokens, serviceUrls } from '@segue/service';
import type { Logger } from 'pino';
import { RateLimits } from './access/rate-limits.js';
import { TokenCheck } from './access/token-check.js';
import { ApiDoor } from './api-door.js';
import type { GatewayEnv } from './env.js';
import { GatewayController, SERVICE_URLS } from './gateway.controller.js';
import { Upstreams } from './proxy/upstreams.js';
import { VisitsController } from './visits/visits.controller.js';
import { VisitsService } from './visits/visits.service.js';

@Module({})
export class AppModule {
  static forRoot(env: GatewayEnv, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.forRoot({ name: 'gateway', env, logger, database: { entities: [], migrations: [] } })],
      controllers: [GatewayController, VisitsController],
      providers: [
        TokenCheck,
        VisitsService,
        RateLimits,
        { provide: SERVICE_URLS, useFactory: () => serviceUrls(env) },
        { provide: Upstreams, useFactory: () => new Upstreams(env) },
        {
          provide: ApiDoor,
          inject: [TokenCheck, ServiceTokens, Upstreams, RateLimits, LOGGER],
          useFactory: (
            tokens: TokenCheck,
            services: ServiceTokens,
            upstreams: Upstreams,
            limits: RateLimits,
            log: Logger,
          ) => new ApiDoor(tokens, services, upstreams, limits, log),
        },
      ],
    };
  }
}
