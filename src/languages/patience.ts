import { parseDeadline } from "./limits.ts";
import { type OutlineInput, type OutlineResult, outlineOne } from "./outlines/outline-one.ts";

/** Milliseconds of work that all files of one reading may take beyond what is usual. */
const maxExcess = 60_000;

/**
 * Milliseconds of work for a text of this length. Of 100 files of 0.2 to 1 MB in nine languages, generated ones
 * among them, none that people have a use for took 2 % longer.
 */
const usual = (length: number): number => Math.min(250 + Math.round(length / 1_000), parseDeadline);

/**
 * The outline of a file that may take its time while there is patience left. Hundreds of files that are each made to
 * take as long as a file may would keep threads busy for half an hour; once they took too long together, each gets
 * what is usual for its size.
 */
export async function outlinePatiently(
  input: OutlineInput,
  patience: SharedArrayBuffer,
): Promise<OutlineResult> {
  const excess = new Int32Array(patience);
  const expected = usual(input.text.length);
  const isOut = Atomics.load(excess, 0) > maxExcess;
  const start = process.threadCpuUsage();
  const result = await outlineOne(input, isOut ? expected : parseDeadline);
  const { user, system } = process.threadCpuUsage(start);
  Atomics.add(excess, 0, Math.max(0, Math.round((user + system) / 1_000 - expected)));
  if (!isOut || !("skipped" in result) || result.cause === "bytes") return result;
  return { ...result, skipped: `${result.skipped}, and others had used up what all may take together` };
}
