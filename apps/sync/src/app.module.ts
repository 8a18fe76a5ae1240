import { type DynamicModule, Module } from '@nestjs/common';
import { type BaseEnv, ServiceModule } from '@segue/service';
import type { Logger } from 'pino';
import { CompareService } from './compare/compare.service.js';
import { Pairing } from './compare/pairing.entity.js';
import { Ledger } from './ledger/ledger.js';
import { LedgerPruning } from './ledger/ledger-pruning.js';
import { Operation, OperationItem } from './ledger/operation.entity.js';
import { Listeners } from './listeners.js';
import { CreateLedger1790000004000 } from './migrations/1790000004000-create-ledger.js';
import { AvailabilityService } from './resolve/availability.service.js';
import { ResolveService } from './resolve/resolve.service.js';
import { SyncController } from './sync.controller.js';
import { AddTrackService } from './write/add-track.service.js';
import { Allowance } from './write/allowance.js';
import { CreatePlaylistService } from './write/create-playlist.service.js';
import { PlaylistLease } from './write/playlist-lease.js';
import { RemoveTrackService } from './write/remove-track.service.js';
import { Writer } from './write/writer.js';

@Module({})
export class AppModule {
  static forRoot(env: BaseEnv, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'sync',
          env,
          logger,
          database: { entities: [Pairing, Operation, OperationItem], migrations: [CreateLedger1790000004000] },
        }),
      ],
      controllers: [SyncController, Listeners],
      providers: [
        CompareService,
        ResolveService,
        AvailabilityService,
        Ledger,
        LedgerPruning,
        Allowance,
        PlaylistLease,
        Writer,
        AddTrackService,
        RemoveTrackService,
        CreatePlaylistService,
      ],
    };
  }
}
