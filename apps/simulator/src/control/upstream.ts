import { z } from 'zod';

/** Everything that speaks for somebody else's service here, and can therefore be made to misbehave. */
const UPSTREAMS = ['spotify', 'apple', 'stripe'] as const;
export const Upstream = z.enum(UPSTREAMS);
export type Upstream = z.infer<typeof Upstream>;
