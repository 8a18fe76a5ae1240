import { BaseEnv } from '@segue/service';
import { z } from 'zod';

export const GatewayEnv = BaseEnv.extend({
  /** The built web app. */
  WEB_ROOT: z.string().min(1),
  /** Address of the simulator, whose covers and script the page may load; unset with the real platforms. */
  SIMULATOR_URL: z.url().optional(),
});
export type GatewayEnv = z.infer<typeof GatewayEnv>;
