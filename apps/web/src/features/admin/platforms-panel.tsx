import { type GovernorState, PLATFORMS } from '@segue/contracts';
import { useQuery } from '@tanstack/react-query';
import { overviewQuery, platformGatesQuery, type Matches } from './api.js';
import { formatDateTime } from './format.js';
import { Panel, PanelFailure, PanelSkeleton } from './panel.js';
import { StateMark, type Tone } from './state-mark.js';

const STATES: Record<GovernorState['state'], { text: string; tone: Tone }> = {
  open: { text: 'Open', tone: 'good' },
  cooldown: { text: 'Waiting, as the platform asked', tone: 'warn' },
  broken: { text: 'Left alone, because it fails', tone: 'bad' },
};

/** What we may ask of each platform now, and how many of the tracks we looked for it had. */
export function PlatformsPanel() {
  const { data: gates, error, refetch } = useQuery(platformGatesQuery);
  const { data: overview } = useQuery(overviewQuery);

  return (
    <Panel title="Platforms" lead="Budgets, cooldowns, and the match rate of the last 30 days.">
      {gates === undefined && error === null && <PanelSkeleton className="h-72" />}
      {error !== null && (
        <PanelFailure error={error} fallback="The platforms' gates could not be read." onRetry={() => void refetch()} />
      )}
      <div className="space-y-6">
        {gates?.map((gate) => (
          <PlatformGate
            key={gate.platform}
            gate={gate}
            matches={overview?.matches.find(({ platform }) => platform === gate.platform)}
          />
        ))}
      </div>
    </Panel>
  );
}

function PlatformGate({ gate, matches }: { gate: GovernorState; matches: Matches | undefined }) {
  const { interactive, job, background, maintenance } = gate.waiting;
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-base">{PLATFORMS[gate.platform].name}</h3>
        <span className="text-sm">
          <StateMark {...STATES[gate.state]} />
          {gate.until !== null && <span className="text-muted"> until {formatDateTime(gate.until)}</span>}
        </span>
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 text-sm tabular-nums sm:grid-cols-3">
        <Line label="Calls per second">{gate.callsPerSecond.toLocaleString('en-US')}</Line>
        <Line label="Running">{String(gate.running)}</Line>
        <Line label="Waiting">{String(interactive + job + background + maintenance)}</Line>
        <Line label="Calls in the last hour">{gate.callsLastHour.toLocaleString('en-US')}</Line>
        <Line label="Throttled in the last hour">{gate.throttledLastHour.toLocaleString('en-US')}</Line>
        <Line label="Match rate">{rateOf(matches)}</Line>
      </dl>
      {matches && (
        <p className="mt-2 text-sm text-muted">
          {matches.added.toLocaleString('en-US')} by ISRC, {matches.mismatched.toLocaleString('en-US')} under another
          one, {matches.unmatched.toLocaleString('en-US')} without a match, {matches.failed.toLocaleString('en-US')}{' '}
          failed otherwise.
        </p>
      )}
    </div>
  );
}

const rateOf = (matches: Matches | undefined): string =>
  matches?.matchRate == null ? 'No tracks yet' : `${matches.matchRate.toFixed(1)} %`;

function Line({ label, children }: { label: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
