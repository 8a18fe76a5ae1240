import type { RemovalPlan } from '@segue/contracts';
import { placesOf, type Row } from './rows.js';

/**
 * Which of the copies goes: the one at `position`, else the nearest to it; the last one when no position is known.
 * Only for a track that stands there more than once.
 */
export function planOf(rows: readonly Row[], trackId: string, position: number | null): RemovalPlan {
  const copies = placesOf(rows, trackId);
  const wanted = position ?? rows.length;
  const removed = copies.reduce((best, place) => (Math.abs(place - wanted) < Math.abs(best - wanted) ? place : best));
  return { copies, removed };
}

/** Where the copies that stay stand in the end: those behind the one that goes move up by one. */
export const placesInTheEnd = ({ copies, removed }: RemovalPlan): number[] =>
  copies.filter((place) => place !== removed).map((place) => (place > removed ? place - 1 : place));
