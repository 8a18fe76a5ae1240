import { type SchemaOwner, provisionDatabase, SCHEMA_OWNERS } from './provision.js';

/** The password a service's login gets, as the environment names it. */
export const passwordVariableOf = (owner: SchemaOwner): string => `${owner.toUpperCase()}_DATABASE_PASSWORD`;

/**
 * What a server needs before the first service starts, and after each new version: every service's login and schema, and
 * the event queue. Services migrate their own schemas at their start, one replica at a time.
 * @throws Error that names what is missing.
 */
export async function runProvisionCommand(env: NodeJS.ProcessEnv): Promise<void> {
  const required = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`${name} is required.`);
    return value;
  };
  const passwords = new Map(SCHEMA_OWNERS.map((owner) => [owner, required(passwordVariableOf(owner))]));
  const adminUrl = required('DATABASE_ADMIN_URL');
  await provisionDatabase(adminUrl, env.DATABASE_NAME || 'segue', (owner) => passwords.get(owner) ?? '');
}
