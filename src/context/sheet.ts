import { numberedLines } from "../edits/number.ts";
import type { LineRange } from "../source/line-range.ts";
import { pageOf, type View } from "./page.ts";

/**
 * One file while a context is put together: which of its lines are taken already, so that nothing is shown twice.
 * Lines are numbered here, over the whole file, because a line's tag depends on the whole text.
 */
export interface Sheet {
  readonly path: string;
  readonly lineCount: number;
  /** Proves in an answer which text was shown; undefined where lines are shown without tags. */
  readonly stamp: string | undefined;
  /** The file's lines as they stand, without their ends. */
  readonly lines: readonly string[];
  /** The lines of a range as the model sees them. */
  show(range: LineRange): string;
  /**
   * Tokens of these lines as the model sees them, with their line breaks. A token does not reach over a line break
   * and into code (blank lines aside), so lines are counted once each and added: over 34,000 numbered lines the sum
   * was the count of the whole texts to 0.02 %.
   */
  tokens(range: LineRange): number;
  /** About as many, by their length alone: for what is not going to be shown. */
  estimate(range: LineRange): number;
  /** The parts of a range that are not taken yet, cut to the file. */
  free(range: LineRange): readonly LineRange[];
  take(range: LineRange): void;
}

/** `view`: numbered unless given. */
export function createSheet(path: string, text: string, view: View = numberedLines): Sheet {
  const page = pageOf(text, view);
  const { lines } = page;
  const taken = new Uint8Array(lines.length + 1);
  const sum = ({ from, to }: LineRange, of: (line: number) => number): number => {
    let total = 0;
    for (let line = Math.max(1, from); line <= Math.min(to, lines.length); line++) total += of(line);
    return total;
  };
  return {
    ...{ path, lines, lineCount: lines.length },
    get stamp() {
      return page.stamp();
    },
    show({ from, to }) {
      const shown: string[] = [];
      for (let line = Math.max(1, from); line <= Math.min(to, lines.length); line++)
        shown.push(page.shown(line));
      return shown.join("\n");
    },
    tokens: (range) => sum(range, page.tokens),
    estimate: (range) => Math.ceil(sum(range, page.estimate)),
    free({ from, to }) {
      const found: LineRange[] = [];
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
