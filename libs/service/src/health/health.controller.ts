import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { HealthReport } from '@segue/contracts';
import type { FastifyReply } from 'fastify';
import { register } from 'prom-client';
import { Open } from '../http/route.js';

/** One thing a service works with. `check` rejects while it is away. */
export interface Dependency {
  name: string;
  check: () => Promise<unknown>;
  /** It is named when it is away, but the service can do its work without it for a while. */
  optional?: true;
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
    dependencies.map(async ({ name, check, optional = false }) => ({ name, isUp: await answers(check), optional })),
  );
  const ready = states.every(({ isUp, optional }) => isUp || optional);
  const named = Object.fromEntries(states.map(({ name, isUp }) => [name, isUp ? 'up' : 'down'] as const));
  return { status: ready ? 'ok' : 'unavailable', dependencies: named };
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
