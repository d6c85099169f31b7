/**
 * Whether a program printed what it should: word by word, whatever blanks and line ends are between. Numbers that were
 * meant to have decimals may differ by a millionth, in themselves or in proportion, as judges of contests allow.
 */
export function isSameOutput(printed: string, expected: string): boolean {
  const [here, there] = [wordsOf(printed), wordsOf(expected)];
  return (
    here.length === there.length && there.every((word, at) => word === here[at] || isNear(here[at]!, word))
  );
}

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

const decimal = /^[+-]?\d*\.\d+(?:e[+-]?\d+)?$|^[+-]?\d+(?:\.\d+)?e[+-]?\d+$/i;
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const tolerance = 1e-6;

function isNear(printed: string, expected: string): boolean {
  if (!decimal.test(expected) || !number.test(printed)) return false;
  const [here, there] = [Number(printed), Number(expected)];
  return Math.abs(here - there) <= tolerance * Math.max(1, Math.abs(there));
}
