import { type FastifyInstance } from 'fastify';
import { derivedNumber } from '../chance.js';

const LARGEST_PIXELS = 3000;
const DEFAULT_PIXELS = 640;

/**
 * Where the cover of something is served. The letters travel in the address, so that no lookup is needed, and the word
 * behind them gives the colours. Real image hosts cannot be reached from a machine without internet.
 */
export const artPath = (label: string, seed: string): string =>
  `/art/${encodeURIComponent(`${initials(label)}-${derivedNumber(1_000_000, seed)}`)}`;

/** Answers every cover as a small SVG: `/art/{id}` or `/art/{id}/{width}x{height}.svg`. */
export function artRoutes(app: FastifyInstance): void {
  const answer = (id: string, pixels: number): string => drawCover(id, Math.min(pixels, LARGEST_PIXELS));
  app.get<{ Params: { id: string } }>('/art/:id', (request, reply) =>
    reply.type('image/svg+xml').headers(IMMUTABLE).send(answer(request.params.id, DEFAULT_PIXELS)),
  );
  app.get<{ Params: { id: string; size: string } }>('/art/:id/:size', (request, reply) =>
    reply
      .type('image/svg+xml')
      .headers(IMMUTABLE)
      .send(answer(request.params.id, Number.parseInt(request.params.size, 10) || DEFAULT_PIXELS)),
  );
}

const IMMUTABLE = { 'cache-control': 'public, max-age=86400', 'cross-origin-resource-policy': 'cross-origin' };

const initials = (label: string): string =>
  (label.match(/[\p{L}\p{N}]+/gu) ?? ['♪'])
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

function drawCover(id: string, pixels: number): string {
  const letters = id.slice(0, Math.max(0, id.lastIndexOf('-'))).replace(/[<>&"']/g, '') || '♪';
  const hue = derivedNumber(360, id);
  const [from, to] = [`hsl(${hue} 62% 46%)`, `hsl(${(hue + 55) % 360} 58% 28%)`];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 100 100">` +
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>` +
    `<rect width="100" height="100" fill="url(#g)"/><circle cx="${20 + (hue % 60)}" cy="78" r="34" fill="#fff" opacity=".1"/>` +
    `<text x="50" y="54" font-family="system-ui,sans-serif" font-size="38" font-weight="700" fill="#fff" text-anchor="middle" dominant-baseline="middle">${letters}</text></svg>`
  );
}
