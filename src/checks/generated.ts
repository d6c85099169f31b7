import type { Complaint } from "../errors.ts";
import { type FileChange, textBefore } from "../source/file.ts";
import { isGenerated } from "../source/generated-paths.ts";
import { fitsGlob } from "../source/glob.ts";

export interface GeneratedOptions {
  /** The `.gitattributes` around the changed files: path and text, those of outer folders first. */
  readonly gitAttributes?: ReadonlyMap<string, string> | undefined;
  /** Words of whoever gave the command: a generated file that they name may be changed. */
  readonly request?: string | undefined;
}

/** What generators write at the top of their output. */
const generatedWords =
  /@generated\b|\bcode generated\b|\b(?:auto-?generated|generated) (?:by|from|file|code)\b|\bdo not edit\b/i;

const headLines = 10;
const longestSourceLine = 5_000;

/**
 * Generated, vendored and minified files (security.md E09): their source is what should change. And files that become
 * such, or are hidden: GitHub folds them in a diff, and a reviewer sees nothing of them.
 */
export function checkGenerated(
  changes: readonly FileChange[],
  options: GeneratedOptions,
): readonly Complaint[] {
  const named = new Set(options.request?.split(/[\s"'`(),;]+/));
  const attributes = attributesOf(options.gitAttributes ?? new Map());
  return changes.flatMap((change) => {
    const { path } = change;
    const said = attributes(path);
    const reason = named.has(path) ? undefined : reasonOf(change, said.generated);
    const folded = foldedBy({ ...change, before: textBefore(change, changes) }, said.diff);
    if (reason === undefined && folded === undefined) return [];
    const message =
      folded === undefined
        ? `\`${path}\` ${reason}, so an edit would be lost or unreadable. Change what it is made from, or leave it out.`
        : `\`${path}\` ${folded}, so whoever reviews the change would not be shown it. Write it as a source file, or leave it out.`;
    return [{ kind: "path/generated", path, message }];
  });
}

/** True where a comment among the first lines of a file says that a program wrote it. */
export function saysGenerated(lines: readonly string[]): boolean {
  return lines
    .slice(0, headLines)
    .some(
      (line) => line.length < 300 && /^\s*(?:[#/*;%-]|<!--|"""|\(\*)/.test(line) && generatedWords.test(line),
    );
}

function reasonOf({ path, before }: FileChange, marked: boolean | undefined): string | undefined {
  if (marked !== undefined)
    return marked ? "is marked as generated or vendored in `.gitattributes`" : undefined;
  if (isGenerated(path)) return "is generated or vendored by its name";
  if (saysGenerated((before ?? "").split("\n", headLines))) return "says at its top that it is generated";
  if (/\.(?:[cm]?js|css|json|svg|html)$/i.test(path) && longestLine(before ?? "") > longestSourceLine)
    return "is minified";
  return undefined;
}

/** Why GitHub would not show what the change makes of a file (github-linguist, lib/linguist/generated.rb). */
function foldedBy({ path, before = "", after }: FileChange, diff: boolean | undefined): string | undefined {
  if (after === undefined) return undefined;
  if (diff === false) return "has no diff by `.gitattributes`";
  return folds.find(([paths, fits]) => paths.test(path) && fits(after) && !fits(before))?.[2];
}

const folds: readonly (readonly [RegExp, (text: string) => boolean, string])[] = [
  [/$/, (text) => saysGenerated(text.split("\n", headLines)), "would say at its top that it is generated"],
  [/\.go$/, (text) => goGenerated.test(text), "would say that it is generated"],
  [
    /\.(?:js|css)$/i,
    (text) => meanLine(text) > 110,
    "would have lines of more than 110 characters on average",
  ],
  [/\.(?:js|css)$/i, (text) => namesMap(text), "would end with the address of a source map"],
  [/$/, (text) => text.startsWith("version https://git-lfs.github.com/spec/"), "is a pointer of Git LFS"],
];

const goGenerated = /^(?:[^\n]*\n){0,39}\/\/ Code generated /;

function meanLine(text: string): number {
  const lines = text.split("\n");
  return (text.length - lines.length + 1) / lines.length;
}

const namesMap = (text: string): boolean =>
  text
    .split("\n")
    .slice(-2)
    .some((line) => /^\/[*/][#@] source(?:Mapping)?URL|sourceURL=/.test(line));

function longestLine(text: string): number {
  let longest = 0;
  for (const line of text.split("\n")) longest = Math.max(longest, line.length);
  return longest;
}

interface Attributes {
  readonly generated?: boolean | undefined;
  readonly diff?: boolean | undefined;
}

/** What `.gitattributes` say of a path; the last line that says something counts, and inner folders come last, as in git. */
function attributesOf(files: ReadonlyMap<string, string>): (path: string) => Attributes {
  const rules = [...files].flatMap(([file, text]) =>
    text.split(/\r?\n/).flatMap((line) => {
      const [glob, ...words] = line.trim().split(/\s+/);
      if (glob === undefined || glob === "" || glob.startsWith("#") || glob.length > 300) return [];
      return [{ folder: file.slice(0, -".gitattributes".length), glob, words }];
    }),
  );
  const fits = (path: string, { folder, glob }: (typeof rules)[number]): boolean =>
    path.startsWith(folder) && fitsGlob(glob, path.slice(folder.length));
  return (path) =>
    Object.assign({}, ...rules.filter((rule) => fits(path, rule)).flatMap(({ words }) => words.map(stateOf)));
}

function stateOf(word: string): Attributes {
  if (word === "binary") return { diff: false };
  const [, mark, name, value] = /^([-!]?)(linguist-(?:generated|vendored)|diff)(?:=(.*))?$/.exec(word) ?? [];
  if (name === undefined) return {};
  const state = mark === "!" ? undefined : mark === "" && value !== "false";
  return name === "diff" ? { diff: state } : { generated: state };
}
