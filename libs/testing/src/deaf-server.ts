import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';

/** A server that neither takes nor refuses a connection, as one behind a broken network. */
export interface DeafServer {
  url: string;
  stop(): void;
}

/** Listens, says where, and never comes back to take anybody in. */
const LISTEN_AND_FREEZE = `
  const server = require('node:net').createServer().listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;
/** More than the system keeps for a server that takes none. */
const WAITING = 16;

export async function startDeafServer(): Promise<DeafServer> {
  const child = spawn(process.execPath, ['-e', LISTEN_AND_FREEZE], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(child.stdout as Readable, 'data')) as [Buffer];
  const port = Number(said.toString());
  const waiting = Array.from({ length: WAITING }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.any(waiting.map((socket) => once(socket, 'connect')));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      for (const socket of waiting) socket.destroy();
      child.kill();
    },
  };
}
