import { SERVICES } from '@segue/contracts';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

/** Owner of the event queue's schema; every service's login is a member, so all may queue and fetch events. */
const EVENT_QUEUE_ROLE = 'segue_event_queue';
const EVENT_QUEUE_SCHEMA = 'event_queue';

/** Who has a schema and a login of its own. */
export const SCHEMA_OWNERS = [...SERVICES, 'gateway'] as const;
export type SchemaOwner = (typeof SCHEMA_OWNERS)[number];

/**
 * Gives every service its schema and login role in `database`, and the event queue its own. Safe to repeat.
 * @param passwordOf the password a service's role gets.
 * @returns the address each service connects to.
 */
export async function provisionDatabase(
  adminUrl: string,
  database: string,
  passwordOf: (owner: SchemaOwner) => string,
): Promise<Record<SchemaOwner, string>> {
  await createDatabase(adminUrl, database);
  const databaseUrl = withDatabase(adminUrl, database);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`REVOKE ALL ON SCHEMA public FROM PUBLIC`);
    await createRole(client, EVENT_QUEUE_ROLE, 'NOLOGIN');
    for (const owner of SCHEMA_OWNERS) await provisionOwner(client, owner, passwordOf(owner));
    await provisionExtensions(client);
  } finally {
    await client.end();
  }
  await migrateEventQueue(databaseUrl, database);
  return Object.fromEntries(
    SCHEMA_OWNERS.map((owner) => [owner, loginUrl(databaseUrl, roleOf(owner), passwordOf(owner))]),
  ) as Record<SchemaOwner, string>;
}

const roleOf = (owner: SchemaOwner): string => `segue_${owner}`;

async function provisionOwner(client: pg.Client, owner: SchemaOwner, password: string): Promise<void> {
  const role = roleOf(owner);
  await createRole(client, role, 'LOGIN');
  await client.query(`ALTER ROLE ${role} PASSWORD ${pg.escapeLiteral(password)}`);
  await client.query(`GRANT ${EVENT_QUEUE_ROLE} TO ${role}`);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${owner} AUTHORIZATION ${role}`);
}

/** What only the database's owner may bring. pg_trgm lets admin find members by any part of a name. */
async function provisionExtensions(client: pg.Client): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS extensions');
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions');
  await client.query(`GRANT USAGE ON SCHEMA extensions TO ${roleOf('admin')}`);
}

/** Roles belong to the whole cluster, so another database may have made one already. */
async function createRole(client: pg.Client, role: string, kind: 'LOGIN' | 'NOLOGIN'): Promise<void> {
  await client.query(`
    DO $$ BEGIN
      CREATE ROLE ${role} ${kind};
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END $$`);
}

async function createDatabase(adminUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (!rowCount) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

/** The queue's own migrations make its schema, for which its role may make schemas until they are done. */
async function migrateEventQueue(databaseUrl: string, database: string): Promise<void> {
  const name = pg.escapeIdentifier(database);
  const admin = new pg.Client({ connectionString: databaseUrl });
  const asOwner = new URL(databaseUrl);
  asOwner.searchParams.set('options', `-c role=${EVENT_QUEUE_ROLE}`);
  await admin.connect();
  try {
    await admin.query(`GRANT CREATE ON DATABASE ${name} TO ${EVENT_QUEUE_ROLE}`);
    await runMigrations({ connectionString: asOwner.href, schema: EVENT_QUEUE_SCHEMA });
    await admin.query(`REVOKE CREATE ON DATABASE ${name} FROM ${EVENT_QUEUE_ROLE}`);
  } finally {
    await admin.end();
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

function loginUrl(url: string, user: string, password: string): string {
  const changed = new URL(url);
  changed.username = user;
  changed.password = encodeURIComponent(password);
  return changed.href;
}
