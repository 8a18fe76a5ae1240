import { z } from 'zod';
import { Upstream } from './upstream.js';

const regularExpression = z.string().refine((source) => {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}, 'must be a regular expression');

/** A wish for trouble, as `POST /control/faults` takes it. */
export const Fault = z
  .object({
    platform: Upstream,
    method: z
      .string()
      .transform((method) => method.toUpperCase())
      .optional(),
    /** Tested against the real path (`/v1/me/playlists`), and against path and query together. */
    path: regularExpression.optional(),
    /** Only calls in the name of this listener; without it, everybody's. */
    listener: z.string().optional(),
    status: z.number().int().min(100).max(599).optional(),
    /** Text is sent as it is, anything else as JSON; without it the platform's own error shape. */
    body: z.unknown().optional(),
    /** Seconds for the Retry-After header; alone it means 429. */
    retryAfter: z.number().nonnegative().optional(),
    delayMs: z.number().nonnegative().optional(),
    /** The answer breaks off in the middle. */
    truncate: z.boolean().optional(),
    /** The connection dies without an answer. */
    drop: z.boolean().optional(),
    /** The write happens although the caller never hears of it. */
    applied: z.boolean().optional(),
    /** The caller hears of success although nothing is written. */
    silentlyIgnore: z.boolean().optional(),
    /** Seconds: the write happens at once, readers of the playlist see it only after this time. */
    late: z.number().positive().optional(),
    /** How many calls it hits; without it, all until the faults are cleared. */
    times: z.number().int().positive().optional(),
  })
  .strict();
export type Fault = z.infer<typeof Fault>;

/** What a fault looks at. */
interface FaultyCall {
  platform: Upstream;
  method: string;
  pathAndQuery: string;
  /** Whose token came with it; undefined without one that is known. */
  listener: string | undefined;
}

/** The faults in force, oldest first; a call meets the first one that fits it. */
export class Faults {
  private faults: Fault[] = [];

  add(fault: Fault): void {
    this.faults.push({ ...fault });
  }

  clear(): void {
    this.faults = [];
  }

  list(): readonly Fault[] {
    return this.faults;
  }

  /** The fault this call meets; a counted one is used up by it. */
  take({ platform, method, pathAndQuery, listener }: FaultyCall): Fault | undefined {
    const path = pathAndQuery.split('?', 1)[0] ?? '';
    const fault = this.faults.find((candidate) => {
      if (candidate.platform !== platform || (candidate.method ?? method) !== method) return false;
      if (candidate.listener !== undefined && candidate.listener !== listener) return false;
      if (candidate.path === undefined) return true;
      const pattern = new RegExp(candidate.path);
      return pattern.test(path) || pattern.test(pathAndQuery);
    });
    if (fault?.times !== undefined) {
      fault.times -= 1;
      if (fault.times === 0) this.faults = this.faults.filter((other) => other !== fault);
    }
    return fault;
  }
}
