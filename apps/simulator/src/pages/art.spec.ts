import fastify from 'fastify';
import { inflateSync } from 'node:zlib';
import { artPath, artRoutes } from './art.js';

const app = fastify();
artRoutes(app);
afterAll(() => app.close());

async function coverAt(path: string): Promise<{ headers: Record<string, unknown>; file: Buffer }> {
  const { headers, rawPayload } = await app.inject({ url: path });
  return { headers, file: rawPayload };
}

/** Width and height as a PNG's head tells them. */
const sizeOf = (file: Buffer) => [file.readUInt32BE(16), file.readUInt32BE(20)];

/** What is packed inside: a byte for the filter and three for each pixel, row by row. */
function unpack(file: Buffer): Buffer {
  const start = file.indexOf('IDAT');
  return inflateSync(file.subarray(start + 4, start + 4 + file.readUInt32BE(start - 4)));
}

describe('a cover', () => {
  it('is a picture of the size that was asked for', async () => {
    const { headers, file } = await coverAt(`${artPath('Album', 'Band')}/64x64.png`);
    expect(headers['content-type']).toBe('image/png');
    expect(file.subarray(1, 4).toString()).toBe('PNG');
    expect(sizeOf(file)).toEqual([64, 64]);
    expect(unpack(file)).toHaveLength(64 * (1 + 3 * 64));
  });

  it('is the same for the same thing, and another for another', async () => {
    const size = '64x64bb.png';
    const first = await coverAt(`${artPath('Album', 'Band')}/${size}`);
    expect((await coverAt(`${artPath('Album', 'Band')}/${size}`)).file.equals(first.file)).toBe(true);
    expect((await coverAt(`${artPath('Album', 'Others')}/${size}`)).file.equals(first.file)).toBe(false);
  });

  it('may be kept by browsers for good, and shown on pages of others', async () => {
    const { headers } = await coverAt(`${artPath('Album', 'Band')}/300x300.png`);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  it.each([
    ['without a size', '', 640],
    ['with words for a size', '/large.png', 640],
    ['with less than nothing', '/-5x-5.png', 640],
    ['with more than there is', '/99999x99999.png', 1200],
  ])('is of a sensible size when asked for %s', async (_, size, pixels) => {
    expect(sizeOf((await coverAt(`${artPath('Album')}${size}`)).file)).toEqual([pixels, pixels]);
  });
});
