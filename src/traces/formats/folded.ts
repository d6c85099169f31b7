import { frameReader } from "../frame.ts";
import { type ExecutionTrace, type Frame, visitStack } from "../trace.ts";

/** How often a stack was seen; looked for once in each run of blanks. */
const count = /(?<![ \t])[ \t]+\d+$/;

/**
 * Folded stacks, one a line with how often it was seen: `main;load;parse 12`, as py-spy (`--format raw`),
 * async-profiler, phpspy and the scripts for flame graphs write them. Undefined for anything else.
 */
export function readFolded(text: string): ExecutionTrace | undefined {
  const { read, all } = frameReader();
  const stacks: (readonly Frame[])[] = [];
  for (const written of text.split(/\r\n|\r|\n/)) {
    if (written.trim() === "") continue;
    const end = written.length <= 100_000 ? written.search(count) : -1;
    if (end <= 0 || /^\s/.test(written)) return undefined;
    stacks.push(
      written
        .slice(0, end)
        .split(";")
        .map((name) => read(name.trim())),
    );
  }
  if (!stacks.some((stack) => stack.length > 1)) return undefined;
  return {
    format: "folded stacks",
    kind: "samples",
    frames: all(),
    walk: (visitor) => {
      for (const stack of stacks) visitStack(stack, visitor);
    },
  };
}
