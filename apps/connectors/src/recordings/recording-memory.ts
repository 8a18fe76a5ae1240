import { Injectable } from '@nestjs/common';
import type { PlatformId, Recording } from '@segue/contracts';
import { Clock } from '@segue/service';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import type { LookupAnswer } from '../platforms/platform.js';
import { ABSENT } from './remembered-recording.entity.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const FOUND_LIFE_MS = 30 * DAY_MS;
const ABSENT_LIFE_MS = 3 * DAY_MS;
/** After its life a song's row answers no more; for so long it still tells that the song was there once. */
const REMAINS_MS = 60 * DAY_MS;
/** A fact learnt within this is not written again. */
const FRESH_MS = DAY_MS;
const FRESH_KEYS = 50_000;

/** Which catalogue a fact belongs to. */
export interface Catalogue {
  readonly platform: PlatformId;
  readonly storefront: string;
}

/** Sorted, so that two writers never wait for each other's rows. */
const REMEMBER = `
  INSERT INTO remembered_recordings (platform, storefront, isrc, recording_id, facts, expires_at)
  SELECT $1, $2, row.isrc, row.recording_id, row.facts, $4
  FROM jsonb_to_recordset($3::jsonb) AS row (isrc text, recording_id text, facts jsonb)
  ORDER BY row.isrc, row.recording_id
  ON CONFLICT (platform, storefront, isrc, recording_id)
  DO UPDATE SET facts = EXCLUDED.facts, expires_at = EXCLUDED.expires_at`;

const RECALL = `
  SELECT isrc, recording_id, facts FROM remembered_recordings
  WHERE platform = $1 AND storefront = $2 AND isrc = ANY ($3) AND expires_at > $4
  ORDER BY recording_id`;

/** Songs that stood under these ISRCs, also where or when they do not answer (any more). */
const SEEN = `
  SELECT isrc, storefront, expires_at > $3 AS holds FROM remembered_recordings
  WHERE platform = $1 AND isrc = ANY ($2) AND recording_id <> '${ABSENT}'`;

/** What stands under the same ISRCs is asked for anew as well. */
const DOUBT = `
  UPDATE remembered_recordings SET expires_at = $4
  WHERE platform = $1 AND storefront = $2 AND recording_id <> '${ABSENT}' AND expires_at > $4 AND isrc IN (
    SELECT isrc FROM remembered_recordings
    WHERE platform = $1 AND storefront = $2 AND recording_id = ANY ($3) AND recording_id <> '${ABSENT}'
  )
  RETURNING isrc, recording_id`;

const PRUNE = `
  DELETE FROM remembered_recordings
  WHERE expires_at < $2 OR (expires_at < $1 AND recording_id = '${ABSENT}')`;

const UNLEARN_ABSENCE = `
  DELETE FROM remembered_recordings
  WHERE platform = $1 AND storefront = $2 AND isrc = ANY ($3) AND recording_id = '${ABSENT}'`;

const ISRCS_OF = `
  SELECT recording_id, isrc FROM remembered_recordings
  WHERE platform = $1 AND storefront = $2 AND recording_id = ANY ($3) AND recording_id <> '${ABSENT}'`;

export interface Sightings {
  readonly now: ReadonlySet<string>;
  readonly ever: ReadonlySet<string>;
}

interface Row {
  readonly isrc: string;
  readonly recording_id: string;
  readonly facts: Recording | null;
}

/**
 * What this server has read of the platforms' catalogues, shared by all members. It holds public facts for 30 days,
 * absences for 3, and nothing a browser sent. Covers are left out: their addresses expire within a day.
 */
@Injectable()
export class RecordingMemory {
  private readonly fresh = new LRUCache<string, true>({ max: FRESH_KEYS, ttl: FRESH_MS });

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Answers by ISRC, for those that are remembered. */
  async recall({ platform, storefront }: Catalogue, isrcs: readonly string[]): Promise<Map<string, LookupAnswer>> {
    if (isrcs.length === 0) return new Map();
    const rows: Row[] = await this.dataSource.query(RECALL, [platform, storefront, isrcs, this.clock.now()]);
    const answers = new Map<string, LookupAnswer>();
    for (const { isrc, facts } of rows) {
      const known = answers.get(isrc);
      if (facts === null) answers.set(isrc, known ?? { outcome: 'absent' });
      else if (known?.outcome === 'found') known.recordings.push(facts);
      else answers.set(isrc, { outcome: 'found', recordings: [facts] });
    }
    return answers;
  }

  /** Learns from a page or a search: each recording stands under its ISRC. */
  async learn(catalogue: Catalogue, recordings: readonly Recording[]): Promise<void> {
    const rows = recordings.flatMap((recording) => rowOf(recording.isrc, recording) ?? []);
    await this.remember(catalogue, rows, FOUND_LIFE_MS);
  }

  /** Learns from look-ups: what was found and what is not there. Questions that failed teach nothing. */
  async learnAnswers(catalogue: Catalogue, isrcs: readonly string[], answers: readonly LookupAnswer[]): Promise<void> {
    const found = isrcs.flatMap((isrc, index) => {
      const answer = answers[index];
      return answer?.outcome === 'found' ? answer.recordings.flatMap((recording) => rowOf(isrc, recording) ?? []) : [];
    });
    const absent = isrcs.filter((_, index) => answers[index]?.outcome === 'absent');
    await this.remember(catalogue, found, FOUND_LIFE_MS);
    await this.write(
      catalogue,
      absent.map((isrc) => ({ isrc, recording_id: ABSENT, facts: null })),
      ABSENT_LIFE_MS,
    );
  }

  /** ISRCs by recording id, for those that are remembered. */
  async isrcsOf({ platform, storefront }: Catalogue, ids: readonly string[]): Promise<Map<string, string>> {
    const rows: Pick<Row, 'isrc' | 'recording_id'>[] = await this.dataSource.query(ISRCS_OF, [
      platform,
      storefront,
      [...new Set(ids)],
    ]);
    return new Map(rows.map(({ recording_id, isrc }) => [recording_id, isrc]));
  }

  /** In which storefronts these ISRCs were seen, by ISRC: where they stand now, and all together with where they stood. */
  async seen(platform: PlatformId, isrcs: readonly string[]): Promise<Map<string, Sightings>> {
    if (isrcs.length === 0) return new Map();
    const rows: { isrc: string; storefront: string; holds: boolean }[] = await this.dataSource.query(SEEN, [
      platform,
      isrcs,
      this.clock.now(),
    ]);
    const seen = new Map<string, { now: Set<string>; ever: Set<string> }>();
    for (const { isrc, storefront, holds } of rows) {
      const sightings = seen.get(isrc) ?? { now: new Set(), ever: new Set() };
      sightings.ever.add(storefront);
      if (holds) sightings.now.add(storefront);
      seen.set(isrc, sightings);
    }
    return seen;
  }

  /** The platform did not take these songs although we know them: next time it is asked again. */
  async doubt(catalogue: Catalogue, recordingIds: readonly string[]): Promise<void> {
    if (recordingIds.length === 0) return;
    const { platform, storefront } = catalogue;
    const parameters = [platform, storefront, [...new Set(recordingIds)], this.clock.now()];
    const [rows]: [Pick<Row, 'isrc' | 'recording_id'>[], number] = await this.dataSource.query(DOUBT, parameters);
    for (const row of rows) this.fresh.delete(keyOf(catalogue, row));
  }

  /** Deletes what is of no use any more. */
  async prune(): Promise<void> {
    const now = this.clock.now();
    await this.dataSource.query(PRUNE, [now, new Date(now.getTime() - REMAINS_MS)]);
  }

  private async remember(catalogue: Catalogue, rows: readonly Row[], lifeMs: number): Promise<void> {
    const { platform, storefront } = catalogue;
    const news = rows.filter((row) => !this.fresh.has(keyOf(catalogue, row)));
    if (news.length === 0) return;
    await this.write(catalogue, news, lifeMs);
    const isrcs = [...new Set(news.map(({ isrc }) => isrc))];
    await this.dataSource.query(UNLEARN_ABSENCE, [platform, storefront, isrcs]);
    for (const row of news) this.fresh.set(keyOf(catalogue, row), true);
  }

  private async write({ platform, storefront }: Catalogue, rows: readonly Row[], lifeMs: number): Promise<void> {
    if (rows.length === 0) return;
    const unique = [...new Map(rows.map((row) => [`${row.isrc} ${row.recording_id}`, row])).values()];
    const expiresAt = new Date(this.clock.now().getTime() + lifeMs);
    await this.dataSource.query(REMEMBER, [platform, storefront, JSON.stringify(unique), expiresAt]);
  }
}

function rowOf(isrc: string | null, recording: Recording): Row | null {
  return isrc === null ? null : { isrc, recording_id: recording.id, facts: { ...recording, cover_url: null } };
}

const keyOf = (
  { platform, storefront }: Catalogue,
  { isrc, recording_id }: Pick<Row, 'isrc' | 'recording_id'>,
): string => `${platform} ${storefront} ${isrc} ${recording_id}`;
