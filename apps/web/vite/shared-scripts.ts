/** Of `radix-ui`, what the tabs of a library stand on. */
const TABS = [
  ...[
    'collection',
    'compose-refs',
    'context',
    'direction',
    'id',
    'presence',
    'primitive',
    'roving-focus',
    'slot',
    'tabs',
  ],
  ...['use-callback-ref', 'use-controllable-state', 'use-effect-event', 'use-is-hydrated', 'use-layout-effect'],
].map((name) => `@radix-ui/react-${name}/`);

const contracts = (...names: string[]) => names.map((name) => `/libs/contracts/src/${name}.ts`);
const sources = (folder: string, ...names: string[]) => names.map((name) => `/src/${folder}/${name}.`);

/** What belongs together: a part of each module's address, by the script they come in. */
const SCRIPTS: Record<string, readonly string[]> = {
  // By itself, so that it does not hold up the others on a line that only gets up to speed.
  react: ['/node_modules/react-dom/', '/node_modules/scheduler/'],
  // Of every page, the first visit's too.
  base: [
    ...['/node_modules/react/', '/lucide-react/dist/esm/createLucideIcon.', '/lucide-react/dist/esm/Icon.'],
    ...[
      '/lucide-react/dist/esm/context.',
      '/lucide-react/dist/esm/shared/',
      '/lucide-react/dist/esm/defaultAttributes.',
    ],
    ...sources('components', 'link', 'text-link'),
    ...sources('lib', 'keep-focus', 'navigation', 'text'),
  ],
  forms: [
    ...['/node_modules/zod/', '/node_modules/@hookform/', '/node_modules/react-hook-form/'],
    ...contracts('forms'),
    ...sources('components', 'field', 'no-script-note', 'prerendered-form'),
    ...sources('lib', 'use-hydrated'),
  ],
  members: [
    ...['@tanstack/query-core/', '@tanstack/react-query/', '@radix-ui/primitive/', ...TABS],
    ...contracts('auth', 'billing', 'connectors', 'endpoint', 'music'),
    ...sources('app', 'query-layout'),
    ...sources('components', 'cover', 'notice', 'use-title'),
    ...sources('features/billing', 'free-plan-banner', 'time-left'),
    ...sources('features/platforms', 'api'),
    ...sources('lib', 'api', 'browser', 'limit-concurrency', 'session-calls', 'use-now', 'use-visible'),
    ...['/src/features/library/', '/icons/circle-exclamation-point.', '/icons/heart.', '/icons/info.'],
  ],
};

/**
 * A request costs a phone more than a few kilobytes: what nearly every form and every member's screen needs comes in a file
 * each, where it would be cut into dozens. The groups of rolldown's `codeSplitting`.
 */
export const SHARED_SCRIPTS = Object.entries(SCRIPTS).map(([name, parts]) => ({
  name,
  test: (id: string) => parts.some((part) => id.includes(part)),
}));
