import { encode } from 'fast-png';
import { derivedNumber } from '../chance.js';

type Colour = readonly [red: number, green: number, blue: number];

/** How much light lies on a point, from 0 to 1. Coordinates run from 0 to 1; `edge` is the width of a soft edge. */
type Motif = (x: number, y: number, edge: number) => number;

const LIGHT = 0.2;
/** Red, green and blue. */
const CHANNELS = 3;

/** The cover of something: a soft run of two colours and a simple shape, always the same for the same id. */
export function drawCover(id: string, pixels: number): Buffer {
  const hue = derivedNumber(360, id, 'hue');
  const from = colourOf(hue, 0.58, 0.56);
  const to = colourOf((hue + 30 + derivedNumber(50, id, 'step')) % 360, 0.55, 0.3);
  const light = motifOf(id);
  const data = new Uint8Array(pixels * pixels * CHANNELS);
  let at = 0;
  for (let row = 0; row < pixels; row += 1) {
    const y = (row + 0.5) / pixels;
    for (let column = 0; column < pixels; column += 1) {
      const x = (column + 0.5) / pixels;
      const way = (x + y) / 2;
      const lit = LIGHT * light(x, y, 1 / pixels);
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const plain = (from[channel] ?? 0) * (1 - way) + (to[channel] ?? 0) * way;
        data[at] = Math.round(plain + (255 - plain) * lit);
        at += 1;
      }
    }
  }
  return Buffer.from(encode({ width: pixels, height: pixels, channels: CHANNELS, data }));
}

function motifOf(id: string): Motif {
  const part = (name: string) => derivedNumber(1_000, id, name) / 1_000;
  const [centreX, centreY] = [0.2 + 0.6 * part('x'), 0.35 + 0.5 * part('y')];
  const distance = (x: number, y: number) => Math.hypot(x - centreX, y - centreY);
  const motifs: readonly Motif[] = [
    (x, y, edge) => within(0.34, distance(x, y), edge),
    (x, y, edge) => within(0.07, Math.abs(distance(x, y) - 0.3), edge) + within(0.1, distance(x, y), edge),
    (x, y, edge) => within(0.62, Math.hypot(x - centreX, y - 1.15), edge) * 0.6 + within(0.16, distance(x, y), edge),
    (x, y, edge) => within(0.09, Math.abs(((x + y + centreX) % 0.5) - 0.25), edge),
  ];
  return motifs[derivedNumber(motifs.length, id, 'motif')] ?? (() => 0);
}

/** 1 inside, 0 outside, in between on the edge itself. */
const within = (radius: number, distance: number, edge: number): number =>
  Math.min(1, Math.max(0, (radius - distance) / edge + 0.5));

/** From hue (degrees), saturation and lightness (0 to 1). */
function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const place = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}
