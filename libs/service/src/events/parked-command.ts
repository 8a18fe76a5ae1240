import { type ServiceName, SERVICES } from '@segue/contracts';
import { BaseEnv, readEnv } from '../env.js';
import { createLogger } from '../logging/logger.js';
import { openParkedEvents } from './carrier.js';
import type { ParkedEvent, ParkedEvents } from './transport.js';

const USAGE = `Usage: parked-events list <service> | replay <service>, where <service> is one of ${SERVICES.join(', ')}.`;
const MOST_SHOWN = 100;

const lineOf = ({ event, attempts, lastError }: ParkedEvent): string =>
  `${event ? `${event.name} ${event.id} of ${event.occurredAt}` : 'no event'}: ${attempts} attempts, ${lastError.split('\n')[0]}`;

/**
 * Shows what is parked for a service, or hands it over again.
 * @returns what to print. Payloads are left out: they are about people.
 * @throws Error that says how to ask.
 */
export async function answerParkedCommand(args: readonly string[], parked: ParkedEvents): Promise<string> {
  const [action, service] = args;
  if (!isService(service)) throw new Error(USAGE);
  if (action === 'replay') return `${await parked.replay(service)} replayed.`;
  if (action !== 'list') throw new Error(USAGE);
  const events = await parked.list(service, MOST_SHOWN);
  return [...events.map(lineOf), `${events.length} parked${events.length === MOST_SHOWN ? ' or more' : ''}.`].join(
    '\n',
  );
}

const isService = (name: string | undefined): name is ServiceName => SERVICES.some((service) => service === name);

/** Runs the command with the environment of any service. */
export async function runParkedEventsCommand(args: readonly string[]): Promise<void> {
  const env = readEnv(BaseEnv.pick({ DATABASE_URL: true, RABBITMQ_URL: true, LOG_LEVEL: true }));
  const parked = openParkedEvents(env, createLogger('parked-events', env.LOG_LEVEL, process.stderr));
  try {
    process.stdout.write(`${await answerParkedCommand(args, parked)}\n`);
  } finally {
    await parked.close();
  }
}
