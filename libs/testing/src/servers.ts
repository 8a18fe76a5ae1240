import { freePort, keepEmbeddedPostgres } from '@segue/local';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestRabbitMq } from './rabbitmq.js';
import { TestRedis } from './redis.js';

export type ServerName = 'postgres' | 'rabbitmq' | 'redis';

/** The servers an operator brings, each of its own and brought back when it dies, as an init system does. */
export interface TestServers {
  /** What `npm start` gets to use them. */
  env: { DATABASE_URL: string; RABBITMQ_URL: string; REDIS_URL: string };
  /** The first line of each is the process id of the server as it runs now. */
  pidFiles: Record<ServerName, string>;
  /** Ends them and removes their data. */
  stop(): Promise<void>;
}

interface Restartable {
  untilEnded(): Promise<void>;
  goUp(): Promise<void>;
}

/** PostgreSQL as it came with npm, RabbitMQ and Redis as the machine has them. */
export async function startTestServers(): Promise<TestServers> {
  const folder = mkdtempSync(join(tmpdir(), 'segue-servers-'));
  // As root the database runs as another user, who has to pass through.
  chmodSync(folder, 0o711);
  const [postgres, rabbitmq, redis] = await Promise.all([
    keepEmbeddedPostgres(
      { dataDir: join(folder, 'postgres'), port: await freePort(), password: 'a server of tests' },
      () => undefined,
    ),
    TestRabbitMq.start(),
    TestRedis.start(),
  ]);
  let isStopping = false;
  const keep = async (server: Restartable, onUp: () => void = () => undefined): Promise<void> => {
    while (!isStopping) {
      onUp();
      await server.untilEnded();
      if (!isStopping) await server.goUp();
    }
  };
  const redisPidFile = join(folder, 'redis.pid');
  const kept = [keep(rabbitmq), keep(redis, () => writeFileSync(redisPidFile, String(redis.pid)))];
  return {
    env: { DATABASE_URL: postgres.adminUrl, RABBITMQ_URL: rabbitmq.url, REDIS_URL: redis.url },
    pidFiles: { postgres: postgres.pidFile, rabbitmq: rabbitmq.pidFile, redis: redisPidFile },
    stop: async () => {
      isStopping = true;
      await Promise.all([postgres.stop(), rabbitmq.remove(), redis.kill()]);
      await Promise.all(kept);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
