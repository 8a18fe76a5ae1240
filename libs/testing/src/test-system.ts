import { type RunningSystem, startTemporarySystem, type TemporarySystemOptions } from '@segue/local';
import { startTestServers, type TestServers } from './servers.js';

export interface TestSystem extends RunningSystem {
  /** Null where everything is embedded. */
  servers: TestServers | null;
}

interface TestSystemOptions extends TemporarySystemOptions {
  /** PostgreSQL, RabbitMQ and Redis as servers of its own instead of what is embedded. */
  withServers?: boolean;
}

/** Starts what `npm start` starts, with data of its own; `stop` ends and removes all of it. */
export async function startTestSystem(
  root: string,
  { withServers = false, ...options }: TestSystemOptions,
): Promise<TestSystem> {
  if (!withServers) return { ...(await startTemporarySystem(root, options)), servers: null };
  const servers = await startTestServers();
  try {
    const system = await startTemporarySystem(root, { ...options, env: { ...options.env, ...servers.env } });
    const stop = async (): Promise<void> => {
      await system.stop();
      await servers.stop();
    };
    return { ...system, servers, stop };
  } catch (error) {
    await servers.stop();
    throw error;
  }
}
