import { join, normalize } from 'node:path';
import { exists, IMAGES, type Node, readManifests, readYaml, variablesOf } from './testing/repository.js';

const OVERLAYS = ['local', 'production'];

/** Everything a kustomization brings, with the files it names. */
function manifestsOf(folder: string): Node[] {
  const { resources = [] } = Object(readYaml(`${folder}/kustomization.yaml`)) as { resources?: string[] };
  return resources.flatMap((resource) => {
    const path = normalize(join(folder, resource));
    return path.endsWith('.yaml') ? readManifests(path) : manifestsOf(path);
  });
}

const base = manifestsOf('k8s/base');
const local = manifestsOf('k8s/overlays/local');
const ofKind = (manifests: Node[], kind: string) => manifests.filter((manifest) => String(manifest.kind) === kind);
const nameOf = ({ metadata }: Node): string => String(metadata?.name);
const named = (kind: string, name: string) => ofKind(base, kind).find((manifest) => nameOf(manifest) === name);
const configured = Object(named('ConfigMap', 'segue')?.data) as Record<string, string>;
const podOf = (workload: Node): Node => Object(workload.spec?.template?.spec);
const workloads = [...ofKind(local, 'Deployment'), ...ofKind(local, 'Job')].map((one) => [nameOf(one), one] as const);

describe.each(workloads)('the pods of %s', (_, workload) => {
  const pod = podOf(workload);
  const containers = (pod.containers ?? []) as unknown as Node[];

  it('stand the restricted standard', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(Number(pod.securityContext?.runAsUser)).toBeGreaterThan(0);
    for (const container of containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources).toEqual({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
    }
  });

  it('are found by their own labels', () => {
    // A Job makes its own.
    const selector = Object(workload.spec?.selector?.matchLabels);
    expect(workload.spec?.template?.metadata?.labels).toMatchObject(selector);
  });
});

describe.each(IMAGES)('%s in the cluster', (name) => {
  const deployment = Object(named('Deployment', name)) as Node;
  const pod = podOf(deployment);
  const [container = {}] = (pod.containers ?? []) as unknown as Node[];

  it('is started, watched and ended gently', () => {
    expect(container).toMatchObject({
      startupProbe: { httpGet: { path: '/health/live', port: 'http' } },
      livenessProbe: { httpGet: { path: '/health/live', port: 'http' } },
      readinessProbe: { httpGet: { path: '/health/ready', port: 'http' } },
      lifecycle: { preStop: { exec: { command: ['node', '-e', expect.stringContaining('10_000')] } } },
    });
    // The pause before the end, and the longest request after it.
    expect(Number(pod.terminationGracePeriodSeconds)).toBeGreaterThanOrEqual(10 + 30);
    expect(deployment.spec?.strategy).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } });
  });

  it('listens where its Service, its probes and the others look for it', () => {
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(configured.SERVICE_PORT) }]);
    const service = named('Service', name);
    expect(service?.spec).toMatchObject({
      selector: deployment.spec?.selector?.matchLabels,
      ports: [{ port: 8080, targetPort: 'http' }],
    });
    if (name !== 'gateway') expect(configured[`${name.toUpperCase()}_URL`]).toBe(`http://${name}:8080`);
  });

  it('reads every variable it gets, and its secrets alone', () => {
    expect(Object.keys(configured).filter((variable) => !variablesOf(name).has(variable))).toEqual([]);
    expect(container.envFrom).toEqual([{ configMapRef: { name: 'segue' } }, { secretRef: { name: `segue-${name}` } }]);
  });

  it('grows under load and never ends altogether', () => {
    expect(named('HorizontalPodAutoscaler', name)?.spec).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name },
      minReplicas: 2,
    });
    expect(named('PodDisruptionBudget', name)?.spec).toEqual({
      minAvailable: 1,
      selector: deployment.spec?.selector,
    });
  });
});

describe('what may flow', () => {
  const LINE = ['auth', 'billing', 'connectors', 'sync', 'admin', 'gateway'];
  const peersOf = (name: string, way: 'ingress' | 'egress'): string[] => {
    const rules = (named('NetworkPolicy', name)?.spec?.[way] ?? []) as unknown as Node[];
    return rules
      .flatMap((rule) => (rule[way === 'ingress' ? 'from' : 'to'] ?? []) as unknown as Node[])
      .map(({ podSelector }) => String(podSelector?.matchLabels?.['app.kubernetes.io/name'] ?? ''))
      .filter((peer) => peer !== '');
  };

  it('is nothing, unless it is listed', () => {
    expect(named('NetworkPolicy', 'default-deny')?.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
  });

  it.each(IMAGES)('are calls of %s to the left, which their callees let in', (name) => {
    // admin asks the door, too, how it is.
    const left = [...LINE.slice(0, LINE.indexOf(name)), ...(name === 'admin' ? ['gateway'] : [])];
    expect(peersOf(name, 'egress')).toEqual(left);
    for (const callee of left) expect(peersOf(callee, 'ingress')).toContain(name);
    for (const caller of peersOf(name, 'ingress')) expect(peersOf(caller, 'egress')).toContain(name);
  });

  it('comes in from outside through the gateway alone, encrypted [S56, S137]', () => {
    const outside = JSON.stringify(ofKind(base, 'NetworkPolicy').filter((one) => nameOf(one) !== 'gateway'));
    expect(outside).not.toContain('ingress-nginx');
    const ingress = ofKind(base, 'Ingress')[0]?.spec;
    expect(JSON.stringify(ingress?.rules)).toContain('"name":"gateway"');
    expect(JSON.stringify(ingress?.tls)).toContain('segue-tls');
  });
});

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  const folder = `k8s/overlays/${overlay}`;
  const kustomization = readYaml(`${folder}/kustomization.yaml`);

  it('names files that exist and images that run', () => {
    const patches = (kustomization.patches ?? []) as unknown as Node[];
    for (const { path } of patches) if (path) expect(exists(`${folder}/${String(path)}`)).toBe(true);
    const images = (kustomization.images ?? []) as unknown as Node[];
    expect(images.map(({ name }) => String(name)).sort()).toEqual(IMAGES.map((name) => `segue/${name}`).sort());
    const used = manifestsOf(folder).flatMap((one) => (podOf(one).containers ?? []) as unknown as Node[]);
    for (const { image } of used) expect(String(image)).toMatch(/^segue\/[a-z]+$|^docker\.io\/library\/[a-z]+:\d+$/);
  });

  it('changes only variables that exist', () => {
    const [config] = readManifests(`${folder}/config.yaml`);
    expect(config && nameOf(config)).toBe('segue');
    expect(Object.keys(configured)).toEqual(expect.arrayContaining(Object.keys(Object(config?.data))));
  });
});
