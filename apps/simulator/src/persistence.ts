import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type World, type WorldState } from './world.js';

const FILE = 'simulator-state.json';
const DEBOUNCE_MS = 500;

/** Keeps the world in one JSON file: loaded at once, written soon after each change and at the end. */
export class Persistence {
  private readonly file: string;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly world: World,
    directory: string,
  ) {
    mkdirSync(directory, { recursive: true });
    this.file = join(directory, FILE);
    if (existsSync(this.file)) this.load();
    world.onChange = () => this.saveSoon();
  }

  /** Writes what is not yet written. */
  flush(): void {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    // A rename is atomic: a crash leaves the old file or the new one, never half of one.
    writeFileSync(`${this.file}.new`, JSON.stringify(this.world.toState()));
    renameSync(`${this.file}.new`, this.file);
  }

  private load(): void {
    try {
      this.world.restore(JSON.parse(readFileSync(this.file, 'utf8')) as WorldState);
    } catch (cause) {
      throw new Error(`The simulator's state in ${this.file} cannot be read; delete the file to start afresh.`, {
        cause,
      });
    }
  }

  private saveSoon(): void {
    this.timer ??= setTimeout(() => this.flush(), DEBOUNCE_MS).unref();
  }
}
