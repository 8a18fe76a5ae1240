import { Injectable } from '@nestjs/common';
import type { exportChanges, ResponseOf } from '@segue/contracts';
import type { ActingUser } from '@segue/service';
import { PairingService } from './compare/pairing.service.js';
import { ReceiptsService } from './ledger/receipts.service.js';

/** What sync keeps about a member, for the member. */
@Injectable()
export class ExportService {
  constructor(
    private readonly receipts: ReceiptsService,
    private readonly pairings: PairingService,
  ) {}

  async exportChanges(user: ActingUser): Promise<ResponseOf<typeof exportChanges>> {
    const [changes, pairings] = await Promise.all([this.receipts.readAll(user), this.pairings.allOf(user._id)]);
    return {
      changes,
      pairings: pairings.map(({ sourcePlatform, sourcePlaylistId, targetPlatform, targetPlaylistId, updatedAt }) => ({
        sourcePlatform,
        sourcePlaylistId,
        targetPlatform,
        targetPlaylistId,
        updatedAt: updatedAt.toISOString(),
      })),
    };
  }
}
