import { freePort } from '@segue/local';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findProgram, isRunning } from './programs.js';

const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 15_000;
const POLL_MS = 50;

/** A RabbitMQ node of its own for one test file, with everything it writes in a folder that goes with it. */
export class TestRabbitMq {
  private node: ChildProcess | undefined;

  private constructor(
    /** What a service gets as `RABBITMQ_URL`. */
    readonly url: string,
    private readonly port: number,
    private readonly folder: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly epmd: ChildProcess,
  ) {}

  static async start(): Promise<TestRabbitMq> {
    const folder = mkdtempSync(join(tmpdir(), 'segue-rabbitmq-'));
    const [port, distPort, epmdPort] = [await freePort(), await freePort(), await freePort()];
    writeFileSync(join(folder, 'enabled_plugins'), '[].');
    writeFileSync(join(folder, 'rabbitmq.conf'), `listeners.tcp.1 = 127.0.0.1:${port}\n`);
    const env: NodeJS.ProcessEnv = {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      // The secret that lets rabbitmqctl in is made here.
      HOME: folder,
      ERL_EPMD_PORT: String(epmdPort),
      ERL_EPMD_ADDRESS: '127.0.0.1',
      RABBITMQ_NODENAME: `segue-test-${port}@localhost`,
      RABBITMQ_NODE_PORT: String(port),
      RABBITMQ_DIST_PORT: String(distPort),
      RABBITMQ_MNESIA_BASE: join(folder, 'data'),
      RABBITMQ_LOG_BASE: join(folder, 'log'),
      RABBITMQ_GENERATED_CONFIG_DIR: join(folder, 'config'),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
      RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
      RABBITMQ_PID_FILE: join(folder, 'pid'),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 1:1',
    };
    // Started by us, it can be stopped by us; the node would leave one behind.
    const epmd = spawn(requireProgram('epmd'), [], { env, stdio: 'ignore' });
    const broker = new TestRabbitMq(`amqp://guest:guest@127.0.0.1:${port}`, port, folder, env, epmd);
    await broker.goUp();
    return broker;
  }

  /** Starts the node, again with its data after `stop` or `kill`. */
  async goUp(): Promise<void> {
    this.node = spawn(requireProgram('rabbitmq-server'), [], { env: this.env, stdio: 'ignore' });
    const deadline = Date.now() + START_WITHIN_MS;
    while (!(await accepts(this.port))) {
      if (this.node.exitCode !== null || Date.now() > deadline) {
        await this.remove();
        throw new Error(`RabbitMQ did not start.`);
      }
      await pause(POLL_MS);
    }
  }

  /** Holds the node's process id. */
  get pidFile(): string {
    return join(this.folder, 'pid');
  }

  /** Resolves when the node that runs now is gone. */
  async untilEnded(): Promise<void> {
    if (this.node && isRunning(this.node)) await once(this.node, 'exit');
  }

  /** The node ends in good order. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** The node dies in the middle of what it does. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** The node neither works nor says so, as behind a network that swallows everything. */
  freeze(): void {
    this.signal('SIGSTOP');
  }

  thaw(): void {
    this.signal('SIGCONT');
  }

  /** One command of `rabbitmqctl`. @returns its output. */
  async control(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(requireProgram('rabbitmqctl'), ['-q', ...args], { env: this.env });
    return stdout;
  }

  /** Ends everything and removes its data. */
  async remove(): Promise<void> {
    await this.end('SIGKILL');
    this.epmd.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(how: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { node } = this;
    if (!node || !isRunning(node)) return;
    const gone = once(node, 'exit');
    this.signal(how);
    const tooLong = setTimeout(() => this.signal('SIGKILL'), STOP_WITHIN_MS);
    await gone;
    clearTimeout(tooLong);
  }

  /** The script we started runs the node as its child, which wrote its own process id. */
  private signal(signal: NodeJS.Signals): void {
    try {
      process.kill(Number(readFileSync(this.pidFile, 'utf8')), signal);
    } catch {
      this.node?.kill(signal);
    }
  }
}

function requireProgram(name: string): string {
  const path = findProgram(name);
  if (path === null) throw new Error(`There is no ${name} here: apt-get install -y rabbitmq-server`);
  return path;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
