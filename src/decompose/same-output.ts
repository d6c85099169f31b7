/** How what a program prints is compared with what it should print. */
export interface Comparison {
  readonly ignoresCase: boolean;
  /** Numbers that may differ: only those that were meant to have decimals, or all. */
  readonly numbers: "decimals" | "all";
  /** By how much: in themselves, or in proportion. One of the two is enough. */
  readonly absolute: number;
  readonly relative: number;
}

/** Where nobody says how: as most judges of contests do. */
const usualComparison: Comparison = {
  ignoresCase: false,
  numbers: "decimals",
  absolute: 1e-6,
  relative: 1e-6,
};

/** Whether a program printed what it should: word by word, whatever blanks and line ends are between. */
export function isSameOutput(printed: string, expected: string, how: Comparison = usualComparison): boolean {
  const [here, there] = [wordsOf(printed, how), wordsOf(expected, how)];
  return (
    here.length === there.length &&
    there.every((word, at) => word === here[at] || isNear(here[at]!, word, how))
  );
}

const wordsOf = (text: string, { ignoresCase }: Comparison): readonly string[] =>
  (ignoresCase ? text.toLowerCase() : text).trim().split(/\s+/);

const decimal = /^[+-]?\d*\.\d+(?:e[+-]?\d+)?$|^[+-]?\d+(?:\.\d+)?e[+-]?\d+$/i;
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function isNear(printed: string, expected: string, { numbers, absolute, relative }: Comparison): boolean {
  const tolerant = numbers === "all" ? number : decimal;
  if (absolute + relative === 0 || !tolerant.test(expected) || !number.test(printed)) return false;
  const [here, there] = [Number(printed), Number(expected)];
  return Math.abs(here - there) <= Math.max(absolute, relative * Math.abs(there));
}
