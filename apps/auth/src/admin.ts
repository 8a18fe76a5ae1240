import 'reflect-metadata';
import { BaseEnv, createDataSource, Outbox, readEnv, SystemClock } from '@segue/service';
import { Account } from './accounts/account.entity.js';
import { answerAdminCommand } from './accounts/administrators.js';

/** `node dist/admin.js grant someone@example.com`, with auth's own `DATABASE_URL`; auth itself may be running or not. */
async function main(): Promise<void> {
  const { DATABASE_URL } = readEnv(BaseEnv.pick({ DATABASE_URL: true }));
  const clock = new SystemClock();
  const options = { schema: 'auth', url: DATABASE_URL, entities: [Account], migrations: [] };
  const database = await createDataSource(options).initialize();
  try {
    const outbox = new Outbox('auth', clock);
    process.stdout.write(`${await answerAdminCommand(process.argv.slice(2), { database, outbox, clock })}\n`);
  } finally {
    await database.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
