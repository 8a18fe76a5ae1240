import { z } from 'zod';

/** One bare address: no name, no list, no quoting, so that nothing in it can become a second recipient or a header. */
export const MailAddress = z.email('must be one e-mail address').max(254);

/** A sender as people write it: `Segue <no-reply@segue.example>` or the bare address. */
export interface Mailbox {
  name: string;
  address: string;
}

const NAME_AND_ADDRESS = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u;

function parseMailbox(text: string, context: z.RefinementCtx): Mailbox {
  const [, name = '', inBrackets] = NAME_AND_ADDRESS.exec(text.trim()) ?? [];
  const address = MailAddress.safeParse((inBrackets ?? text).trim());
  if (address.success) return { name: name.trim(), address: address.data };
  context.addIssue({ code: 'custom', message: 'must be an address such as Segue <no-reply@segue.example>' });
  return z.NEVER;
}

/** What a service that sends mail reads. */
export const MailEnv = z.object({
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }),
  MAIL_FROM: z.string().transform(parseMailbox),
});
export type MailEnv = z.infer<typeof MailEnv>;
