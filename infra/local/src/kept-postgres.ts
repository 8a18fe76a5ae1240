import { setTimeout as pause } from 'node:timers/promises';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.js';

/** Between two tries to bring it back. The sessions of a killed server need a moment to notice. */
const RESTART_PAUSE_MS = 300;

/**
 * Starts the embedded PostgreSQL and brings it back on its data when it dies, as the supervisor does with programs.
 * @param say hears of it, a line each.
 */
export async function keepEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  say: (line: string) => void,
): Promise<EmbeddedPostgres> {
  let server = await startEmbeddedPostgres(options);
  let isStopping = false;
  const { adminUrl, pidFile } = server;

  const bringBack = async () => {
    say('The embedded database stopped and is started again.');
    while (!isStopping) {
      try {
        server = await startEmbeddedPostgres(options);
        return;
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
        await pause(RESTART_PAUSE_MS);
      }
    }
  };
  const keep = async () => {
    for (;;) {
      await server.ended;
      if (isStopping) return;
      await bringBack();
      if (isStopping) return server.stop();
    }
  };
  const ended = keep();

  const stop = async () => {
    isStopping = true;
    await server.stop();
    await ended;
  };
  return { adminUrl, pidFile, ended, stop };
}
