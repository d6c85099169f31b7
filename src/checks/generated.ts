import type { Complaint } from "../errors.ts";
import type { FileChange } from "../source/file.ts";
import { isGenerated } from "../source/generated-paths.ts";
import { fitsGlob } from "../source/glob.ts";

export interface GeneratedOptions {
  /** Text of the repository's `.gitattributes`, for `linguist-generated` and `linguist-vendored`. */
  readonly gitAttributes?: string;
  /** Paths that the user named in the request: these may be changed though they are generated. */
  readonly namedPaths?: readonly string[];
}

/** What generators write at the top of their output. */
const generatedWords =
  /@generated\b|\bcode generated\b|\b(?:auto-?generated|generated) (?:by|from|file|code)\b|\bdo not edit\b/i;

const headLines = 10;
const longestSourceLine = 5_000;

/** Generated, vendored and minified files (security.md E09): their source is what should change. */
export function checkGenerated(
  changes: readonly FileChange[],
  options: GeneratedOptions,
): readonly Complaint[] {
  const named = new Set(options.namedPaths ?? []);
  const attribute = attributesOf(options.gitAttributes ?? "");
  return changes.flatMap((change) => {
    const reason = named.has(change.path) ? undefined : reasonOf(change, attribute);
    if (reason === undefined) return [];
    const message = `\`${change.path}\` ${reason}, so an edit would be lost or unreadable. Change what it is made from, or leave it out.`;
    return [{ kind: "path/generated", path: change.path, message }];
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

function reasonOf(
  { path, before }: FileChange,
  attribute: (path: string) => boolean | undefined,
): string | undefined {
  const marked = attribute(path);
  if (marked !== undefined)
    return marked ? "is marked as generated or vendored in `.gitattributes`" : undefined;
  if (isGenerated(path)) return "is generated or vendored by its name";
  if (saysGenerated((before ?? "").split("\n", headLines))) return "says at its top that it is generated";
  if (/\.(?:[cm]?js|css|json|svg|html)$/i.test(path) && longestLine(before ?? "") > longestSourceLine)
    return "is minified";
  return undefined;
}

function longestLine(text: string): number {
  let longest = 0;
  for (const line of text.split("\n")) longest = Math.max(longest, line.length);
  return longest;
}

/** What `.gitattributes` says of a path; the last line that says something counts, as in git. */
function attributesOf(text: string): (path: string) => boolean | undefined {
  const rules = text.split(/\r?\n/).flatMap((line) => {
    const [glob, ...words] = line.trim().split(/\s+/);
    if (glob === undefined || glob === "" || glob.startsWith("#") || glob.length > 300) return [];
    const state = words.map(stateOf).findLast((each) => each !== undefined);
    return state === undefined ? [] : [{ glob, state }];
  });
  return (path) => rules.findLast(({ glob }) => fitsGlob(glob, path))?.state;
}

function stateOf(word: string): boolean | undefined {
  const match = /^(-?)linguist-(?:generated|vendored)(?:=(.*))?$/.exec(word);
  return match === null ? undefined : match[1] === "" && match[2] !== "false";
}
