import { BaseEnv, MailEnv } from '@segue/service';
import { z } from 'zod';
import { PlatformsEnv } from './platforms/index.js';
import { TokenKeyRing } from './tokens/token-key-ring.js';

export const ConnectorsEnv = BaseEnv.extend(PlatformsEnv.shape).extend({
  ...MailEnv.shape,
  /** `id:base64,...`, 32 bytes each: the first encrypts, all decrypt. */
  TOKEN_ENCRYPTION_KEYS: z.string().transform((written, context) => {
    try {
      return TokenKeyRing.parse(written);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is malformed' });
      return z.NEVER;
    }
  }),
});
export type ConnectorsEnv = z.output<typeof ConnectorsEnv>;
