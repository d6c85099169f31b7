/** Faults that a model makes, planted into a right answer; which one where is drawn from the commit, alike in each run. */
import { type AnswerRow, type Files, type Format, fence, fenced, linesOf } from "./answer.ts";
import type { CommitChange } from "./commits.ts";

export interface Planted {
  readonly rows: readonly AnswerRow[];
  /** What the damaged words themselves say, where they say something else: the files as a reader would expect them. */
  readonly asWritten?: Files;
}

export interface Fault {
  readonly name: string;
  /** Whether the words name another place than was meant: nothing in them is wrong, so no format can tell. */
  readonly kind: "form" | "meaning";
  /** Undefined where the answer has no place for this fault. */
  plant(
    format: Format,
    rows: readonly AnswerRow[],
    changes: readonly CommitChange[],
    right: Files,
    draw: Draw,
  ): Planted | undefined;
}

/** A whole number below `count`. */
export type Draw = (count: number) => number;

/** Numbers from a text: FNV-1a steps and a final mix. */
export function drawFrom(seed: string): Draw {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  return (count) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % count;
  };
}

const offsets = [-3, -2, -1, 1, 2, 3] as const;

export const faults: readonly Fault[] = [
  {
    name: "numbers of one edit off by 1 to 3",
    kind: "form",
    plant: (format, rows, _, __, draw) => {
      const edit = anEdit(rows, draw);
      const slipped = edit === undefined ? undefined : format.slip?.(rows, edit, offsets[draw(6)]!);
      return slipped === undefined ? undefined : { rows: fenced(slipped) };
    },
  },
  {
    name: "one line missing",
    kind: "form",
    plant: (_, rows, __, right, draw) => without(rows, draw(rows.length), right),
  },
  {
    name: "two lines swapped",
    kind: "form",
    plant: (_, rows, __, right, draw) => swapped(rows, draw(Math.max(1, rows.length - 1)), right),
  },
  {
    name: "closing brace lost",
    kind: "form",
    plant: (_, rows, __, right, draw) => {
      const closers = [...rows.keys()].filter((at) => isCloser(rows[at]!));
      return closers.length === 0 ? undefined : without(rows, closers[draw(closers.length)]!, right);
    },
  },
  {
    name: "code fence broken",
    kind: "form",
    plant: (_, rows, __, right, draw) => {
      const whole = fenced(rows);
      const middle = 1 + draw(rows.length);
      const torn = (...put: readonly string[]): Planted => ({
        rows: whole.toSpliced(middle, 0, ...put.map((text) => ({ text }))),
        ...withLines(right, whole[middle - 1]!, whole[middle]!, put),
      });
      const broken = [
        () => ({ rows: whole.slice(1) }),
        () => ({ rows: whole.slice(0, -1) }),
        () => ({ rows: whole.with(0, { text: `${fence}\`` }) }),
        () => ({ rows: whole.with(whole.length - 1, { text: `${fence}\`` }) }),
        () => torn(fence),
        () => torn(fence, `${fence}ts`),
      ];
      return broken[draw(broken.length)]!();
    },
  },
  {
    name: "one edit made for the lines 1 to 3 away",
    kind: "meaning",
    plant: (format, rows, changes, __, draw) => {
      const edit = anEdit(rows, draw);
      const moved = edit === undefined ? undefined : format.elsewhere(rows, edit, offsets[draw(6)]!, changes);
      return moved === undefined ? undefined : { rows: fenced(moved) };
    },
  },
];

function anEdit(rows: readonly AnswerRow[], draw: Draw): string | undefined {
  const edits = [...new Set(rows.flatMap(({ edit }) => edit ?? []))];
  return edits.length === 0 ? undefined : edits[draw(edits.length)];
}

const isCloser = ({ code, alone, text }: AnswerRow): boolean =>
  (code !== undefined || alone?.count === 1) && /^(?:\d+[^:]*: ?)?\s*(?:[)\]}]+[;,]?|end)\s*$/.test(text);

/** Lines put between two that follow each other in the code are code as well, whatever they look like. */
function withLines(
  right: Files,
  { code: above }: AnswerRow,
  { code: below }: AnswerRow,
  put: readonly string[],
): Pick<Planted, "asWritten"> {
  const inside = above !== undefined && above.path === below?.path && above.line + 1 === below.line;
  return inside ? { asWritten: lineless(right, above.path, below.line, 0, put) } : {};
}

function without(rows: readonly AnswerRow[], at: number, right: Files): Planted {
  const { code, alone, whole } = rows[at]!;
  const left = fenced(rows.toSpliced(at, 1));
  if (whole !== undefined) return { rows: left, asWritten: undone(right, whole) };
  if (code !== undefined) return { rows: left, asWritten: lineless(right, code.path, code.line, 1, []) };
  if (alone === undefined) return { rows: left };
  return { rows: left, asWritten: lineless(right, alone.path, alone.at, alone.count, alone.old) };
}

/** The files as if one change had not been asked for. */
function undone(right: Files, { path, oldPath = path, before }: CommitChange): Files {
  const files = new Map(right);
  files.delete(path);
  if (before !== undefined) files.set(oldPath, before);
  return files;
}

function swapped(rows: readonly AnswerRow[], at: number, right: Files): Planted | undefined {
  const [one, other] = [rows[at], rows[at + 1]];
  if (one === undefined || other === undefined || one.text === other.text) return undefined;
  const left = fenced(rows.with(at, other).with(at + 1, one));
  if (one.code === undefined || other.code === undefined || one.code.path !== other.code.path)
    return { rows: left };
  if (other.code.line !== one.code.line + 1) return { rows: left };
  const lines = linesOf(right.get(one.code.path)!);
  const turned = [lines[other.code.line]!, lines[one.code.line]!];
  return { rows: left, asWritten: lineless(right, one.code.path, one.code.line, 2, turned) };
}

/** The files with `count` lines of one file replaced by others; line ends and the byte order mark stay. */
function lineless(files: Files, path: string, at: number, count: number, put: readonly string[]): Files {
  const text = files.get(path)!;
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = linesOf(text.slice(mark.length)).toSpliced(at, count, ...put);
  const ended = text.endsWith("\n") && lines.length > 0 ? end : "";
  return new Map(files).set(path, mark + lines.join(end) + ended);
}
