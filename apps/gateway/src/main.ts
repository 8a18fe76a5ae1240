import 'reflect-metadata';
import { createLogger, readEnv, runService } from '@segue/service';
import { GatewayEnv } from './env.js';
import { startGateway } from './start-gateway.js';

runService('gateway', async () => {
  const env = readEnv(GatewayEnv);
  await startGateway(env, createLogger('gateway', env.LOG_LEVEL));
});
