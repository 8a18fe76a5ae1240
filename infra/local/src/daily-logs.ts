import { LOG_LIFE_DAYS } from '@segue/contracts';
import { createWriteStream, mkdirSync, readdirSync, rmSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 24 * 60 * 60 * 1000;
const LOG_FILE = /^.+-(\d{4}-\d{2}-\d{2})\.log$/;

/** The output of programs, a file for each and each day (`sync-2026-06-01.log`); old days are deleted. */
export class DailyLogs {
  private readonly files = new Map<string, { day: string; stream: WriteStream }>();
  private prunedOn: string | undefined;

  constructor(
    private readonly folder: string,
    private readonly now: () => Date = () => new Date(),
  ) {
    mkdirSync(folder, { recursive: true });
  }

  write(program: string, output: Buffer | string): void {
    const day = dayOf(this.now());
    this.prune(day);
    this.fileOf(program, day).write(output);
  }

  /** Ends the program's file; a later line opens it again. */
  async close(program: string): Promise<void> {
    const stream = this.files.get(program)?.stream;
    this.files.delete(program);
    if (stream) await new Promise<void>((closed) => stream.end(closed));
  }

  private fileOf(program: string, day: string): WriteStream {
    const open = this.files.get(program);
    if (open?.day === day) return open.stream;
    open?.stream.end();
    const stream = createWriteStream(join(this.folder, `${program}-${day}.log`), { flags: 'a' });
    this.files.set(program, { day, stream });
    return stream;
  }

  /** Once a day: programs write far more often than that. */
  private prune(today: string): void {
    if (this.prunedOn === today) return;
    this.prunedOn = today;
    const first = dayOf(new Date(this.now().getTime() - LOG_LIFE_DAYS * DAY_MS));
    for (const file of readdirSync(this.folder)) {
      const day = LOG_FILE.exec(file)?.[1];
      if (day !== undefined && day <= first) rmSync(join(this.folder, file), { force: true });
    }
  }
}

/** `YYYY-MM-DD` in UTC. */
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
