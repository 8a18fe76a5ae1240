import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

const HOST = '127.0.0.1';

export interface Balancer {
  stop(): Promise<void>;
}

/**
 * Gives requests to the replicas of one service in turns, as a cluster does: each request on its own, so that two in a row
 * never meet the same one. One that takes no connection is passed over, as a cluster sends nothing to a replica that is not
 * ready; one that dies with a request costs its caller the connection, for what was sent is not sent again.
 * @param port where it listens. `replicaPorts`: where the replicas do, on this machine.
 */
export async function startBalancer(port: number, replicaPorts: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const first = turn % replicaPorts.length;
    turn += 1;
    pass(incoming, outgoing, [...replicaPorts.slice(first), ...replicaPorts.slice(0, first)], agent);
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

/** To the first of these ports that takes the connection. */
function pass(incoming: IncomingMessage, outgoing: ServerResponse, ports: readonly number[], agent: Agent): void {
  const [port, ...others] = ports;
  const { method, url: path, headers } = incoming;
  const forwarded = request({ host: HOST, port, agent, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, outgoing, () => undefined);
  });
  forwarded.on('error', ({ syscall }: NodeJS.ErrnoException) => {
    const isUnsent = syscall === 'connect';
    if (isUnsent && others.length > 0 && !outgoing.destroyed) pass(incoming, outgoing, others, agent);
    else outgoing.destroy();
  });
  outgoing.on('close', () => forwarded.destroy());
  forwarded.on('socket', (socket) => {
    // Until there is a connection the body stays where it is: another replica may get it.
    const send = () => pipeline(incoming, forwarded, () => undefined);
    if (socket.connecting) socket.once('connect', send);
    else send();
  });
}
