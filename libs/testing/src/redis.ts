import { freePort } from '@segue/local';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram, isRunning } from './programs.js';

const START_WITHIN_MS = 10_000;
const POLL_MS = 10;

/** A Redis server of its own for one test file; it writes nothing. */
export class TestRedis {
  private server: ChildProcess | undefined;

  private constructor(private readonly port: number) {}

  static async start(): Promise<TestRedis> {
    const redis = new TestRedis(await freePort());
    await redis.goUp();
    return redis;
  }

  /** What a service gets as `REDIS_URL`. */
  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Process id of the server as it runs now. */
  get pid(): number | undefined {
    return this.server?.pid;
  }

  /** Starts the server, empty, at the same address. */
  async goUp(): Promise<void> {
    const program = findProgram('redis-server');
    if (program === null) throw new Error('There is no redis-server here: apt-get install -y redis-server');
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.server = spawn(program, args, { stdio: 'ignore' });
    const deadline = Date.now() + START_WITHIN_MS;
    while (!(await this.ask('PING').catch(() => ''))) {
      if (Date.now() > deadline) throw new Error('Redis did not start.');
      await pause(POLL_MS);
    }
  }

  /** Resolves when the server that runs now is gone. */
  async untilEnded(): Promise<void> {
    if (this.server && isRunning(this.server)) await once(this.server, 'exit');
  }

  async kill(): Promise<void> {
    const { server } = this;
    if (!server || !isRunning(server)) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  }

  /** The server neither works nor says so. */
  freeze(): void {
    this.server?.kill('SIGSTOP');
  }

  thaw(): void {
    this.server?.kill('SIGCONT');
  }

  /** One inline command, such as `FLUSHALL`. @returns the first of the answer. */
  ask(command: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('error', reject).once('data', (answer) => {
        socket.destroy();
        resolve(String(answer));
      });
      socket.write(`${command}\r\n`);
    });
  }
}
