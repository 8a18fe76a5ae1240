import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { SECURITY_CHECKS } from './security-checks.js';
import { workspaceRoot } from './workspace-root.js';

const PLACES = ['apps', 'libs', 'infra'];
const TAG = /\[(S\d+(?:, S\d+)*)\]/g;
const checks = Object.values(SECURITY_CHECKS).flat();

/** The names `it`, `describe` ... at the root of `it.each(table)`, `describeInBrowser` and the like. */
function calleeOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'skip' ? '' : calleeOf(node.expression);
  return ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node)
    ? calleeOf(ts.isCallExpression(node) ? node.expression : node.tag)
    : '';
}

/** The titles of the tests in a file: of `it` and `test` alone, and of none that is skipped. */
function titlesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(it|test)$/.test(calleeOf(node.expression))) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

const specs = PLACES.flatMap((place) => {
  const files = readdirSync(join(workspaceRoot(), place), { recursive: true }) as string[];
  return files
    .filter((file) => /\/src\/.*\.spec\.tsx?$/.test(`/${file}`) && !file.includes('node_modules'))
    .map((file) => join(workspaceRoot(), place, file));
});
const named = new Set(
  specs
    .flatMap(titlesIn)
    .flatMap((title) => [...title.matchAll(TAG)])
    .flatMap(([, tag = '']) => tag.split(', ').map((name) => Number(name.slice(1)))),
);

describe('the security checklist', () => {
  it('has the numbers 1 to 174, each once', () => {
    expect(checks.map(({ number }) => number)).toEqual(Array.from({ length: 174 }, (_, index) => index + 1));
  });

  it('has each number named by a test, or a reason why none does', () => {
    const open = checks.filter(({ number, notApplicable }) => !named.has(number) && notApplicable === undefined);
    expect(open).toEqual([]);
  });

  it('gives no reason against what a test names, and knows every number that is named', () => {
    const excused = checks.filter(({ number, notApplicable }) => named.has(number) && notApplicable !== undefined);
    expect(excused).toEqual([]);
    expect([...named].filter((number) => !checks.some((check) => check.number === number))).toEqual([]);
  });
});
