import { Injectable } from '@nestjs/common';
import { counterpartOf, type PlatformId } from '@segue/contracts';
import { Clock } from '@segue/service';
import { DataSource, type EntityManager } from 'typeorm';
import { Pairing } from './pairing.entity.js';

/** Which target a member keeps each source playlist in step with. */
@Injectable()
export class PairingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The remembered target of a source; null when there is none. */
  async targetOf(userId: string, targetPlatform: PlatformId, sourcePlaylistId: string): Promise<string | null> {
    const sourcePlatform = counterpartOf(targetPlatform);
    const pairing = await this.dataSource
      .getRepository(Pairing)
      .findOneBy({ userId, sourcePlatform, sourcePlaylistId, targetPlatform });
    return pairing?.targetPlaylistId ?? null;
  }

  allOf(userId: string): Promise<Pairing[]> {
    return this.dataSource.getRepository(Pairing).find({ where: { userId }, order: { updatedAt: 'DESC' } });
  }

  /** Remembers the target of a source, instead of the one before. */
  async pair(
    tx: EntityManager,
    userId: string,
    targetPlatform: PlatformId,
    sourcePlaylistId: string,
    targetPlaylistId: string,
  ): Promise<void> {
    const pairing: Pairing = {
      userId,
      sourcePlatform: counterpartOf(targetPlatform),
      sourcePlaylistId,
      targetPlatform,
      targetPlaylistId,
      updatedAt: this.clock.now(),
    };
    await tx.upsert(Pairing, pairing, ['userId', 'sourcePlatform', 'sourcePlaylistId', 'targetPlatform']);
  }

  /** Every source of the old target goes with the new one. */
  async move(
    tx: EntityManager,
    userId: string,
    targetPlatform: PlatformId,
    oldTargetId: string,
    targetPlaylistId: string,
  ): Promise<void> {
    const ofOld = { userId, targetPlatform, targetPlaylistId: oldTargetId };
    await tx.update(Pairing, ofOld, { targetPlaylistId, updatedAt: this.clock.now() });
  }
}
