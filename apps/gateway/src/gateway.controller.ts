import { Controller, Inject, Res } from '@nestjs/common';
import { apiDocs, health, type HealthReport, SERVICES } from '@segue/contracts';
import { Route } from '@segue/service';
import type { FastifyReply } from 'fastify';
import { openApiDocument } from './docs/openapi-document.js';

/** Where each service is reached. */
export const SERVICE_URLS = Symbol('SERVICE_URLS');
const PROBE_TIMEOUT_MS = 2000;

@Controller()
export class GatewayController {
  constructor(@Inject(SERVICE_URLS) private readonly urls: Record<(typeof SERVICES)[number], string>) {}

  /** 200 only when every service is ready. */
  @Route(health)
  async health(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthReport> {
    const states = await Promise.all(
      SERVICES.map(async (name) => [name, (await isReady(this.urls[name])) ? 'up' : 'down'] as const),
    );
    const ready = states.every(([, state]) => state === 'up');
    if (!ready) void reply.status(503).header('retry-after', '2');
    return { status: ready ? 'ok' : 'unavailable', dependencies: Object.fromEntries(states) };
  }

  @Route(apiDocs)
  docs(): Record<string, unknown> {
    return openApiDocument();
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/health/ready', url), { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
