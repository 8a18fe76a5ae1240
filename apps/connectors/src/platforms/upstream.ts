import type { PlatformId } from '@segue/contracts';
import type { z } from 'zod';
import type { RandomSource, Timing } from '../timing.js';
import type { Governor } from '../governor/governor.js';
import { jsonOf, type HttpAnswer, type HttpClient } from '../http/http-client.js';
import { PlatformError } from './platform-error.js';

/** What a platform folder is given to work with. */
export interface Upstream {
  readonly http: HttpClient;
  readonly governor: Governor;
  readonly timing: Timing;
  readonly random: RandomSource;
  /** Facts for the operator; never a token or a body. */
  readonly warn: (event: string, facts: Readonly<Record<string, string | number>>) => void;
}

/** The answer's JSON in the shape we know, or `unavailable`: a foreign host that answers nonsense is as good as down. */
export function parseAnswer<T extends z.ZodType>(
  schema: T,
  answer: HttpAnswer,
  platform: PlatformId,
  endpoint: string,
): z.output<T> {
  const parsed = schema.safeParse(jsonOf(answer));
  if (parsed.success) return parsed.data;
  throw new PlatformError('unavailable', platform, { status: answer.status, endpoint, cause: parsed.error });
}
