import type { Operator } from '@segue/contracts';
import type { GatewayEnv } from '../env.js';

export const operatorOf = (env: GatewayEnv): Operator => ({
  name: env.OPERATOR_NAME,
  address: env.OPERATOR_ADDRESS,
  email: env.OPERATOR_EMAIL,
  instagramUrl: env.OPERATOR_INSTAGRAM_URL,
  tiktokUrl: env.OPERATOR_TIKTOK_URL,
});
