/** Endpoints that answer 403 to apps in development mode since February 2026, beyond those with a route of their own. */
const REMOVED: { methods: string[]; path: RegExp }[] = [
  { methods: ['GET'], path: /^\/v1\/(albums|artists|episodes|shows|audiobooks|chapters|markets)$/ },
  { methods: ['GET'], path: /^\/v1\/browse\// },
  { methods: ['GET'], path: /^\/v1\/artists\/[^/]+\/top-tracks$/ },
  { methods: ['GET'], path: /^\/v1\/users\/[^/]+$/ },
  { methods: ['PUT', 'DELETE'], path: /^\/v1\/me\/(tracks|albums|shows|episodes|audiobooks|following)$/ },
  { methods: ['GET'], path: /^\/v1\/me\/(tracks|albums|shows|episodes|audiobooks|following)\/contains$/ },
];

export const isRemoved = (method: string, path: string): boolean =>
  REMOVED.some((endpoint) => endpoint.methods.includes(method) && endpoint.path.test(path));
