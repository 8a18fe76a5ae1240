import type { GatewayEnv } from '../env.js';

/** Whoever runs this installation, as the legal pages and the footer name them. */
export interface Operator {
  name: string;
  address: string;
  email: string;
  instagramUrl: string;
  tiktokUrl: string;
}

export const operatorOf = (env: GatewayEnv): Operator => ({
  name: env.OPERATOR_NAME,
  address: env.OPERATOR_ADDRESS,
  email: env.OPERATOR_EMAIL,
  instagramUrl: env.OPERATOR_INSTAGRAM_URL,
  tiktokUrl: env.OPERATOR_TIKTOK_URL,
});
