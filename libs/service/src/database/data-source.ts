import { BoundedClient } from './bounded-client.js';
import { DataSource, type MigrationInterface } from 'typeorm';
import { CreateEventTables1790000000000 } from '../events/migrations/1790000000000-create-event-tables.js';
import { InboxEntry } from '../events/inbox-entry.entity.js';
import { OutboxEntry } from '../events/outbox-entry.entity.js';
import { MailEntry } from '../mail/mail-entry.entity.js';
import { CreateMailOutbox1790000000100 } from '../mail/migrations/1790000000100-create-mail-outbox.js';

type Entity = abstract new (...args: never[]) => object;

export interface ServiceDatabase {
  /** The service's name, which is also the name of its schema and the end of its login role. */
  schema: string;
  url: string;
  entities: Entity[];
  migrations: Array<new () => MigrationInterface>;
  /** Whether the service sends mail and so needs the table of waiting mails. */
  mail?: boolean;
}

/** How long a query waits for a connection, runs, and may leave a transaction idle, in ms. */
const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 10_000;
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;
/** For a server that hangs: it cannot end a statement itself. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1000;
const POOL_SIZE = 10;

/** The one way a service reaches its schema. Never synchronises; migrations run through `migrate()`. */
export function createDataSource({ schema, url, entities, migrations, mail = false }: ServiceDatabase): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    schema,
    synchronize: false,
    entities: [...entities, OutboxEntry, InboxEntry, ...(mail ? [MailEntry] : [])],
    migrations: [CreateEventTables1790000000000, ...(mail ? [CreateMailOutbox1790000000100] : []), ...migrations],
    migrationsTableName: 'migrations',
    poolSize: POOL_SIZE,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    applicationName: `segue-${schema}`,
    // Without a handler a lost connection of the pool ends the process.
    poolErrorHandler: () => undefined,
    extra: {
      Client: BoundedClient,
      query_timeout: ANSWER_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
      options: `-c search_path=${schema}`,
    },
  });
}
