import { BaseEnv, MailAddress, MailEnv } from '@segue/service';
import { z } from 'zod';

export const AdminEnv = BaseEnv.extend({
  ...MailEnv.shape,
  /** Who reads what visitors write on the contact page. */
  CONTACT_TO: MailAddress,
  /** What `/api/admin/version` answers; read from the checkout when unset. */
  GIT_COMMIT: z.string().min(1).optional(),
  GIT_BRANCH: z.string().min(1).optional(),
});
export type AdminEnv = z.infer<typeof AdminEnv>;

export const ADMIN_ENV = Symbol('ADMIN_ENV');
