import type { MemberAccess, Platform, PlaylistEntry } from '../platforms/platform.js';
import { landedAmong, standInOrder, type Landed, type RequestedSong } from './landed.js';

/** Reads what stands in one playlist behind its old end. */
export class PlaylistTail {
  constructor(
    private readonly platform: Platform,
    private readonly access: MemberAccess,
    private readonly playlistId: string,
    /** How many entries the playlist had before we wrote. */
    private readonly oldTotal: number,
  ) {}

  /**
   * One call: when the playlist grew by exactly the songs sent and its last page shows the last of them in order,
   * nothing can be missing before that page. False proves nothing.
   */
  async isComplete(sent: readonly RequestedSong[]): Promise<boolean> {
    const newTotal = this.oldTotal + sent.length;
    const offset = Math.max(this.oldTotal, newTotal - this.platform.tracksPerPage);
    const page = await this.platform.trackPage(this.access, this.playlistId, offset);
    return page.total === newTotal && standInOrder(sent.slice(offset - this.oldTotal), page.entries);
  }

  /** Reads the whole tail. */
  async landed(sent: readonly RequestedSong[]): Promise<Landed[]> {
    return landedAmong(sent, await this.rows());
  }

  private async rows(): Promise<PlaylistEntry[]> {
    const rows: PlaylistEntry[] = [];
    for (let offset = this.oldTotal, more = true; more; offset += this.platform.tracksPerPage) {
      const page = await this.platform.trackPage(this.access, this.playlistId, offset);
      rows.push(...page.entries);
      more = page.hasMore;
    }
    return rows;
  }
}
