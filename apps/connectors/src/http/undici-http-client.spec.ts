import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NetworkError } from './http-client.js';
import { undiciHttpClient } from './undici-http-client.js';

const TOKEN = 'Bearer of-the-member';
const MEGABYTE = 1024 * 1024;
const servers: Server[] = [];

/** @returns the address of a host that answers like this. */
async function aHost(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = (url: string, limits?: Parameters<typeof undiciHttpClient>[0]) =>
  undiciHttpClient(limits)({ method: 'GET', url, headers: { authorization: TOKEN } });

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('a foreign host', () => {
  it('is answered for, whatever its status', async () => {
    const url = await aHost((_, response) => response.writeHead(404, { 'x-seen': 'yes' }).end('{}'));
    const answer = await get(url);
    expect([answer.status, answer.header('x-seen'), answer.header('x-other'), answer.text]).toEqual([
      404,
      'yes',
      null,
      '{}',
    ]);
  });

  it('that does not begin to answer is given up', async () => {
    const url = await aHost(() => undefined);
    await expect(get(url, { readTimeoutMs: 200 })).rejects.toBeInstanceOf(NetworkError);
  });

  it('that stops in the middle of its answer is given up', async () => {
    const url = await aHost((_, response) => void response.writeHead(200).write('{"items":['));
    await expect(get(url, { readTimeoutMs: 200 })).rejects.toBeInstanceOf(NetworkError);
  });

  it('that goes on and on in small pieces is given up', async () => {
    const url = await aHost((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    await expect(get(url, { readTimeoutMs: 5000, totalTimeoutMs: 400 })).rejects.toBeInstanceOf(NetworkError);
  });

  it('that sends 50 MB is cut off long before, so that its answer is never held as a whole', async () => {
    let sentMegabytes = 0;
    const isCutOff = new Promise<void>((resolve) => {
      void aHost((_, response) => {
        response.writeHead(200);
        response.on('close', resolve);
        const send = () => {
          while (sentMegabytes < 50 && !response.destroyed) {
            sentMegabytes += 1;
            if (!response.write(Buffer.alloc(MEGABYTE, ' '))) return void response.once('drain', send);
          }
          response.end();
        };
        send();
      }).then((url) => expect(get(url)).rejects.toMatchObject({ message: 'the answer is too large' }));
    });
    await isCutOff;
    expect(sentMegabytes).toBeLessThan(25);
  });

  it('that sends us to another one gives it neither a call nor the token', async () => {
    const stolen: unknown[] = [];
    const thief = await aHost((request, response) => {
      stolen.push(request.headers);
      response.end('{}');
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const url = await aHost((_, response) => response.writeHead(status, { location: `${thief}/steal` }).end());
      expect((await get(url)).status).toBe(status);
    }
    expect(stolen).toEqual([]);
  });
});
