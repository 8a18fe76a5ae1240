import { Counter, Gauge } from 'prom-client';

type CountWaiting = () => Promise<number>;

/** Metrics belong to the process; several services in one (as in tests) share them, and the newest is looked at. */
let countWaiting: CountWaiting = async () => 0;
let waiting: Gauge | undefined;
let parked: Counter | undefined;

/** Shows how many facts wait to be told whenever somebody reads the metrics. */
export function showOutbox(count: CountWaiting): void {
  countWaiting = count;
  waiting ??= new Gauge({
    name: 'outbox_events_waiting',
    help: 'Facts that became true and are not yet with the carrier of events.',
    async collect() {
      // A database that is away must not take the other metrics with it.
      this.set(await countWaiting().catch(() => Number.NaN));
    },
  });
}

/** @returns what counts the events that were tried in vain. It stands at 0 from the start, so that the first one is an increase. */
export function parkedEvents(): Counter {
  parked ??= new Counter({ name: 'events_parked_total', help: 'Events that this service could not take in.' });
  return parked;
}
