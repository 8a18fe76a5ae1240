import { type Channel, type ChannelModel, connect, type RecoveringChannelModel } from 'amqplib';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A silent broker is given up after two of these without a sign of life. */
const HEARTBEAT_SECONDS = 5;
const CONNECT_TIMEOUT_MS = 5000;
const SET_UP_TIMEOUT_MS = 10_000;
const FIRST_RECONNECT_PAUSE_MS = 200;
const LONGEST_RECONNECT_PAUSE_MS = 5000;
/** A broker that hangs answers no goodbye. */
const CLOSE_TIMEOUT_MS = 2000;

/** One connection to RabbitMQ that comes back by itself, with everything on it set up anew. */
export class BrokerConnection {
  private readonly connecting: Promise<RecoveringChannelModel>;
  private closed = false;

  /**
   * @param name shown by the broker's tools.
   * @param setUp runs on each new connection before it counts as up; when it fails the connection is tried anew.
   */
  constructor(
    url: string,
    private readonly name: string,
    setUp: (connection: ChannelModel) => Promise<void>,
    private readonly logger: Logger,
  ) {
    this.connecting = connect(withHeartbeat(url), {
      timeout: CONNECT_TIMEOUT_MS,
      noDelay: true,
      clientProperties: { connection_name: name },
      recovery: {
        initialDelay: FIRST_RECONNECT_PAUSE_MS,
        maxDelay: LONGEST_RECONNECT_PAUSE_MS,
        waitForConnect: false,
        setup: async (connection: ChannelModel) => {
          // Without a handler an error during the set-up would end the process; 'close' follows it in any case.
          connection.on('error', () => undefined);
          await Promise.race([setUp(connection), rejectAfter(SET_UP_TIMEOUT_MS)]);
        },
      },
    });
    void this.connecting.then((recovering) => this.watch(recovering));
  }

  /** A channel whose loss renews the whole connection: whatever broke it, the next one is complete. */
  static watchChannel(connection: ChannelModel, channel: Channel): void {
    channel.on('error', () => undefined);
    channel.on('close', () => void BrokerConnection.renew(connection));
  }

  /** Drops a connection on which something is wrong; another takes its place. */
  static async renew(connection: ChannelModel): Promise<void> {
    // It may be closing already, which amqplib answers with an error.
    await (async () => connection.close())().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.closed = true;
    const recovering = await this.connecting;
    await Promise.race([recovering.close(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  private watch(recovering: RecoveringChannelModel): void {
    const { logger, name } = this;
    recovering.on('error', () => undefined);
    recovering.on('connect', () => logger.info({ event: 'broker.connected', connection: name }, 'broker reached'));
    const lost = (err: Error) => {
      if (!this.closed) logger.warn({ event: 'broker.lost', connection: name, err }, 'no connection to the broker');
    };
    recovering.on('disconnect', lost);
    recovering.on('connect-failed', lost);
  }
}

async function rejectAfter(ms: number): Promise<never> {
  await pause(ms, undefined, { ref: false });
  throw new Error(`The broker did not answer within ${ms} ms.`);
}

function withHeartbeat(url: string): string {
  const changed = new URL(url);
  changed.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  return changed.href;
}
