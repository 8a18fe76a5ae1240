import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHANNELS = 3;
const BITS_PER_CHANNEL = 8;
const RED_GREEN_BLUE = 2;
/** Each byte as its distance from the same channel of the pixel before: soft shades become small, equal numbers. */
const FROM_PIXEL_BEFORE = 1;

/** A square picture as a PNG file. @param pixels red, green and blue of each pixel, row by row. */
export function encodePng(edge: number, pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([BITS_PER_CHANNEL, RED_GREEN_BLUE], 8);
  const rowBytes = edge * CHANNELS;
  const rows = Buffer.alloc(edge * (rowBytes + 1));
  for (let y = 0; y < edge; y += 1) {
    const start = y * (rowBytes + 1);
    rows[start] = FROM_PIXEL_BEFORE;
    for (let i = 0; i < rowBytes; i += 1) {
      const at = y * rowBytes + i;
      // A byte keeps the remainder of what is below 0, as the format wants it.
      rows[start + 1 + i] = (pixels[at] ?? 0) - (i < CHANNELS ? 0 : (pixels[at - CHANNELS] ?? 0));
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const lengthAndSum = Buffer.alloc(8);
  lengthAndSum.writeUInt32BE(data.length, 0);
  lengthAndSum.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([lengthAndSum.subarray(0, 4), named, lengthAndSum.subarray(4)]);
}
