/** The text's first characters, never half of one (an emoji is two code units). */
export const cutTo = (text: string, characters: number): string =>
  [...text.trim()].slice(0, characters).join('').trim();
