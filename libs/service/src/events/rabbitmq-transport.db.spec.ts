import type { HealthReport } from '@segue/contracts';
import { canTestWith, eventually, TestRabbitMq } from '@segue/testing';
import { type Channel, type ChannelModel, connect } from 'amqplib';
import { randomUUID } from 'node:crypto';
import { describeCarrier } from '../testing/describe-carrier.js';
import { type CarrierUnderTest, EventStage, quiet } from '../testing/event-stage.js';
import { ConfirmedPublisher } from './confirmed-publisher.js';
import { RabbitEventQueue } from './rabbitmq-queue.js';
import { RabbitParkedEvents } from './rabbitmq-parked-events.js';
import { EVENTS_EXCHANGE, parkedQueueOf, queueOf, retryExchangeOf } from './rabbitmq-topology.js';
import { RabbitEventServer, RabbitEventTransport } from './rabbitmq-transport.js';
import { Inbox } from './inbox.js';

/** Short ones; that they grow is the list's own business. */
const PAUSES_MS = [50, 60, 70, 80, 90, 100, 110];
const START_TIMEOUT_MS = 90_000;
/** The longest part is a heartbeat that fails; a machine that does other things too takes its time. */
const HEARD_WITHIN_MS = 45_000;
const FAULT_TIMEOUT_MS = 90_000;
const describeWithBroker = canTestWith('rabbitmq-server') ? describe : describe.skip;

let broker: TestRabbitMq;
let stage: EventStage;

/** Asks the broker over a connection of its own, which may be younger than the broker's last death. */
async function withChannel<Answer>(work: (channel: Channel) => Promise<Answer>): Promise<Answer> {
  const connection: ChannelModel = await connect(broker.url);
  connection.on('error', () => undefined);
  try {
    return await work(await connection.createChannel());
  } finally {
    await connection.close();
  }
}

async function openRabbitCarrier(): Promise<CarrierUnderTest> {
  const { url } = broker;
  const parked = new RabbitParkedEvents(url, new ConfirmedPublisher(url, 'parked', quiet, PAUSES_MS), PAUSES_MS);
  const waiting = [queueOf('billing'), ...PAUSES_MS.map(retryExchangeOf)];
  return {
    createCarrier: (service) => {
      const publisher = new ConfirmedPublisher(url, `${service}-publisher`, quiet, PAUSES_MS);
      return {
        transport: new RabbitEventTransport(publisher),
        createServer: () => new RabbitEventServer(url, service, publisher, quiet, PAUSES_MS),
        createQueue: () => new RabbitEventQueue(new RabbitParkedEvents(url, publisher, PAUSES_MS), service),
        dependencies: [{ name: 'broker', optional: true, check: async () => publisher.assertReady() }],
      };
    },
    parked,
    isDrained: () =>
      withChannel(async (channel) => {
        for (const queue of waiting) if ((await channel.checkQueue(queue)).messageCount > 0) return false;
        return true;
      }),
    tryAgainNow: async () => undefined,
    clear: () =>
      withChannel(async (channel) => {
        for (const queue of [...waiting, parkedQueueOf('billing')]) await channel.purgeQueue(queue);
      }),
    close: () => parked.close(),
  };
}

describeWithBroker('events carried by RabbitMQ', () => {
  beforeAll(async () => {
    broker = await TestRabbitMq.start();
    stage = await EventStage.open(openRabbitCarrier);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await stage?.close();
    await broker?.remove();
  }, START_TIMEOUT_MS);

  describeCarrier(() => stage);

  /** Each event takes effect once, however often it is delivered. */
  function hearThroughInbox(): void {
    const inbox = stage.hearing.app.get(Inbox);
    stage.onDeleted((event) => inbox.once(event, async () => void stage.heard.push(event)));
  }
  async function tellMany(count: number): Promise<string[]> {
    const users: string[] = [];
    for (let index = 0; index < count; index += 1) users.push(await stage.tellDeleted());
    return users;
  }
  async function expectAllOnce(users: string[]): Promise<void> {
    await eventually(() => expect(new Set(stage.usersHeard()).size).toBe(users.length), HEARD_WITHIN_MS);
    await stage.allHeard();
    expect(stage.usersHeard().sort()).toEqual([...users].sort());
  }
  const readiness = async () => {
    const response = await fetch(`${stage.hearing.url}/health/ready`);
    return { status: response.status, body: (await response.json()) as HealthReport };
  };

  describe('a message that is no event', () => {
    it('is parked at once, and others flow', async () => {
      await withChannel(async (channel) => {
        channel.publish(EVENTS_EXCHANGE, 'billing.user.deleted', Buffer.from('{"half":'));
        await channel.checkExchange(EVENTS_EXCHANGE);
      });
      await stage.startRelay();
      const userId = await stage.tellDeleted();
      await eventually(() => expect(stage.usersHeard()).toEqual([userId]));
      await eventually(async () =>
        expect(await stage.under.parked.list('billing', 10)).toEqual([
          { event: null, attempts: 1, lastError: expect.stringContaining('no event') },
        ]),
      );
    });
  });

  describe('a broker', () => {
    it(
      'that is stopped under load lets the outbox grow, is named as down, and gets everything when it is back',
      async () => {
        hearThroughInbox();
        await stage.startRelay();
        const before = await tellMany(20);
        await broker.stop();
        const during = await tellMany(50);
        expect(await stage.outboxSize()).toBeGreaterThanOrEqual(50);
        await eventually(async () =>
          expect(await readiness()).toMatchObject({ status: 200, body: { dependencies: { broker: 'down' } } }),
        );
        await broker.goUp();
        await expectAllOnce([...before, ...during]);
        await eventually(async () =>
          expect(await readiness()).toMatchObject({ body: { dependencies: { broker: 'up' } } }),
        );
      },
      FAULT_TIMEOUT_MS,
    );

    it(
      'killed twice while events are published loses none, and doubles have no effect',
      async () => {
        hearThroughInbox();
        await stage.startRelay();
        const users = await tellMany(100);
        for (let round = 0; round < 2; round += 1) {
          const publishing = tellMany(200);
          await broker.kill();
          users.push(...(await publishing));
          await broker.goUp();
        }
        await expectAllOnce(users);
      },
      FAULT_TIMEOUT_MS,
    );

    it(
      'that hangs without a word holds nobody up, and gets everything when it wakes',
      async () => {
        hearThroughInbox();
        await stage.startRelay();
        const users = await tellMany(5);
        broker.freeze();
        try {
          users.push(...(await tellMany(20)));
          await eventually(async () => expect((await readiness()).body.dependencies.broker).toBe('down'), 30_000);
        } finally {
          broker.thaw();
        }
        await expectAllOnce(users);
      },
      FAULT_TIMEOUT_MS,
    );

    it(
      'short of memory makes the relay wait, and consumers go on',
      async () => {
        await stage.startRelay();
        const before = await stage.tellDeleted();
        await eventually(() => expect(stage.usersHeard()).toEqual([before]));
        await broker.control('set_vm_memory_high_watermark', 'absolute', '1MB');
        // The broker tells of it when somebody publishes.
        const during = await stage.tellDeleted();
        await eventually(async () => expect(await stage.outboxSize()).toBe(1));
        expect((await readiness()).status).toBe(200);
        await broker.control('set_vm_memory_high_watermark', '0.4');
        await eventually(() => expect(stage.usersHeard()).toEqual(expect.arrayContaining([during])), 30_000);
      },
      FAULT_TIMEOUT_MS,
    );
  });

  describe('a queue', () => {
    it('that is deleted comes back with its consumer, and no event is lost', async () => {
      hearThroughInbox();
      await stage.startRelay();
      const users = await tellMany(3);
      await eventually(() => expect(stage.usersHeard()).toHaveLength(3));
      await withChannel((channel) => channel.deleteQueue(queueOf('billing')));
      users.push(...(await tellMany(20)));
      await expectAllOnce(users);
    }, 30_000);
  });

  describe('connections', () => {
    it('that were all closed come back', async () => {
      hearThroughInbox();
      await stage.startRelay();
      const users = await tellMany(3);
      await broker.control('close_all_connections', 'maintenance');
      users.push(...(await tellMany(20)));
      await expectAllOnce(users);
    }, 30_000);
  });

  it('parks what was handed out ten times without an answer', async () => {
    const { url } = broker;
    const stuck = 'segue.admin';
    await withChannel(async (channel) => {
      channel.publish(EVENTS_EXCHANGE, 'admin.user.deleted', Buffer.from(JSON.stringify({ id: randomUUID() })));
      await channel.checkExchange(EVENTS_EXCHANGE);
    });
    const deliver = async () => {
      const connection = await connect(url);
      const channel = await connection.createChannel();
      const message = await channel.get(stuck);
      if (message) channel.nack(message);
      await channel.close();
      await connection.close();
      return message !== false;
    };
    let deliveries = 0;
    await eventually(async () => {
      if (await deliver()) deliveries += 1;
      expect(deliveries).toBeGreaterThan(0);
      expect(await stage.under.parked.list('admin', 1)).toHaveLength(1);
    });
    expect(deliveries).toBe(11);
    await withChannel((channel) => channel.purgeQueue(parkedQueueOf('admin')));
  });
});
