import { health, type ResponseOf, serviceStatuses, type ServiceStatus, SERVICES } from '@segue/contracts';
import { eventually, until } from '@segue/testing';
import { call } from './api.js';
import { demoToken } from './screens.js';
import { pidOf } from './system.js';

/** Everything but the simulator, which no installation has. */
export const PROGRAMS = [...SERVICES, 'gateway'] as const;

/** Seeds a run's moments of death; print it, so that a failure can be seen again. */
export const SEED = Number(process.env.SEGUE_E2E_SEED ?? Date.now() % 100_000);
export const random = seeded(SEED);

/** Park and Miller's generator, from 0 to just under 1. */
function seeded(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const AGAIN_WITHIN_MS = 30_000;

/** Sends the signal, and resolves when another one runs in its place. */
export async function end(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const pid = pidOf(name);
  process.kill(pid, signal);
  await eventually(() => {
    if (pidOf(name) === pid) throw new Error(`${name} was not started again.`);
  }, AGAIN_WITHIN_MS);
}

/** The process ids of all programs but these. */
export const pidsBeside = (...names: string[]): Record<string, number> =>
  Object.fromEntries(PROGRAMS.filter((name) => !names.includes(name)).map((name) => [name, pidOf(name)]));

/** Everything is ready, every event was heard, and none is parked. Fails unless it becomes so by itself. */
export async function untilWell(): Promise<void> {
  await until('all is ready', async () => (await call(health)).body.status === 'ok', AGAIN_WITHIN_MS);
  const token = await demoToken('admin');
  await eventually(async () => {
    const { services } = (await call(serviceStatuses, { token })).body as ResponseOf<typeof serviceStatuses>;
    const unwell = services.filter((service) => !isWell(service));
    if (unwell.length > 0) throw new Error(`Not well: ${JSON.stringify(unwell)}`);
  }, AGAIN_WITHIN_MS);
}

const isWell = ({ status, dependencies, events }: ServiceStatus): boolean =>
  status === 'ok' &&
  !Object.values(dependencies).includes('down') &&
  events !== null &&
  events.outbox.count + events.queue.count + events.deadLetters.count === 0;
