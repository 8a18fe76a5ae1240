import type { ServiceName } from '@segue/contracts';
import { join } from 'node:path';
import { type Balancer, startBalancer } from './balancer.js';
import { keepEmbeddedPostgres } from './kept-postgres.js';
import { isFree } from './ports.js';
import { provisionDatabase } from './provision.js';
import { loadSecrets } from './secrets.js';
import {
  databasePortOf,
  environmentsOf,
  portOfProcess,
  processesOf,
  type ProcessName,
  type Replicated,
  replicatedOf,
  type Settings,
} from './settings.js';
import { type SupervisedProcess, Supervisor } from './supervisor.js';

/** The whole of Segue, running on this machine. */
export interface RunningSystem {
  url: string;
  simulatorUrl: string | null;
  /** Holds its data, and in `logs` the output (`<program>-<day>.log`) and process id (`<program>.pid`) of each program. */
  dataDir: string;
  /** Holds the process id of the embedded database, if there is one. */
  databasePidFile: string | null;
  /** Stops everything; the data stays. */
  stop(): Promise<void>;
}

export interface StartSystemOptions {
  /** Hears what happens while the system runs, a line each. */
  say?: (line: string) => void;
  /** Names of the programs that start anew when their compiled code changes. */
  watched?: readonly string[];
  /** What the programs inherit, such as `SPOTIFY_QUOTA_MODE`. */
  env?: NodeJS.ProcessEnv;
  /** Services of which two processes run (the second as `<name>-2`), with the others' requests given to them in turns. */
  replicated?: readonly ServiceName[];
}

const DATABASE_NAME = 'segue';

/** Starts database, simulator, services and gateway, and resolves when all are ready. Stops what it started when one fails. */
export async function startSystem(
  settings: Settings,
  { say = () => undefined, watched = [], env = process.env, replicated: names = [] }: StartSystemOptions = {},
): Promise<RunningSystem> {
  await refuseTakenPorts(settings);
  const secrets = loadSecrets(settings.dataDir);
  const embedded = settings.databaseUrl
    ? null
    : await keepEmbeddedPostgres(
        {
          dataDir: join(settings.dataDir, 'postgres'),
          port: databasePortOf(settings.port),
          password: secrets.databasePassword,
        },
        say,
      );
  const supervisor = new Supervisor(join(settings.dataDir, 'logs'), say);
  const replicated = names.map((name) => replicatedOf(name, settings.port));
  const balancers: Balancer[] = [];
  const stop = async () => {
    await supervisor.stop();
    await Promise.all(balancers.map((balancer) => balancer.stop()));
    await embedded?.stop();
  };
  try {
    const adminUrl = embedded?.adminUrl ?? settings.databaseUrl;
    if (!adminUrl) throw new Error('There is no database.');
    const databaseUrls = await provisionDatabase(adminUrl, DATABASE_NAME, (owner) => secrets.rolePasswords[owner]);
    const environments = environmentsOf(settings, secrets, databaseUrls, env);
    for (const { doorPort, ports } of replicated) balancers.push(await startBalancer(doorPort, ports));
    const program = (
      name: ProcessName,
      port = portOfProcess(name, settings.port),
    ): Omit<SupervisedProcess, 'name'> => ({
      entry: join(settings.root, 'apps', name, 'dist', 'main.js'),
      env: { ...environments[name], ...doorsOf(replicated) },
      readyUrl: `http://127.0.0.1:${port}/health/ready`,
      nodeOptions: watched.includes(name) ? ['--watch', '--watch-preserve-output'] : [],
    });
    await supervisor.start(processesOf(settings).map((name) => ({ name, ...program(name) })));
    await supervisor.start(
      replicated.map(({ name, ports: [, port] }) => {
        const { env: own, ...rest } = program(name, port);
        return { name: `${name}-2`, ...rest, env: { ...own, SERVICE_PORT: String(port) } };
      }),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: settings.appUrl,
    simulatorUrl: settings.simulator ? `http://127.0.0.1:${portOfProcess('simulator', settings.port)}` : null,
    dataDir: settings.dataDir,
    databasePidFile: embedded?.pidFile ?? null,
    stop,
  };
}

/** How services find one that has replicas. */
const doorsOf = (replicated: readonly Replicated[]): NodeJS.ProcessEnv =>
  Object.fromEntries(
    replicated.map(({ name, doorPort }) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${doorPort}`]),
  );

/** Everything derives from one port; taken ones are better named at once than met one by one. */
async function refuseTakenPorts(settings: Settings): Promise<void> {
  const ports = new Map(processesOf(settings).map((name) => [portOfProcess(name, settings.port), name as string]));
  if (!settings.databaseUrl) ports.set(databasePortOf(settings.port), 'the embedded database');
  const taken: string[] = [];
  for (const [port, name] of ports) if (!(await isFree(port))) taken.push(`${port} (${name})`);
  if (taken.length > 0) {
    throw new Error(`These ports are taken: ${taken.join(', ')}. Stop what uses them or choose another PORT.`);
  }
}
