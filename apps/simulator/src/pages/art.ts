import { type FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Song } from '../catalogue/song.js';
import { derivedId } from '../chance.js';
import { drawCover } from './cover-picture.js';

const LARGEST_PIXELS = 1200;
const DEFAULT_PIXELS = 640;
const KEPT_BYTES = 32 * 1024 * 1024;
/** What stands at an address never changes, as with the platforms' own image hosts. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Where the cover of something is served. Real image hosts cannot be reached from a machine without internet. */
export const artPath = (...words: string[]): string => `/art/${derivedId(12, ...words)}`;

/** A release looks the same on every platform. */
export const songArtPath = (song: Song): string => artPath(song.album ?? song.name, song.artists[0] ?? '');

/** Answers covers as pictures: `/art/{id}` or `/art/{id}/{width}x{height}.png`. */
export function artRoutes(app: FastifyInstance): void {
  const covers = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length });
  const cover = (id: string, asked: number): Buffer => {
    const pixels = asked > 0 ? Math.min(asked, LARGEST_PIXELS) : DEFAULT_PIXELS;
    const key = `${id} ${pixels}`;
    const known = covers.get(key);
    if (known !== undefined) return known;
    const drawn = drawCover(id, pixels);
    covers.set(key, drawn);
    return drawn;
  };
  app.get<{ Params: { id: string } }>('/art/:id', (request, reply) =>
    reply.type('image/png').headers(HEADERS).send(cover(request.params.id, DEFAULT_PIXELS)),
  );
  app.get<{ Params: { id: string; size: string } }>('/art/:id/:size', (request, reply) =>
    reply
      .type('image/png')
      .headers(HEADERS)
      .send(cover(request.params.id, Number.parseInt(request.params.size, 10))),
  );
}
