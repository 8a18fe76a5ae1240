import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { capConnections } from './connection-cap.js';

const server = createServer((_, response) => response.end('ok'));
const sockets: Socket[] = [];
const port = () => (server.address() as AddressInfo).port;

beforeAll(async () => {
  capConnections(server, 3);
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** What becomes of a new connection: the status of its first answer, or that it was closed without one. */
const open = (localAddress = '127.0.0.1') =>
  new Promise<string>((resolve) => {
    const socket = connect({ port: port(), host: '127.0.0.1', localAddress });
    socket.once('connect', () => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
    sockets.push(socket);
    socket.once('data', (data) => resolve(String(data).slice(9, 12)));
    socket.once('close', () => resolve('closed'));
    socket.once('error', () => resolve('closed'));
  });

it('one address holds so many connections and no more; others are served, and a closed one makes room [S68]', async () => {
  const [held] = await Promise.all([
    new Promise<Socket>((resolve) => server.once('connection', resolve)),
    expect(open()).resolves.toBe('200'),
  ]);
  expect(await Promise.all([open(), open()])).toEqual(['200', '200']);
  expect(await open()).toBe('closed');
  expect(await open('127.0.0.2')).toBe('200');
  await new Promise((resolve) => held.once('close', resolve).destroy());
  expect(await open()).toBe('200');
});
