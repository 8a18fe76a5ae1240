import { recordVisit } from '@segue/contracts';

/** Best effort, and without the token: who it was is nothing that counting needs. */
export async function sendVisit(path: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ path });
  try {
    await fetch(recordVisit.path, { method: recordVisit.method, headers, body, keepalive: true });
  } catch {
    // A visit that is not counted costs nobody anything.
  }
}
