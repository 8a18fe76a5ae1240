import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger } from '@segue/service';
import { freePort } from '@segue/testing';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { GatewayEnv } from '../env.js';
import { startGateway } from '../start-gateway.js';
import { answerJson, StubService } from './stub-service.js';

/** A built web app in small: one page written at build time, the shell, and what the gateway fills in. */
const WEB_FILES = {
  'app.html': '<title>Segue</title>',
  'account.html': '<style>\na{}</style>',
  'index.html': '<title>Welcome</title><link rel="canonical" href="%APP_URL%/">',
  'legal-notice.html': '<p>%OPERATOR_NAME% 100%</p>',
  'robots.txt': 'Sitemap: %APP_URL%/sitemap.xml',
  'assets/app-1a2b.js': 'void 0',
};

/** The gateway on a database of its own, with one stub behind it that stands in for every service. */
export interface TestGateway {
  url: string;
  app: NestFastifyApplication;
  stub: StubService;
  stop(): Promise<void>;
}

interface Around {
  databaseUrl: string;
  /** What auth answers of its public keys. */
  jwks: unknown;
  variables?: NodeJS.ProcessEnv;
}

export async function startTestGateway({ databaseUrl, jwks, variables = {} }: Around): Promise<TestGateway> {
  const webRoot = mkdtempSync(join(tmpdir(), 'segue-web-'));
  mkdirSync(join(webRoot, 'assets'));
  for (const [file, text] of Object.entries(WEB_FILES)) writeFileSync(join(webRoot, file), text);
  const stub = await StubService.start();
  stub.answers.set('/internal/auth/jwks', answerJson(jwks));
  stub.answers.set('/internal/auth/ended-sessions', answerJson({ sessions: [] }));
  const port = await freePort();
  const env = GatewayEnv.parse({
    NODE_ENV: 'test',
    SERVICE_PORT: port,
    DATABASE_URL: databaseUrl,
    JWT_SERVICE_SECRET: 's'.repeat(32),
    WEB_ROOT: webRoot,
    ...Object.fromEntries(['AUTH', 'BILLING', 'CONNECTORS', 'SYNC', 'ADMIN'].map((name) => [`${name}_URL`, stub.url])),
    ...variables,
  });
  const silent = new Writable({ write: (_line, _encoding, done) => done() });
  const app = await startGateway(env, createLogger('gateway', 'debug', silent));
  return {
    url: `http://127.0.0.1:${port}`,
    app,
    stub,
    stop: async () => {
      await app.close();
      await stub.stop();
      rmSync(webRoot, { recursive: true });
    },
  };
}
