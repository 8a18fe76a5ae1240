import { exists, IMAGES, type Node, read, readYaml, variablesOf } from './testing/repository.js';

const compose = readYaml('docker-compose.yml');
const dockerfile = read('infra/docker/Dockerfile');
const containers = Object.entries(Object(compose.services)) as [string, Node][];
const environmentOf = (name: string): Record<string, string> =>
  Object(containers.find(([container]) => container === name)?.[1].environment);

describe('docker-compose.yml', () => {
  it.each(IMAGES)('runs %s as an image that nobody can change, with variables that it reads and no others', (name) => {
    const container = containers.find(([key]) => key === name)?.[1];
    expect(container).toMatchObject({ read_only: true, cap_drop: ['ALL'], build: { args: { SERVICE: name } } });
    expect(Object.keys(environmentOf(name)).filter((variable) => !variablesOf(name).has(variable))).toEqual([]);
    expect(environmentOf(name).DATABASE_URL).toContain(`segue_${name}:`);
  });

  it('prepares the database with no more rights than a service has', () => {
    const { read_only, cap_drop, security_opt } = Object(compose.services)['prepare-database'] as Node;
    const service = Object(compose.services).auth as Node;
    expect({ read_only, cap_drop, security_opt }).toEqual({
      ...{ read_only: true, cap_drop: ['ALL'] },
      security_opt: service.security_opt,
    });
  });

  it('gives the simulator what it reads', () => {
    const unknown = Object.keys(environmentOf('simulator')).filter((name) => !variablesOf('simulator').has(name));
    expect(unknown).toEqual([]);
  });

  it('builds from what is there, with targets that exist', () => {
    for (const [, container] of containers) {
      if (!container.build) continue;
      expect(exists(String(container.build.dockerfile))).toBe(true);
      expect(dockerfile).toContain(` AS ${String(container.build.target)}\n`);
    }
  });

  it('waits for containers that exist, and for their health only where they tell it', () => {
    const byName = new Map(containers);
    for (const [, container] of containers) {
      for (const [name, { condition }] of Object.entries(Object(container.depends_on)) as [string, Node][]) {
        expect(byName.has(name)).toBe(true);
        if (String(condition) === 'service_healthy') expect(byName.get(name)?.healthcheck).toBeDefined();
      }
    }
  });

  it('opens nothing but the gateway and the simulator, and only on this machine [S56]', () => {
    const open = containers.filter(([, { ports }]) => ports).map(([name]) => name);
    expect(open.sort()).toEqual(['gateway', 'simulator']);
    for (const [, { ports = [] }] of containers) {
      for (const port of ports as unknown as string[]) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('names every address of a service by its container and port', () => {
    for (const url of ['AUTH', 'BILLING', 'CONNECTORS', 'SYNC', 'ADMIN']) {
      expect(environmentOf('gateway')[`${url}_URL`]).toBe(`http://${url.toLowerCase()}:8080`);
    }
  });
});

describe('the Dockerfile', () => {
  it('runs as somebody who is not root, checks its own health and holds no secret [S92]', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(dockerfile).toMatch(/^ENV .*HOME=\/app$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
    expect(dockerfile).not.toMatch(/^(ENV|ARG) .*(SECRET|PASSWORD|KEY)/m);
    expect(dockerfile).toContain('npm ci --omit=dev --ignore-scripts');
  });

  it('copies what exists', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(\S+) /gm)].map(([, path]) => path ?? '');
    expect(copied.filter((path) => !exists(path))).toEqual([]);
  });
});
