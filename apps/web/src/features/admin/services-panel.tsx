import type { DeadLetter, OperatedService, ServiceStatus, Waiting } from '@segue/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.js';
import { useToasts } from '../../components/toasts.js';
import { messageOf } from '../../lib/api.js';
import { plural } from '../../lib/text.js';
import { useNow } from '../../lib/use-now.js';
import { replay, servicesQuery } from './api.js';
import { formatAge, formatDateTime } from './format.js';
import { Panel, PanelFailure, PanelSkeleton } from './panel.js';
import { ScrollArea } from './scroll-area.js';
import { StateMark, type Tone } from './state-mark.js';

const STATES: Record<ServiceStatus['status'], { text: string; tone: Tone }> = {
  ok: { text: 'Ready', tone: 'good' },
  unavailable: { text: 'Not ready', tone: 'bad' },
  unreachable: { text: 'No answer', tone: 'bad' },
};

const AGES_REFRESH_MS = 15_000;

/** Every service, the engines it stands on, and how far its events are behind. */
export function ServicesPanel() {
  const { data: services, error, refetch } = useQuery(servicesQuery);
  const nowMs = useNow(AGES_REFRESH_MS);

  return (
    <Panel title="Services" lead="Ready or not, and how far events are behind.">
      {services === undefined && error === null && <PanelSkeleton className="h-72" />}
      {error !== null && (
        <PanelFailure error={error} fallback="The services could not be asked." onRetry={() => void refetch()} />
      )}
      {services !== undefined && (
        <>
          <ServiceTable services={services} nowMs={nowMs} />
          <DeadLetters services={services} />
        </>
      )}
    </Panel>
  );
}

function ServiceTable({ services, nowMs }: { services: readonly ServiceStatus[]; nowMs: number }) {
  return (
    <ScrollArea label="Services">
      <table className="w-full text-sm">
        <thead className="text-left text-muted">
          <tr className="border-b border-line">
            {['Service', 'State', 'Stands on', 'To tell', 'To hear', 'Given up'].map((column) => (
              <th key={column} scope="col" className="py-2 pr-5 font-medium whitespace-nowrap last:pr-0">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {services.map(({ service, status, dependencies, events }) => (
            <tr key={service} className="border-b border-line last:border-0">
              <th scope="row" className="py-2.5 pr-5 text-left font-medium">
                {service}
              </th>
              <td className="py-2.5 pr-5">
                <StateMark {...STATES[status]} />
              </td>
              <td className="py-2.5 pr-5">
                <span className="flex flex-wrap gap-x-3 gap-y-1">
                  {Object.entries(dependencies).map(([name, state]) => (
                    <StateMark
                      key={name}
                      text={state === 'up' ? name : `${name} is down`}
                      tone={state === 'up' ? 'good' : 'bad'}
                    />
                  ))}
                </span>
              </td>
              <td className="py-2.5 pr-5">{events ? <Behind waiting={events.outbox} nowMs={nowMs} /> : '–'}</td>
              <td className="py-2.5 pr-5">{events ? <Behind waiting={events.queue} nowMs={nowMs} /> : '–'}</td>
              <td className="py-2.5 tabular-nums">{events ? events.deadLetters.count.toLocaleString('en-US') : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Behind({ waiting: { count, oldestAt }, nowMs }: { waiting: Waiting; nowMs: number }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {count.toLocaleString('en-US')}
      {oldestAt !== null && <span className="text-muted"> for {formatAge(oldestAt, nowMs)}</span>}
    </span>
  );
}

function DeadLetters({ services }: { services: readonly ServiceStatus[] }) {
  const parked = services.flatMap(({ service, events }) =>
    (events?.deadLetters.newest ?? []).map((letter) => ({ service, letter })),
  );
  const count = services.reduce((sum, { events }) => sum + (events?.deadLetters.count ?? 0), 0);
  if (count === 0) return null;
  return (
    <div className="mt-6">
      <h3 className="text-base">Events that were given up</h3>
      <p className="mt-1 text-sm text-muted">
        {count > parked.length
          ? `${plural(count, 'event')} failed each time; the newest of each service are listed.`
          : 'They failed each time. Once the cause is mended, let them be heard again.'}
      </p>
      <ul className="mt-3 divide-y divide-line">
        {parked.map(({ service, letter }) => (
          <DeadLetterRow key={`${service}:${letter.id}`} service={service} letter={letter} />
        ))}
      </ul>
    </div>
  );
}

function DeadLetterRow({ service, letter }: { service: OperatedService; letter: DeadLetter }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: () => replay(service, letter.id),
    onError: (error) => toasts.bad(messageOf(error, 'The event could not be replayed.')),
    onSettled: () => client.invalidateQueries({ queryKey: servicesQuery.queryKey }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-60 flex-1">
        <p className="font-medium break-words">
          {letter.name} for {service}
        </p>
        <p className="text-muted">
          {formatDateTime(letter.occurredAt)}, tried {plural(letter.attempts, 'time')}
        </p>
        <p className="mt-1 break-words text-muted">{letter.error}</p>
      </div>
      <Button look="quiet" size="small" busy={isPending} onClick={() => mutate()}>
        Replay
      </Button>
    </li>
  );
}
