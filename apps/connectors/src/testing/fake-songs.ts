/** A song of the made-up catalogue that both fake hosts serve. */
export interface FakeSong {
  readonly id: string;
  readonly isrc: string;
  readonly name: string;
}

export const isrcOf = (number: number): string => `QZFAK26${String(number).padStart(5, '0')}`;

/** Songs `first` to `first + count - 1`. */
export const fakeSongs = (count: number, first = 0): FakeSong[] =>
  Array.from({ length: count }, (_, index) => {
    const number = first + index;
    return { id: `song${number}`, isrc: isrcOf(number), name: `Song ${number}` };
  });
