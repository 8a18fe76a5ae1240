import {
  backendLogs,
  gitVersion,
  ipSummary,
  listUsers,
  type OperatedService,
  overview,
  platformGates,
  replayEvent,
  type ResponseOf,
  SERVER_STATS_POLL_MS,
  serverStats,
  serviceStatuses,
  visits,
} from '@segue/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call, isAbort } from '../../lib/api.js';

/** Everything on the dashboard, for asking all of it again. */
export const ADMIN_KEY = ['admin'] as const;
const keyOf = (...more: unknown[]) => [...ADMIN_KEY, ...more];

/** States of services and platforms are asked for again this often. */
const STATES_POLL_MS = 15_000;
const OVERVIEW_POLL_MS = 60_000;
export const USERS_PER_PAGE = 25;

export type AdminUser = ResponseOf<typeof listUsers>[number];
export type VisitsOfDay = ResponseOf<typeof visits>['data'][number];
export type IpSummaryRow = ResponseOf<typeof ipSummary>['data'][number];
export type Matches = ResponseOf<typeof overview>['matches'][number];

/** Some failures are for the console alone; the screen says them in its own words. */
async function logged<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAbort(error)) console.error(sentence, error);
    throw error;
  }
}

export const overviewQuery = queryOptions({
  queryKey: keyOf('overview'),
  queryFn: ({ signal }) => call(overview, { signal }),
  refetchInterval: OVERVIEW_POLL_MS,
});

export const serverStatsQuery = queryOptions({
  queryKey: keyOf('server-stats'),
  queryFn: ({ signal }) => call(serverStats, { signal }),
  refetchInterval: SERVER_STATS_POLL_MS,
});

export const gitVersionQuery = queryOptions({
  queryKey: keyOf('version'),
  queryFn: async ({ signal }) => {
    const version = await logged('Failed to fetch git version', () => call(gitVersion, { signal }));
    if (!version.commit || !version.branch) {
      console.error('Invalid git version format', version);
      throw new Error('Invalid git version format');
    }
    return version;
  },
  staleTime: Infinity,
});

export const visitsQuery = (days: number) =>
  queryOptions({
    queryKey: keyOf('visits', days),
    queryFn: async ({ signal }) => (await call(visits, { query: { days }, signal })).data,
  });

export const ipSummaryQuery = (days: number) =>
  queryOptions({
    queryKey: keyOf('ip-summary', days),
    queryFn: async ({ signal }) => (await call(ipSummary, { query: { days }, signal })).data,
  });

/** One more than a page shows, to know whether there is a next one. */
export const usersQuery = (search: string, offset: number) =>
  queryOptions({
    queryKey: keyOf('users', search, offset),
    queryFn: async ({ signal }) => {
      const query = { search, offset, limit: USERS_PER_PAGE + 1 };
      const users = await logged('Failed to fetch users', () => call(listUsers, { query, signal }));
      if (!Array.isArray(users)) {
        console.error('Expected an array of users', users);
        throw new Error('Expected an array of users');
      }
      return users;
    },
  });

export const logsQuery = queryOptions({
  queryKey: keyOf('logs'),
  queryFn: ({ signal }) => call(backendLogs, { signal }),
});

export const servicesQuery = queryOptions({
  queryKey: keyOf('services'),
  queryFn: async ({ signal }) => (await call(serviceStatuses, { signal })).services,
  refetchInterval: STATES_POLL_MS,
});

export const platformGatesQuery = queryOptions({
  queryKey: keyOf('platforms'),
  queryFn: async ({ signal }) => (await call(platformGates, { signal })).platforms,
  refetchInterval: STATES_POLL_MS,
});

export const replay = (service: OperatedService, id: string) => call(replayEvent, { params: { service, id } });
