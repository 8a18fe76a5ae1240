import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { type Node, read, readYaml, ROOT } from './testing/repository.js';

const sources = ['apps/connectors/src/governor', 'libs/service/src', 'libs/service/src/events']
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map(read)
  .join('\n');

/** Every metric that a service shows, ours and those that prom-client brings. */
function shownMetrics(): Set<string> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const brought = register.getMetricsAsArray().map(({ name }) => name);
  const ours = [...sources.matchAll(/(?:name: |gauge\()'([a-z]+_[a-z_]+)'/g)].map(([, name]) => name ?? '');
  return new Set([...brought, ...ours]);
}

/** What an expression reads: words with an underscore that are neither functions nor labels. */
const readBy = (expression: string): string[] =>
  [...expression.replace(/\{[^}]*\}/g, '').matchAll(/\b[a-z]+_[a-z0-9_]+\b/g)]
    .map(([word]) => word)
    .filter((word) => word !== 'histogram_quantile')
    .map((word) => word.replace(/^(http_request_duration_seconds)_(bucket|count|sum)$/, '$1'));

const rules = (readYaml('infra/observability/alerts.yaml').groups as unknown as Node[]).flatMap(
  ({ rules: ofGroup }) => ofGroup as unknown as Node[],
);
const panels = JSON.parse(read('infra/observability/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

const handbook = read('infra/HANDBOOK.md');

describe('what is watched', () => {
  it.each(rules.map(({ alert }) => String(alert)))('of alert %s the handbook says what to do', (alert) => {
    expect(handbook).toContain(`\`${alert}\``);
  });

  it.each(rules.map(({ alert, expr }) => [String(alert), String(expr)]))('alert %s reads what is shown', (_, expr) => {
    expect(readBy(expr).filter((name) => !shownMetrics().has(name))).toEqual([]);
  });

  it.each(panels.panels.map(({ title, targets }) => [title, targets.map(({ expr }) => expr)] as const))(
    'panel "%s" reads what is shown',
    (_, expressions) => {
      const names = expressions.flatMap(readBy);
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !shownMetrics().has(name))).toEqual([]);
    },
  );
});
