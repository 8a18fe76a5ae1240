import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DailyLogs } from './daily-logs.js';

export interface SupervisedProcess {
  name: string;
  /** The program's compiled entry. */
  entry: string;
  env: NodeJS.ProcessEnv;
  /** Answers 200 when the process can do its work. */
  readyUrl: string;
  nodeOptions?: string[];
}

const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 50;
const STOP_TIMEOUT_MS = 8000;
/** A process that dies later comes back after this, doubled with each early death in a row. */
const FIRST_RESTART_PAUSE_MS = 300;
const LONGEST_RESTART_PAUSE_MS = 5000;
/** A death before this is an early one, in ms. */
const EARLY_DEATH_MS = 10_000;
const LAST_LINES = 15;

/** Starts processes, keeps them running and stops them all. Output goes to a file a day, process id to one of its own. */
export class Supervisor {
  private readonly children = new Map<string, ChildProcess>();
  private readonly lastLines = new Map<string, string[]>();
  private readonly logs: DailyLogs;
  private stopping = false;
  private started = false;

  constructor(
    private readonly logDir: string,
    private readonly say: (line: string) => void,
  ) {
    this.logs = new DailyLogs(logDir);
  }

  /** Starts all and waits until each is ready. @throws Error with its last words when one dies or never gets ready. */
  async start(processes: SupervisedProcess[]): Promise<void> {
    const deaths = processes.map((process) => this.launch(process));
    const ready = Promise.all(processes.map((process) => this.untilReady(process)));
    await Promise.race([ready, ...deaths]);
    this.started = true;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all([...this.children.values()].map(stopChild));
  }

  /** Rejects when the process dies before everything is up; afterwards brings it back instead. */
  private launch(process: SupervisedProcess, pauseMs = FIRST_RESTART_PAUSE_MS): Promise<never> {
    const { name } = process;
    const child = this.spawn(process);
    const bornAt = Date.now();
    return new Promise((_, reject) => {
      child.once('exit', (code, signal) => {
        if (this.stopping) return;
        const lastWords = (this.lastLines.get(name) ?? []).join('\n  ');
        if (!this.started) {
          reject(new Error(`${name} stopped while starting (${signal ?? `exit code ${code}`}):\n  ${lastWords}`));
          return;
        }
        this.say(`${name} stopped (${signal ?? `exit code ${code}`}) and is started again.`);
        const diedEarly = Date.now() - bornAt < EARLY_DEATH_MS;
        const nextPauseMs = diedEarly ? Math.min(pauseMs * 2, LONGEST_RESTART_PAUSE_MS) : FIRST_RESTART_PAUSE_MS;
        void pause(pauseMs).then(() => {
          if (!this.stopping) void this.launch(process, nextPauseMs).catch(() => undefined);
        });
      });
    });
  }

  private spawn({ name, entry, env, nodeOptions = [] }: SupervisedProcess): ChildProcess {
    const child = spawn(process.execPath, [...nodeOptions, '--enable-source-maps', entry], {
      env,
      // A group of its own: Ctrl-C reaches us alone, and we stop the others in order. The channel tells the
      // child when we are gone.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.children.set(name, child);
    // For people and tests that stop or break one of them.
    if (child.pid) writeFileSync(join(this.logDir, `${name}.pid`), String(child.pid));
    this.keepOutput(name, child);
    return child;
  }

  private keepOutput(name: string, child: ChildProcess): void {
    const lines = this.lastLines.get(name) ?? [];
    this.lastLines.set(name, lines);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.logs.write(name, chunk);
        lines.push(...String(chunk).trimEnd().split('\n'));
        lines.splice(0, Math.max(0, lines.length - LAST_LINES));
      });
    }
    child.once('close', () => void this.logs.close(name));
  }

  private async untilReady({ name, readyUrl }: SupervisedProcess): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!this.stopping) {
      const answer = await fetch(readyUrl, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.ok) return;
      if (Date.now() > deadline) throw new Error(`${name} did not get ready within ${READY_TIMEOUT_MS / 1000} s.`);
      await pause(READY_POLL_MS);
    }
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const tooLong = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(tooLong);
}
