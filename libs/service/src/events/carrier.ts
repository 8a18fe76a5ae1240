import type { ServiceName } from '@segue/contracts';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { BaseEnv } from '../env.js';
import type { Dependency } from '../health/health.controller.js';
import { ConfirmedPublisher } from './confirmed-publisher.js';
import type { EventServer } from './event-server.js';
import type { EventQueue } from './event-queue.js';
import { PostgresParkedEvents } from './postgres-parked-events.js';
import { PostgresEventQueue } from './postgres-queue.js';
import { PostgresEventServer, PostgresEventTransport } from './postgres-transport.js';
import { RabbitParkedEvents } from './rabbitmq-parked-events.js';
import { RabbitEventQueue } from './rabbitmq-queue.js';
import { RabbitEventServer, RabbitEventTransport } from './rabbitmq-transport.js';
import type { EventTransport, ParkedEvents } from './transport.js';

/** How the events of one service come and go. */
export abstract class EventCarrier {
  abstract readonly transport: EventTransport;
  /** For a service that hears events. */
  abstract createServer(): EventServer;
  /** The service's own queue, for an operator. @param source the service's own connections. */
  abstract createQueue(source: DataSource): EventQueue;
  /** What is worth naming beside the database, which carries events when nothing else does. */
  abstract readonly dependencies: readonly Dependency[];
}

type CarrierEnv = Pick<BaseEnv, 'RABBITMQ_URL' | 'DATABASE_URL'>;

/** RabbitMQ when its address is given, else the database. */
export function createEventCarrier(service: ServiceName, env: CarrierEnv, logger: Logger): EventCarrier {
  const { RABBITMQ_URL: broker, DATABASE_URL: database } = env;
  if (broker === undefined) {
    return {
      transport: new PostgresEventTransport(database, logger),
      createServer: () => new PostgresEventServer(database, service, logger),
      createQueue: (source) => new PostgresEventQueue(source, service),
      dependencies: [],
    };
  }
  const publisher = new ConfirmedPublisher(broker, `segue-${service}-publisher`, logger);
  return {
    transport: new RabbitEventTransport(publisher),
    createServer: () => new RabbitEventServer(broker, service, publisher, logger),
    createQueue: () => new RabbitEventQueue(new RabbitParkedEvents(broker, publisher), service),
    // Events wait in the outbox while it is away, so the service can do its work.
    dependencies: [{ name: 'broker', optional: true, check: async () => publisher.assertReady() }],
  };
}

/** What is parked, wherever events travel. */
export const openParkedEvents = (env: CarrierEnv, logger: Logger): ParkedEvents =>
  env.RABBITMQ_URL === undefined
    ? new PostgresParkedEvents(env.DATABASE_URL)
    : new RabbitParkedEvents(env.RABBITMQ_URL, new ConfirmedPublisher(env.RABBITMQ_URL, 'segue-parked-events', logger));
