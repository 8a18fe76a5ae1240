import type { GovernorState, PlatformId } from '@segue/contracts';
import { Counter, Gauge } from 'prom-client';
import type { CallOutcome } from './governor.js';

type ReadStates = () => Promise<readonly GovernorState[]>;

/** Metrics belong to the process; several services in one (as in tests) share them, and the newest is looked at. */
let calls: Counter<'platform' | 'endpoint' | 'outcome'> | undefined;
let readStates: ReadStates = async () => [];

/** @returns what counts one call. */
export function countCalls(): (platform: PlatformId, endpoint: string, outcome: CallOutcome) => void {
  calls ??= new Counter({
    name: 'platform_calls_total',
    help: 'Calls to streaming platforms, by address template and how they ended.',
    labelNames: ['platform', 'endpoint', 'outcome'],
  });
  const counter = calls;
  return (platform, endpoint, outcome) => counter.inc({ platform, endpoint, outcome });
}

let areShown = false;

/** Shows where the governors stand whenever somebody reads the metrics. */
export function showGovernors(read: ReadStates): void {
  readStates = read;
  if (areShown) return;
  areShown = true;
  gauge('platform_calls_per_second', 'What may be sent now.', ({ callsPerSecond }) => callsPerSecond);
  gauge('platform_calls_running', 'Calls under way.', ({ running }) => running);
  gauge('platform_pause_seconds', 'Until calls go out again; 0 while they do.', secondsLeft);
  gauge('platform_breaker_open', '1 while a failing platform is left alone.', ({ state }) =>
    Number(state === 'broken'),
  );
  const waiting = new Gauge({
    name: 'platform_calls_waiting',
    help: 'Calls that wait for their turn, by class.',
    labelNames: ['platform', 'class'],
    async collect() {
      for (const { platform, waiting: byClass } of await readStates()) {
        for (const [name, count] of Object.entries(byClass)) waiting.set({ platform, class: name }, count);
      }
    },
  });
}

function gauge(name: string, help: string, valueOf: (state: GovernorState) => number): void {
  const shown = new Gauge({
    name,
    help,
    labelNames: ['platform'],
    async collect() {
      for (const state of await readStates()) shown.set({ platform: state.platform }, valueOf(state));
    },
  });
}

const secondsLeft = ({ until }: GovernorState): number =>
  until === null ? 0 : Math.max(0, (Date.parse(until) - Date.now()) / 1000);
