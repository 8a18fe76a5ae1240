import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** All services at one address. A path without an answer closes the connection, as a dead service would. */
export interface FakeServices {
  url: string;
  answers: Map<string, object>;
  stop(): Promise<void>;
}

export async function answering(): Promise<FakeServices> {
  const answers = new Map<string, object>();
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (!answer) return void request.socket.destroy();
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
