import { BaseEnv, MailEnv } from '@segue/service';
import { z } from 'zod';

/** A private P-256 key as a JWK. */
const SigningKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().min(1),
  y: z.string().min(1),
  d: z.string().min(1),
  kid: z.string().min(1),
});
export type SigningKey = z.infer<typeof SigningKey>;

const parseJson = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
};

export const AuthEnv = BaseEnv.extend({
  ...MailEnv.shape,
  /** JSON array of private JWKs: the first signs, all verify, so that a key can be changed while tokens live. */
  JWT_SIGNING_KEYS: z.string().transform(parseJson).pipe(z.array(SigningKey).min(1)),
  SEGUE_SIMULATOR: z.enum(['on', 'off']).default('off'),
  /** Password of the demo accounts, which exist only in simulator mode. */
  SEGUE_DEMO_PASSWORD: z.string().min(8).default('segue-demo-password'),
}).refine((env) => !(env.NODE_ENV === 'production' && env.SEGUE_SIMULATOR === 'on'), {
  path: ['SEGUE_SIMULATOR'],
  message: 'must be off in production',
});
export type AuthEnv = z.infer<typeof AuthEnv>;
