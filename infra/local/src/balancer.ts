import { Agent, createServer, request } from 'node:http';
import { pipeline } from 'node:stream';

const HOST = '127.0.0.1';

export interface Balancer {
  stop(): Promise<void>;
}

/**
 * Gives requests to the replicas of one service in turns, as a cluster does: each request on its own, so that two in a row
 * never meet the same one. A replica that is away costs its caller the connection.
 * @param port where it listens. `replicaPorts`: where the replicas do, on this machine.
 */
export async function startBalancer(port: number, replicaPorts: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const replica = { host: HOST, port: replicaPorts[turn % replicaPorts.length], agent };
    turn += 1;
    const forwarded = request({ ...replica, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing, () => undefined);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    pipeline(incoming, forwarded, () => undefined);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}
