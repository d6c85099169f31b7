/** `1,234`. */
export const count = (number: number): string => number.toLocaleString("en-US");

/** `1 file`, `1,204 files`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;
