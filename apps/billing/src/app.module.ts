import { type DynamicModule, Module } from '@nestjs/common';
import { type BaseEnv, ServiceModule } from '@segue/service';
import type { Logger } from 'pino';
import { AllowanceController } from './allowance/allowance.controller.js';
import { AllowanceService } from './allowance/allowance.service.js';
import { AllowanceSlot } from './allowance/allowance-slot.entity.js';
import { Listeners } from './listeners.js';
import { CreateAllowanceSlots1790000002000 } from './migrations/1790000002000-create-allowance-slots.js';
import { CountClaims1790000002001 } from './migrations/1790000002001-count-claims.js';

@Module({})
export class AppModule {
  static forRoot(env: BaseEnv, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'billing',
          env,
          logger,
          database: {
            entities: [AllowanceSlot],
            migrations: [CreateAllowanceSlots1790000002000, CountClaims1790000002001],
          },
        }),
      ],
      controllers: [AllowanceController, Listeners],
      providers: [AllowanceService],
    };
  }
}
