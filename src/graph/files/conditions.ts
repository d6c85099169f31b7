/** Of what is declared once for each system, or each way of building, what a file can mean. */
import type { FileTable } from "./file-table.ts";

/** Of more things than this all stay. */
const maxThings = 200;

/**
 * Of several things those whose file can be in one program with a file of such a condition; all of them where it has
 * none, or where none can: then more decides than what is read here.
 *
 * @param fileOf the file in which a thing is declared; undefined for one that is declared in none.
 */
export function meeting<T>(
  condition: string | undefined,
  things: readonly T[],
  fileOf: (thing: T) => FileTable | undefined,
): readonly T[] {
  if (condition === undefined || things.length < 2 || things.length > maxThings) return things;
  const met = things.filter((thing) => {
    const file = fileOf(thing);
    if (file?.condition === undefined) return true;
    return file.rules?.conditions?.canMeet(condition, file.condition) !== false;
  });
  return met.length > 0 ? met : things;
}

/**
 * Of several things those of a program that is built as usual, without tags of its own; all of them where none is in
 * one, or all are: the same list then.
 */
export function usual<T>(things: readonly T[], fileOf: (thing: T) => FileTable | undefined): readonly T[] {
  if (things.length < 2 || things.length > maxThings) return things;
  const isUsual = (thing: T): boolean => {
    const file = fileOf(thing);
    return file?.condition === undefined || file.rules?.conditions?.isUsual(file.condition) !== false;
  };
  if (things.every(isUsual)) return things;
  const found = things.filter(isUsual);
  return found.length > 0 ? found : things;
}

/**
 * Of several definitions, one for tests and one for all else (Rust's `cfg`), those that code of a file means: the same
 * list where nothing is declared so.
 *
 * @param decoratorsOf The decorators of a definition.
 */
export function builtWith<T>(
  file: FileTable,
  scope: number,
  things: readonly T[],
  decoratorsOf: (thing: T) => readonly string[] | undefined,
): readonly T[] {
  if (things.length < 2 || !file.rules?.testMark) return things;
  const has = (thing: T, mark: string): boolean => decoratorsOf(thing)?.includes(mark) === true;
  const { tests, others } = buildMarks;
  if (!things.some((one) => has(one, others))) return things;
  const left = isInTests(file, scope) ? others : tests;
  const found = things.filter((one) => !has(one, left));
  return found.length > 0 ? found : things;
}

const buildMarks = { tests: "cfg(test)", others: "cfg(not(test))" };

/** Whether a definition around is a test, or there for tests alone. */
function isInTests({ outline: { scopes, definitions }, rules }: FileTable, start: number): boolean {
  for (let scope = start; scope >= 0; scope = scopes[scope]!.parent)
    if (definitions[scopes[scope]!.definition]?.decorators?.some((one) => rules!.testMark!.test(one)))
      return true;
  return false;
}
