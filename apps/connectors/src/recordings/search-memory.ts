import { Injectable } from '@nestjs/common';
import type { Recording } from '@segue/contracts';
import { Clock } from '@segue/service';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { Catalogue } from './recording-memory.js';

/** As long as an absence: a search is made for songs that a code did not find. */
const LIFE_MS = 3 * 24 * 60 * 60 * 1000;

export interface SearchWords {
  readonly title: string;
  readonly artist: string;
}

const RECALL = `
  SELECT recordings FROM remembered_searches
  WHERE platform = $1 AND storefront = $2 AND question = $3 AND expires_at > $4`;
const REMEMBER = `
  INSERT INTO remembered_searches (platform, storefront, question, recordings, expires_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (platform, storefront, question)
  DO UPDATE SET recordings = EXCLUDED.recordings, expires_at = EXCLUDED.expires_at`;

/**
 * What platforms answered to text searches, for 3 days, shared by all members. The words themselves come from browsers and
 * are kept as a hash only; a failed search is not kept.
 */
@Injectable()
export class SearchMemory {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** null: nobody has asked this lately. */
  async recall({ platform, storefront }: Catalogue, words: SearchWords): Promise<Recording[] | null> {
    const rows: Array<{ recordings: Recording[] }> = await this.dataSource.query(RECALL, [
      platform,
      storefront,
      questionOf(words),
      this.clock.now(),
    ]);
    return rows[0]?.recordings ?? null;
  }

  async remember({ platform, storefront }: Catalogue, words: SearchWords, found: readonly Recording[]): Promise<void> {
    // Addresses of covers expire within a day.
    const recordings = JSON.stringify(found.map((recording) => ({ ...recording, cover_url: null })));
    const expiresAt = new Date(this.clock.now().getTime() + LIFE_MS);
    await this.dataSource.query(REMEMBER, [platform, storefront, questionOf(words), recordings, expiresAt]);
  }

  /** Deletes what has expired. */
  async prune(): Promise<void> {
    await this.dataSource.query('DELETE FROM remembered_searches WHERE expires_at < $1', [this.clock.now()]);
  }
}

const questionOf = ({ title, artist }: SearchWords): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([title, artist].map((text) => text.normalize('NFKC').toLowerCase().trim())))
    .digest();
