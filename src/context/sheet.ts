import { numberLines } from "../edits/number.ts";
import { countTokens } from "../llm/tokens.ts";
import { splitLines } from "../source/lines.ts";

/** 1-based, inclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Of source code: characters of a token, and tokens of a line's number and end. */
const typical = { characters: 4, ofNumber: 5.3 };

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
  /**
   * Tokens of these lines as the model sees them, with their line breaks. A token does not reach over a line break
   * and into code (blank lines aside), so lines are counted once each and added: over 34,000 numbered lines the sum
   * was the count of the whole texts to 0.02 %.
   */
  tokens(range: Range): number;
  /** About as many, by their length alone: for what is not going to be shown. */
  estimate(range: Range): number;
  /** The parts of a range that are not taken yet, cut to the file. */
  free(range: Range): readonly Range[];
  take(range: Range): void;
}

/** `view`: the whole text as it is shown, with as many lines. */
export function createSheet(path: string, text: string, view = numberLines): Sheet {
  const lines = splitLines(text).map((line) => line.text);
  const taken = new Uint8Array(lines.length + 1);
  const counts = new Uint32Array(lines.length + 1);
  let viewed: readonly string[] | undefined;
  const shown = (line: number): string => {
    viewed ??= view(text).split("\n");
    return viewed[line - 1]!;
  };
  const inside = ({ from, to }: Range): Range => ({
    from: Math.max(1, from),
    to: Math.min(to, lines.length),
  });
  return {
    ...{ path, lines, lineCount: lines.length },
    show({ from, to }) {
      viewed ??= view(text).split("\n");
      return viewed.slice(from - 1, to).join("\n");
    },
    tokens(range) {
      const { from, to } = inside(range);
      let sum = 0;
      for (let line = from; line <= to; line++) {
        if (counts[line] === 0) counts[line] = countTokens(`${shown(line)}\n`);
        sum += counts[line]!;
      }
      return sum;
    },
    estimate(range) {
      const { from, to } = inside(range);
      let characters = 0;
      for (let line = from; line <= to; line++) characters += lines[line - 1]!.length;
      return Math.ceil(characters / typical.characters + (to - from + 1) * typical.ofNumber);
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
