import { SERVICES } from '@segue/contracts';
import { SCHEMA_OWNERS, type SchemaOwner } from './provision.js';
import type { LocalSecrets } from './secrets.js';
import { environmentsOf, readSettings } from './settings.js';

const secrets = {} as LocalSecrets;
const databaseUrls = Object.fromEntries(
  SCHEMA_OWNERS.map((owner) => [owner, `postgres://127.0.0.1/${owner}`]),
) as Record<SchemaOwner, string>;
const environments = (env: NodeJS.ProcessEnv) =>
  environmentsOf(readSettings('/segue', env), secrets, databaseUrls, env);

describe('the mail settings', () => {
  it('lead to the mailbox of the simulator, whatever was inherited', () => {
    const { auth, admin } = environments({ PORT: '4000', SMTP_URL: 'smtp://real.example' });
    expect([auth.SMTP_URL, admin.SMTP_URL]).toEqual(['smtp://127.0.0.1:4125', 'smtp://127.0.0.1:4125']);
    expect([auth.MAIL_FROM, admin.CONTACT_TO]).toEqual(['Segue <no-reply@segue.test>', 'operator@segue.test']);
  });

  it('are the operator’s without the simulator', () => {
    const { auth, admin } = environments({
      SEGUE_SIMULATOR: 'off',
      SMTP_URL: 'smtps://real.example',
      MAIL_FROM: 'hello@real.example',
      CONTACT_TO: 'me@real.example',
    });
    expect([auth.SMTP_URL, auth.MAIL_FROM]).toEqual(['smtps://real.example', 'hello@real.example']);
    expect([admin.SMTP_URL, admin.CONTACT_TO]).toEqual(['smtps://real.example', 'me@real.example']);
    expect(environments({ SEGUE_SIMULATOR: 'off' }).auth.SMTP_URL).toBeUndefined();
  });

  it('reach only the services that send mail', () => {
    const all = environments({});
    expect(SERVICES.filter((name) => all[name].SMTP_URL !== undefined)).toEqual(['auth', 'connectors', 'admin']);
    expect(all.gateway.SMTP_URL).toBeUndefined();
    expect(all.auth.CONTACT_TO).toBeUndefined();
  });
});
