/** How fast a list is scrolled. */
export interface Pace {
  /** Where it stands, in px. */
  offset: number;
  /** How many times in a row it moved on by more than a window at once. */
  jumps: number;
}

export const AT_REST: Pace = { offset: 0, jumps: 0 };
/** A single jump, as the End key makes, is no hurry: who comes to rest wants to see rows at once. */
const HURRIED_JUMPS = 2;

export const nextPace = (before: Pace, offset: number, windowHeight: number, isScrolling: boolean): Pace => ({
  offset,
  jumps: isScrolling && Math.abs(offset - before.offset) > windowHeight ? before.jumps + 1 : 0,
});

/** Whether rows go by faster than anybody reads, and none of them is seen in two frames. */
export const isHurried = ({ jumps }: Pace): boolean => jumps >= HURRIED_JUMPS;
