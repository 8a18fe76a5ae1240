import { freePort } from '@segue/local';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const NGINX = '/usr/sbin/nginx';
export const hasNginx = existsSync(NGINX);

export interface RunningNginx {
  url: string;
  stop(): Promise<void>;
}

/** Debian's nginx as a reverse proxy for one service: kept connections, no log, as fast as it goes. */
export async function startNginx(serviceUrl: string): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'segue-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configOf(folder, port, new URL(serviceUrl).host));
  const child = spawn(NGINX, ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], { stdio: 'ignore' });
  await untilOpen(child, port);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configOf = (folder: string, port: number, host: string): string => `
daemon off;
worker_processes 2;
pid ${folder}/pid;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 1000000;
  upstream service { server ${host}; keepalive 64; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}
`;

async function untilOpen(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await pause(50);
  }
  throw new Error('nginx did not open its port.');
}
