import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Balancer, startBalancer } from './balancer.js';
import { freePort } from './ports.js';

const BODY = 'a song, '.repeat(20_000);
let replicas: Server[] = [];
let balancer: Balancer | undefined;

afterEach(async () => {
  await balancer?.stop();
  balancer = undefined;
  for (const replica of replicas) replica.close().closeAllConnections();
  replicas = [];
});

async function replica(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  replicas.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** One that answers with its name and what it was sent. */
const echo = (name: string) =>
  replica((request: IncomingMessage, response) => {
    void text(request).then((body) => response.end(`${name} ${request.method} ${request.url} ${body}`));
  });

async function inFrontOf(...ports: number[]): Promise<string> {
  const port = await freePort();
  balancer = await startBalancer(port, ports);
  return `http://127.0.0.1:${port}`;
}

const post = async (url: string): Promise<string> => (await fetch(`${url}/add`, { method: 'POST', body: BODY })).text();

describe('requests to a service with replicas', () => {
  it('reach them in turns', async () => {
    const url = await inFrontOf(await echo('one'), await echo('two'));
    const answers: string[] = [];
    for (let n = 0; n < 4; n += 1) answers.push(await (await fetch(`${url}/list`)).text());
    expect(answers).toEqual(['one GET /list ', 'two GET /list ', 'one GET /list ', 'two GET /list ']);
  });

  it('reach the other one, whole, while one takes no connection', async () => {
    const url = await inFrontOf(await freePort(), await echo('two'));
    for (let n = 0; n < 4; n += 1) expect(await post(url)).toBe(`two POST /add ${BODY}`);
  });

  it('are lost with the one that dies over them, and reach no other', async () => {
    const taken: string[] = [];
    const dying = await replica((request) => {
      void text(request).then((body) => {
        taken.push(body);
        request.socket.destroy();
      });
    });
    const other = await replica((_, response) => {
      taken.push('by the other');
      response.end();
    });
    const url = await inFrontOf(dying, other);
    await expect(post(url)).rejects.toThrow('fetch failed');
    expect(taken).toEqual([BODY]);
  });

  it('are refused when none takes a connection', async () => {
    const url = await inFrontOf(await freePort(), await freePort());
    await expect(post(url)).rejects.toThrow('fetch failed');
  });
});
