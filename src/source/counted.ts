/** `1,234`. */
export const count = (number: number): string => number.toLocaleString("en-US");

/** `1 file`, `1,204 files`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** The first of some texts; where there are more than `most`, one more says how many are left. */
export const firstOf = (
  texts: readonly string[],
  most: number,
  rest: (left: number) => string = (left) => `- and ${count(left)} more`,
): readonly string[] => (texts.length > most ? [...texts.slice(0, most), rest(texts.length - most)] : texts);

/** `640 ms`, `12.3 s`. */
export const elapsed = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
