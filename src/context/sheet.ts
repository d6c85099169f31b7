import { numberLines } from "../edits/number.ts";
import { splitLines } from "../source/lines.ts";

/** 1-based, inclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * One file while a context is put together: which of its lines are taken already, so that nothing is shown twice.
 * Lines are numbered here, over the whole file, because a line's tag depends on the lines above it.
 */
export interface Sheet {
  readonly path: string;
  readonly lineCount: number;
  /** The file's lines as they stand, without their ends. */
  readonly lines: readonly string[];
  /** The lines of a range as the model sees them. */
  show(range: Range): string;
  /** The parts of a range that are not taken yet, cut to the file. */
  free(range: Range): readonly Range[];
  take(range: Range): void;
}

/** `view`: the whole text as it is shown, with as many lines. */
export function createSheet(path: string, text: string, view = numberLines): Sheet {
  const lines = splitLines(text).map((line) => line.text);
  const taken = new Uint8Array(lines.length + 1);
  let numbered: readonly string[] | undefined;
  return {
    ...{ path, lines, lineCount: lines.length },
    show({ from, to }) {
      numbered ??= view(text).split("\n");
      return numbered.slice(from - 1, to).join("\n");
    },
    free({ from, to }) {
      const found: Range[] = [];
      const last = Math.min(to, lines.length);
      let start: number | undefined;
      for (let line = Math.max(1, from); line <= last + 1; line++) {
        const open = line <= last && taken[line] === 0;
        if (open && start === undefined) start = line;
        if (!open && start !== undefined) {
          found.push({ from: start, to: line - 1 });
          start = undefined;
        }
      }
      return found;
    },
    take({ from, to }) {
      taken.fill(1, Math.max(1, from), to + 1);
    },
  };
}
