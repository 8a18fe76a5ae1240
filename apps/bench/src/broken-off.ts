import { constants } from 'node:os';

interface Stoppable {
  stop(): Promise<void>;
}

/** What has been started, or is starting, and is not stopped yet. */
const left = new Set<Promise<Stoppable>>();

/**
 * Something that runs beside this program and would go on without it.
 * @returns what `starting` brings; a run that is broken off stops it, too, also while it still starts.
 */
export async function neverLeftBehind<T extends Stoppable>(starting: Promise<T>): Promise<T> {
  const started = starting.then((running) => {
    let stopping: Promise<void> | undefined;
    // A suite that fails because its system goes away stops it a second time.
    const stop = () => (stopping ??= running.stop().finally(() => left.delete(started)));
    return { ...running, stop };
  });
  left.add(started);
  started.catch(() => left.delete(started));
  return started;
}

/** Stops all of it, the newest first. What does not want to stop keeps nothing else from it. */
export async function stopWhatIsLeft(): Promise<void> {
  for (const started of [...left].reverse()) await started.then((running) => running.stop()).catch(() => undefined);
}

/** Ctrl-C, or a request to end, leaves no database and no services behind. */
export function stopWhenBrokenOff(say: (line: string) => void): void {
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (asked) return;
      asked = true;
      say('Stopping ...');
      void stopWhatIsLeft().finally(() => process.exit(128 + constants.signals[signal]));
    });
  }
}
