/**
 * One real commit as a pull request that is not finished: its head has the commit but for a few lines, and what is
 * missing is the right answer. Wrong answers are made of the same places.
 */
import { deriveAnswer } from "../../src/edits/derive.ts";
import { diffLines } from "../../src/edits/diff.ts";
import { syntaxFaults } from "../../src/languages/checking/syntax.ts";

export interface Case {
  readonly repository: string;
  readonly sha: string;
  /** Texts of the pull request's base and head, by path; undefined where the file is not there. */
  readonly base: ReadonlyMap<string, string | undefined>;
  readonly head: ReadonlyMap<string, string | undefined>;
  readonly answers: readonly Answer[];
}

/** One finding of the scripted model. */
export interface Answer {
  readonly kind: AnswerKind;
  readonly title: string;
  readonly path: string;
  readonly line: number;
  readonly edits: string;
  /** The file once this answer is committed to the head; undefined for answers that nothing may be made of. */
  readonly after: string | undefined;
}

/**
 * `rest`, `line`: what the commit did there, within the diff. `outside`: what it did elsewhere in the file. `spanning`: two
 * right ones in one, in two hunks. `stale`, `broken`, `no-line`: a tag of another line, a bracket too many, no such line.
 */
export type AnswerKind = "rest" | "line" | "outside" | "spanning" | "stale" | "broken" | "no-line";

export interface ChangedText {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** Of each kind, in one commit; lines between a change and one that GitHub shows in another hunk. */
const most = { right: 3, outside: 1 };
const apart = 8;

/** Undefined where the commit has no place from which something can be held back. */
export async function makeCase(
  repository: string,
  sha: string,
  files: readonly ChangedText[],
): Promise<Case | undefined> {
  const head = new Map<string, string | undefined>();
  const answers: Answer[] = [];
  for (const file of files) {
    const held = holdBack(file, most.right - answers.filter(({ kind }) => kind !== "outside").length);
    head.set(file.path, held.head);
    answers.push(...held.answers);
  }
  const right = answers.filter(({ kind }) => kind === "rest" || kind === "line");
  if (right.length === 0) return undefined;
  return {
    ...{ repository, sha, head, base: new Map(files.map(({ path, before }) => [path, before])) },
    answers: [...answers, ...(await wrongOnes(right, head))],
  };
}

interface Region {
  /** Where it stands in the old text, 0-based. */
  readonly at: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** A region as the head has it, and what is missing there. */
interface Held {
  readonly kind: AnswerKind;
  readonly lines: readonly string[];
}

function holdBack(file: ChangedText, room: number): { head: string; answers: readonly Answer[] } {
  const { path, before = "", after } = file;
  const old = withEnds(before);
  const regions = regionsOf(old, withEnds(after));
  const held = new Map<Region, Held>();
  for (const region of regions) {
    const found = [...held.values()].filter(({ kind }) => kind !== "outside").length < room && within(region);
    if (found) held.set(region, found);
  }
  const alone = regions.find((region) => !held.has(region) && isFar(region, regions));
  if (alone && held.size > 0) held.set(alone, { kind: "outside", lines: alone.removed });
  const text = (left: ReadonlyMap<Region, Held>): string =>
    regions
      .toReversed()
      .reduce(
        (lines, region) =>
          lines.toSpliced(region.at, region.removed.length, ...(left.get(region)?.lines ?? region.added)),
        old,
      )
      .join("");
  const head = text(held);
  const answers = [...held].flatMap(([region, { kind }], index): readonly Answer[] => {
    const cured = text(new Map([...held].filter(([other]) => other !== region)));
    const edits = deriveAnswer([{ path, before: head, after: cured }]);
    if (edits === undefined) return [];
    const title = `${path} lacks part ${index + 1}`;
    return [
      {
        ...{ kind, title, path, line: firstLine(edits) },
        ...{ edits, after: cured },
      },
    ];
  });
  return { head, answers };
}

/** The head has half of what came, or the old line in place of the first new one. */
function within({ removed, added }: Region): Held | undefined {
  if (added.length >= 4) return { kind: "rest", lines: added.slice(0, Math.ceil(added.length / 2)) };
  const [first] = removed;
  if (first === undefined || added.length < 2 || added.includes(first)) return undefined;
  return { kind: "line", lines: [first, ...added.slice(1)] };
}

function isFar(region: Region, regions: readonly Region[]): boolean {
  return (
    region.removed.length > 0 &&
    regions.every(
      (other) =>
        other === region ||
        other.at - (region.at + region.removed.length) > apart ||
        region.at - (other.at + other.removed.length) > apart,
    )
  );
}

async function wrongOnes(
  right: readonly Answer[],
  head: ReadonlyMap<string, string | undefined>,
): Promise<readonly Answer[]> {
  const [one] = right;
  const { path, line, edits } = one!;
  const text = head.get(path)!;
  const stale = edits.replace(
    /^(\s*\d+)([a-z])([a-z])/m,
    (_, number: string, a: string, b: string) => `${number}${b}${a === b ? (a === "k" ? "m" : "k") : a}`,
  );
  const broken = `=== ${path}\n${line}+: )]}({[ "`;
  const faults = async (of: string): Promise<number> => (await syntaxFaults(path, of))?.length ?? 0;
  const lines = text.split("\n");
  const worse = await faults(lines.toSpliced(line, 0, ')]}({[ "').join("\n"));
  const twin = right.find((other) => other.path === path && other !== one && other.line - line > 2 * apart);
  const wrong = (kind: AnswerKind, text: string, after?: string): Answer => ({
    ...{ kind, title: `${path} ${kind}`, path, line, edits: text, after },
  });
  return [
    ...(stale === edits ? [] : [wrong("stale", stale)]),
    ...(worse > (await faults(text)) ? [wrong("broken", broken)] : []),
    wrong("no-line", `=== ${path}\n${lines.length + 50}: x`),
    ...(twin ? [wrong("spanning", `${edits}\n${twin.edits.split("\n").slice(1).join("\n")}`)] : []),
  ];
}

function regionsOf(old: readonly string[], now: readonly string[]): readonly Region[] {
  const regions: Region[] = [];
  let at = 0;
  let open: { at: number; removed: readonly string[] } | undefined;
  for (const { kind, lines } of diffLines(old, now)) {
    if (kind === "removed") open = { at, removed: lines };
    if (kind !== "added") at += lines.length;
    if (kind === "removed") continue;
    if (kind === "added") regions.push({ ...(open ?? { at, removed: [] }), added: lines });
    else if (open) regions.push({ ...open, added: [] });
    open = undefined;
  }
  return open ? [...regions, { ...open, added: [] }] : regions;
}

/** The first line that edits name, or the first of the file. */
const firstLine = (edits: string): number => Math.max(1, Number(/^\s*(\d+)/m.exec(edits)?.[1] ?? 1));

const withEnds = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
