import { type DynamicModule, Module } from '@nestjs/common';
import { type BaseEnv, ServiceModule } from '@segue/service';
import type { Logger } from 'pino';
import { COMPARISON_WORKER, ComparisonWorkers } from './compare/comparison-workers.js';
import { CompareService } from './compare/compare.service.js';
import { Pairing } from './compare/pairing.entity.js';
import { PairingService } from './compare/pairing.service.js';
import { ExportService } from './export.service.js';
import { BrokenOff } from './ledger/broken-off.js';
import { Ledger } from './ledger/ledger.js';
import { LedgerPruning } from './ledger/ledger-pruning.js';
import { OperationLeases } from './ledger/operation-leases.js';
import { Operation, OperationItem } from './ledger/operation.entity.js';
import { ReceiptsService } from './ledger/receipts.service.js';
import { Listeners } from './listeners.js';
import { CreateLedger1790000004000 } from './migrations/1790000004000-create-ledger.js';
import { LeaseOperations1790000004001 } from './migrations/1790000004001-lease-operations.js';
import { GroupCalls1790000004002 } from './migrations/1790000004002-group-calls.js';
import { AvailabilityService } from './resolve/availability.service.js';
import { ResolveService } from './resolve/resolve.service.js';
import { SyncController } from './sync.controller.js';
import { AddTrackService } from './write/add-track.service.js';
import { Allowance } from './write/allowance.js';
import { CreatePlaylistService } from './write/create-playlist.service.js';
import { GroupedCalls } from './write/grouped-calls.js';
import { PlaylistMaker } from './write/playlist-maker.js';
import { PlaylistLease } from './write/playlist-lease.js';
import { RebuildPlaylistService } from './write/rebuild-playlist.service.js';
import { Removal } from './write/removal.js';
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
          database: {
            entities: [Pairing, Operation, OperationItem],
            migrations: [CreateLedger1790000004000, LeaseOperations1790000004001, GroupCalls1790000004002],
          },
        }),
      ],
      controllers: [SyncController, Listeners],
      providers: [
        { provide: COMPARISON_WORKER, useValue: new URL('./compare/comparison-worker.js', import.meta.url) },
        ComparisonWorkers,
        CompareService,
        PairingService,
        ResolveService,
        AvailabilityService,
        OperationLeases,
        Ledger,
        LedgerPruning,
        BrokenOff,
        ReceiptsService,
        ExportService,
        Allowance,
        PlaylistLease,
        Writer,
        GroupedCalls,
        AddTrackService,
        Removal,
        RemoveTrackService,
        PlaylistMaker,
        CreatePlaylistService,
        RebuildPlaylistService,
      ],
    };
  }
}
