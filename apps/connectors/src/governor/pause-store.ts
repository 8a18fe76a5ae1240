import type { PlatformId } from '@segue/contracts';
import type { DataSource } from 'typeorm';
import type { Upstream } from '../platforms/upstream.js';

/** Remembers the long pause of one platform, so that no restart calls it before its time. */
export interface PauseStore {
  /** When the last pause ends or ended, in ms since 1970; null when calls were accepted since, or none was. */
  load(): Promise<number | null>;
  save(until: number): Promise<void>;
  clear(): Promise<void>;
}

/** A later end of another replica stays. */
const SAVE = `
  INSERT INTO platform_pauses (platform, ends_at) VALUES ($1, $2)
  ON CONFLICT (platform) DO UPDATE SET ends_at = GREATEST(platform_pauses.ends_at, EXCLUDED.ends_at)`;

/** In connectors' own schema. */
export class PostgresPauseStore implements PauseStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly platform: PlatformId,
    private readonly warn: Upstream['warn'],
  ) {}

  async load(): Promise<number | null> {
    const rows: { ends_at: Date }[] = await this.dataSource.query(
      'SELECT ends_at FROM platform_pauses WHERE platform = $1',
      [this.platform],
    );
    return rows[0]?.ends_at.getTime() ?? null;
  }

  save(until: number): Promise<void> {
    return this.write(SAVE, [this.platform, new Date(until)]);
  }

  clear(): Promise<void> {
    return this.write('DELETE FROM platform_pauses WHERE platform = $1', [this.platform]);
  }

  /** The pause holds in this process all the same, so a database that is away fails no call. */
  private async write(statement: string, parameters: unknown[]): Promise<void> {
    await this.dataSource
      .query(statement, parameters)
      .catch(() => this.warn('platform pause not remembered', { platform: this.platform }));
  }
}
