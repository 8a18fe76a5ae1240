import { once } from 'node:events';
import { createConnection, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { TestBench } from '../testing/a-simulator.js';
import { trueChance } from '../chance.js';
import { type Mail } from './mailbox.js';
import { makeSmtpServer } from './smtp.js';

let bench: TestBench;
beforeAll(async () => (bench = await TestBench.create()));
afterAll(() => bench.close());

/** Speaks SMTP line by line, waiting for each answer. */
async function send(port: number, lines: string[]): Promise<void> {
  const socket = createConnection(port, '127.0.0.1');
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answered = async (): Promise<void> => {
    for (;;) if (!/^\d{3}-/.test(String((await answers.next()).value))) return;
  };
  await answered();
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    await answered();
  }
  socket.end();
}

it('takes mail over SMTP and shows it to tests and to people', async () => {
  const { world } = bench.simulator;
  const server = makeSmtpServer(world.mailbox, world.clock, trueChance);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const message = [
    'From: Segue <hello@segue.test>',
    'To: ann@example.test',
    'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Open https://segue.test/x',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Open</p>',
    '--b--',
    '.',
  ].join('\r\n');
  await send((listening.address() as AddressInfo).port, [
    'EHLO test',
    'MAIL FROM:<hello@segue.test>',
    'RCPT TO:<ann@example.test>',
    'DATA',
    message,
    'QUIT',
  ]);
  await new Promise<void>((resolve) => server.close(() => resolve()));

  const [mail] = await bench.control<Mail[]>('GET', '/mail');
  expect(mail).toMatchObject({ from: 'hello@segue.test', to: 'ann@example.test', subject: 'Grüße' });
  expect(mail?.text).toContain('https://segue.test/x');
  expect(mail?.html).toContain('<p>Open</p>');
  expect((await bench.call<string>({ path: '/mail' })).body).toContain('Grüße');
  expect((await bench.call<string>({ path: `/mail/${mail?.id}` })).body).toContain('href="https://segue.test/x"');
});

it('shows its own page and health', async () => {
  expect((await bench.call<string>({ path: '/' })).body).toContain('Robin');
  expect((await bench.call({ path: '/health/ready' })).status).toBe(200);
});
