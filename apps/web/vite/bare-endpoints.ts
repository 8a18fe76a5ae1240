import type { ESTree, Plugin } from 'vite';

/** What a caller needs of an endpoint: where it is. What goes in and out is a matter of types to it. */
const KEPT = new Set(['method', 'path']);

interface Constant {
  start: number;
  end: number;
  text: string;
}

/**
 * Takes the schemas out of the contract's endpoints, and lets the bundler drop every other schema that nothing names. The
 * services check all requests and answers with them; in the browser they would be a third of a screen's script, validator
 * included, and never be run. What forms check stays.
 */
export function bareEndpoints(isContract: (id: string) => boolean): Plugin {
  return {
    name: 'segue:bare-endpoints',
    apply: 'build',
    // When the types are gone.
    enforce: 'post',
    transform(code, id) {
      if (!isContract(id)) return null;
      const constants = this.parse(code)
        .body.flatMap(declarators)
        .flatMap((declared) => rewritten(declared, code));
      // From the end, so that the places of the others stay right.
      return constants.reduceRight(
        (whole, { start, end, text }) => whole.slice(0, start) + text + whole.slice(end),
        code,
      );
    },
  };
}

const declarators = (statement: ESTree.Program['body'][number]): ESTree.VariableDeclarator[] => {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
};

/** Other than a call, a constant is nothing a bundler would fear to drop. */
function rewritten({ init }: ESTree.VariableDeclarator, code: string): Constant[] {
  if (init?.type !== 'CallExpression') return [];
  const place = { start: init.start, end: init.end };
  const isEndpoint = init.callee.type === 'Identifier' && init.callee.name === 'endpoint';
  // A contract makes constants and does nothing else.
  const unneeded = `/* #__PURE__ */ (() => ${code.slice(init.start, init.end)})()`;
  return [{ ...place, text: isEndpoint ? bare(init, code) : unneeded }];
}

function bare({ arguments: [declared], start: from }: ESTree.CallExpression, code: string): string {
  const properties = declared?.type === 'ObjectExpression' ? declared.properties : [];
  const kept = properties.filter((property) => KEPT.has(nameOf(property)));
  if (kept.length !== KEPT.size)
    throw new Error(`An endpoint does not say its method and path: ${code.slice(from, from + 80)}`);
  return `({ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} })`;
}

const nameOf = (property: ESTree.ObjectPropertyKind): string =>
  property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : '';
