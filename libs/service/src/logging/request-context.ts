import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The request that the running code belongs to. */
interface RequestContext {
  readonly requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();
const ACCEPTED_ID = /^[A-Za-z0-9-]{8,64}$/;

/** A request id a caller may bring along; anything else is replaced. */
export const acceptRequestId = (given: unknown): string =>
  typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID();

export const currentRequestId = (): string | null => storage.getStore()?.requestId ?? null;

/** Runs `work` so that its logs, calls and events carry this request's id. */
export const inRequest = <T>(requestId: string, work: () => T): T => storage.run({ requestId }, work);
