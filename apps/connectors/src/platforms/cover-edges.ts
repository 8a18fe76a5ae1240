/**
 * Edges of covers in px. A row shows one at 48: a platform that offers any size is asked for twice that, for dense
 * screens; where sizes are fixed, the next one above 48 will do, as thousands of rows are scrolled past.
 */
export const ROW_COVER = { least: 48, best: 96 } as const;
/** Cards of playlists and the head of the compare screen. */
export const CARD_COVER = { least: 300, best: 300 } as const;

export type CoverEdge = typeof ROW_COVER | typeof CARD_COVER;
