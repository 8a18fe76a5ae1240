import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { HealthReport } from '@segue/contracts';
import type { FastifyReply } from 'fastify';
import { register } from 'prom-client';
import { Open } from '../http/route.js';

/** One thing a service cannot work without. `check` rejects while it is away. */
export interface Dependency {
  name: string;
  check: () => Promise<unknown>;
}
export const DEPENDENCIES = Symbol('DEPENDENCIES');

const CHECK_TIMEOUT_MS = 2000;

/** Whether the process lives (asks nobody) and whether it can do its work (asks its dependencies). */
@Controller()
export class HealthController {
  constructor(@Inject(DEPENDENCIES) private readonly dependencies: readonly Dependency[]) {}

  @Open()
  @Get('health/live')
  live(): HealthReport {
    return { status: 'ok', dependencies: {} };
  }

  @Open()
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthReport> {
    const report = await reportHealth(this.dependencies);
    if (report.status !== 'ok') void reply.status(503).header('retry-after', '2');
    return report;
  }

  @Open()
  @Get('metrics')
  async metrics(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    void reply.type(register.contentType);
    return register.metrics();
  }
}

/** Asks each of them, all at once. */
export async function reportHealth(dependencies: readonly Dependency[]): Promise<HealthReport> {
  const states = await Promise.all(
    dependencies.map(async ({ name, check }) => [name, (await answers(check)) ? 'up' : 'down'] as const),
  );
  const ready = states.every(([, state]) => state === 'up');
  return { status: ready ? 'ok' : 'unavailable', dependencies: Object.fromEntries(states) };
}

async function answers(check: () => Promise<unknown>): Promise<boolean> {
  const timeout = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  const tooLate = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(timeout.reason), { once: true });
  });
  return Promise.race([check(), tooLate]).then(
    () => true,
    () => false,
  );
}
