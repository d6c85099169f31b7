import type { FoundLine } from "../../agent/tools/find-lines.ts";
import type { FileDiff } from "../../edits/file-diff.ts";
import type { CodeGraph } from "../../graph/graph.ts";
import { familyOf } from "../../languages/registry.ts";
import { isSource } from "../../languages/source-files.ts";
import { lineTexts } from "../../source/lines.ts";
import { wholeWordAt } from "../../source/whole-word.ts";
import type { ChangedFiles } from "./gone-names.ts";
import { comment, compound, drawNamed, isSeenIn, mostLines, type NameSearch } from "./named-lines.ts";
import { isBeside } from "./pull-diff.ts";

/** Names that are looked for, and told; lines of one in the repository, beyond which even its own file's say nothing. */
const most = { names: 60, told: 12, everywhere: 24 };
const word = /(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]{2,}/gu;
/** A field that only its own class uses, by the custom of many languages. */
const own = /^_\p{L}{2,}/u;

const heading =
  "=== Names on changed lines that are no functions or classes (fields, constants, keys), and other lines that have them";

interface Named {
  readonly name: string;
  /** Whether the diff takes it away here. */
  readonly gone: boolean;
  readonly lines: readonly FoundLine[];
}

/**
 * Lines of the head that have a name of the changed ones which the code graph does not know: who sets a field that is read
 * now, who reads a constant that has another value, who uses a macro. Only names that few lines have: in code of its
 * language, or else in its file.
 */
export function sharedNames(
  { files, shown }: Pick<ChangedFiles, "files" | "shown">,
  graph: Pick<CodeGraph, "named">,
): NameSearch {
  const isSeen = isSeenIn(shown);
  const wanted = new Map<string, Named & { readonly path: string }>();
  for (const file of files) {
    const { path, after } = file;
    if (isBeside(path) || !isSource(path)) continue;
    const texts = lineTexts(after);
    for (const [name, gone] of namesIn(file)) {
      if (wanted.size === most.names) break;
      if (wanted.has(name) || graph.named(name).length > 0) continue;
      const lines = texts
        .flatMap((text, index) => (wholeWordAt(text, name) < 0 ? [] : { path, line: index + 1, text }))
        .filter((line) => !isSeen(line));
      if (lines.length <= mostLines) wanted.set(name, { name, gone, lines, path });
    }
  }
  const draw: NameSearch["draw"] = (everywhere) => {
    const found = [...wanted.values()].map(({ path, ...named }): Named => {
      const alike = (everywhere.get(named.name) ?? []).filter((line) => isAlike(line.path, path));
      if (familyOf(path) !== undefined && isFromOutside(named.name, alike)) return { ...named, lines: [] };
      const all = [...named.lines, ...alike.filter((line) => line.path !== path && !isSeen(line))];
      if (all.length <= mostLines) return { ...named, lines: all };
      return alike.length <= most.everywhere || own.test(named.name) ? named : { ...named, lines: [] };
    });
    const drawn = firstTold(found).map(({ name, lines }) => drawNamed(name, lines));
    return drawn.length === 0 ? "" : [heading, ...drawn].join("\n");
  };
  return { names: new Set(wanted.keys()), draw };
}

/** What is gone first, then the rarest; a line is told once. */
function firstTold(found: readonly Named[]): readonly Named[] {
  const told = new Set<string>();
  const chosen: Named[] = [];
  const best = found.toSorted((a, b) => Number(b.gone) - Number(a.gone) || a.lines.length - b.lines.length);
  for (const named of best) {
    const lines = named.lines.filter(({ path, line }) => !told.has(`${path}:${line}`));
    if (lines.length === 0) continue;
    if (chosen.length === most.told) break;
    for (const { path, line } of lines) told.add(`${path}:${line}`);
    chosen.push({ ...named, lines });
  }
  return chosen;
}

/** Names of its changed lines of code, with whether none of the added ones has them. */
function namesIn({ fresh }: FileDiff): ReadonlyMap<string, boolean> {
  const names = new Map<string, boolean>();
  for (const { rows } of fresh)
    for (const { kind, text } of rows) {
      if (kind === "same" || comment.test(text)) continue;
      for (const [name] of text.matchAll(word))
        if (compound.test(name) || own.test(name))
          names.set(name, kind === "removed" && (names.get(name) ?? true));
    }
  return names;
}

/** What is only ever called and has no definition here is a function of a library; a macro says where it is defined. */
function isFromOutside(name: string, lines: readonly FoundLine[]): boolean {
  return lines.every(({ text }) => {
    const after = text.slice(wholeWordAt(text, name) + name.length);
    return comment.test(text) || (/^\s*\(/.test(after) && !/^\s*#\s*define\s/.test(text));
  });
}

/** Code of another language has names of its own. */
function isAlike(path: string, other: string): boolean {
  const [there, here] = [path, other].map((one) => familyOf(one) ?? one.split(".").at(-1));
  return there === here;
}
