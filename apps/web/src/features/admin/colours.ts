const HUE_STEP_DEGREES = 60;
const HUES = 360 / HUE_STEP_DEGREES;

/** Lines go round the wheel in steps of 60 degrees; from the seventh on they are told apart by their dashes. */
export const lineColour = (place: number): string =>
  `hsl(${(place % HUES) * HUE_STEP_DEGREES} var(--chart-saturation) var(--chart-lightness))`;

const DASHES = [undefined, '6 4', '2 4', '10 4 2 4'];
export const lineDash = (place: number): string | undefined => DASHES[Math.floor(place / HUES) % DASHES.length];

const BAR_COLOURS = [
  '#4c78a8',
  '#e58637',
  '#479b8f',
  '#d2575b',
  '#8c6bb1',
  '#a98b2d',
  '#5d9e47',
  '#c0679a',
  '#8a7166',
  '#7f8790',
];

/** The parts of a bar: ten colours, then from the first again. */
export const barColour = (place: number): string => BAR_COLOURS[place % BAR_COLOURS.length] as string;

/** What recharts draws in a box of ours. */
export const TOOLTIP_STYLE = {
  background: 'var(--surface)',
  border: '1px solid var(--line)',
  borderRadius: 12,
  color: 'var(--ink)',
  fontSize: 13,
  maxWidth: 320,
  whiteSpace: 'normal',
} as const;

/** Its lines close together: a box may name every page. */
export const TOOLTIP_ITEM_STYLE = { padding: 0, lineHeight: 1.4 };
