import { BaseEnv } from '@segue/service';
import { z } from 'zod';

export const GatewayEnv = BaseEnv.extend({
  /** The built web app. */
  WEB_ROOT: z.string().min(1),
  /**
   * Proxies in front of the gateway, whose `X-Forwarded-For` names the client: addresses, networks (10.0.0.0/8) or
   * `loopback`, `uniquelocal`, separated by commas. Unset: the other end of the connection is the client.
   */
  TRUSTED_PROXIES: z.string().min(1).optional(),
  /** Address of the simulator, whose covers and script the page may load; unset with the real platforms. */
  SIMULATOR_URL: z.url().optional(),
  /** Whoever runs this installation, as the law asks the legal pages to name them. */
  OPERATOR_NAME: z.string().min(1).default('The operator of this installation'),
  OPERATOR_ADDRESS: z.string().min(1).default('Postal address not stated yet'),
  OPERATOR_EMAIL: z.email().default('operator@segue.test'),
  /** Profiles the footer leads to. */
  OPERATOR_INSTAGRAM_URL: z.url({ protocol: /^https$/ }).default('https://www.instagram.com/'),
  OPERATOR_TIKTOK_URL: z.url({ protocol: /^https$/ }).default('https://www.tiktok.com/'),
});
export type GatewayEnv = z.infer<typeof GatewayEnv>;
