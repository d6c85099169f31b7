import { isGenerated, isLockFile } from "../../source/generated-paths.ts";
import { splitLines } from "../../source/lines.ts";
import { wholeWordAt } from "../../source/whole-word.ts";
import type { TreeEntry, Workspace } from "../../workspace/workspace.ts";

/** A line of a tracked file that holds what was looked for. */
export interface FoundLine {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

export interface FoundLines {
  /** Files whose path holds the query, the shortest first. */
  readonly named: readonly string[];
  readonly lines: readonly FoundLine[];
  /** Files that hold it too: of data and prose, beside others that were shown or of their names (translations). */
  readonly also: readonly string[];
  /** `some`: more lines may hold it than are given. */
  readonly complete: "all" | "some";
}

/** Lines of any text file that hold a string as it is written. */
export type FindLines = (query: string, signal: AbortSignal) => Promise<FoundLines>;

/**
 * Lines in all and of one file; files of one kind of data; files read at once; bytes of one file and of all; characters
 * of a line that is no data.
 */
const limits = {
  ...{ lines: 30, perFile: 6, alike: 4, batch: 256 },
  ...{ file: 400_000, all: 64_000_000, line: 1_000 },
};

/**
 * Looks for a string, in any case of letters, in every tracked text file but generated and large ones. It is never
 * a pattern, so no query can be slow; reading stops at 30 lines or 64 MB. Lines that hold it as a whole word and in its
 * own letters come first; then code before tests before prose, because a reader wants the place before its mentions;
 * and a key that sixty translations hold must not fill the answer.
 *
 * @param likely what the request is about: its code and tests come before all others.
 */
export function createFindLines(
  { entries, readMany }: Pick<Workspace, "entries" | "readMany">,
  likely: Iterable<string> = [],
): FindLines {
  const { paths, complete } = searchable([...entries.values()], new Set(likely));
  return async (query, signal) => {
    const wanted = query.toLowerCase();
    const named = pathsWith(wanted, entries.keys());
    // `HEAD` is looked for among many a `header`.
    const [exact, alike]: [FoundLine[], FoundLine[]] = [[], []];
    const also: string[] = [];
    const isOneOfMany = countAlike();
    let cut = !complete;
    for (let at = 0; at < paths.length; at += limits.batch) {
      signal.throwIfAborted();
      const texts = await readMany(paths.slice(at, at + limits.batch));
      for (const [path, text] of texts) {
        const found = linesWith(path, text, wanted);
        if (found.length === 0) continue;
        if (isOneOfMany(path)) {
          also.push(path);
          continue;
        }
        const same = found.filter(({ text }) => standsIn(text, query)).slice(0, limits.perFile);
        const others = found.filter((line) => !same.includes(line));
        exact.push(...same);
        if (alike.length < limits.lines) alike.push(...others.slice(0, limits.perFile - same.length));
        cut ||= found.length > limits.perFile;
        if (exact.length >= limits.lines)
          return { named, lines: exact.slice(0, limits.lines), also, complete: "some" };
      }
    }
    const lines = [...exact, ...alike];
    const isCut = cut || lines.length > limits.lines || alike.length >= limits.lines;
    return { named, lines: lines.slice(0, limits.lines), also, complete: isCut ? "some" : "all" };
  };
}

/** Lines that have one of these names as a whole word, by the name: of each no more than a reader takes in. */
export async function findNames(
  { entries, readMany }: Pick<Workspace, "entries" | "readMany">,
  names: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly FoundLine[]>> {
  const { paths } = searchable([...entries.values()], new Set());
  const found = new Map<string, FoundLine[]>();
  for (let at = 0; at < paths.length; at += limits.batch) {
    signal.throwIfAborted();
    for (const [path, text] of await readMany(paths.slice(at, at + limits.batch))) {
      const held = [...names].filter((name) => text.includes(name));
      if (held.length === 0) continue;
      for (const [index, line] of splitLines(text).entries())
        for (const name of held.filter(
          (one) => line.text.length <= limits.line && wholeWordAt(line.text, one) >= 0,
        )) {
          const lines = found.get(name) ?? [];
          found.set(name, lines);
          if (lines.length < limits.lines) lines.push({ path, line: index + 1, text: line.text });
        }
    }
  }
  return found;
}

/** In its own letters, and where it is a name not as part of a longer one. */
function standsIn(text: string, query: string): boolean {
  const isName = /^[\p{L}\p{N}_$](?:.*[\p{L}\p{N}_$])?$/u.test(query);
  return isName ? wholeWordAt(text, query) >= 0 : text.includes(query);
}

/** A part of a path has no blanks, and letters: `changelog/fix_`, `base.ts`. */
function pathsWith(wanted: string, paths: Iterable<string>): readonly string[] {
  if (!/^\S*[\p{L}\p{N}]{2}\S*$/u.test(wanted)) return [];
  return [...paths]
    .filter((path) => path.toLowerCase().includes(wanted))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

/** Whether enough files of prose or data are known already in the folder of one, or of its name in other folders. */
function countAlike(): (path: string) => boolean {
  const shown = new Map<string, number>();
  return (path) => {
    if (!prose.test(path)) return false;
    const place = path.lastIndexOf("/") + 1;
    const kinds = [`${path.slice(0, place)}*${path.slice(path.lastIndexOf("."))}`, path.slice(place)];
    if (kinds.some((kind) => (shown.get(kind) ?? 0) >= limits.alike)) return true;
    for (const kind of kinds) shown.set(kind, (shown.get(kind) ?? 0) + 1);
    return false;
  };
}

function linesWith(path: string, text: string, wanted: string): readonly FoundLine[] {
  if (!text.toLowerCase().includes(wanted)) return [];
  return splitLines(text).flatMap((line, index) =>
    line.text.length <= limits.line && line.text.toLowerCase().includes(wanted)
      ? [{ path, line: index + 1, text: line.text }]
      : [],
  );
}

function searchable(
  entries: readonly TreeEntry[],
  likely: ReadonlySet<string>,
): { paths: readonly string[]; complete: boolean } {
  const wanted = entries
    .filter(
      ({ path, mode, size = limits.file + 1 }) => mode !== "120000" && size <= limits.file && !skipped(path),
    )
    .sort((a, b) => rank(a.path, likely) - rank(b.path, likely) || (a.path < b.path ? -1 : 1));
  let bytes = 0;
  const read = wanted.filter(({ size }) => {
    bytes += size ?? 0;
    return bytes <= limits.all;
  });
  return { paths: read.map(({ path }) => path), complete: read.length === wanted.length };
}

const noText = /\.(?:png|jpe?g|gif|webp|ico|pdf|woff2?|ttf|otf|eot|zip|gz|jar|wasm|so|dll|exe|mp[34]|svg)$/i;
const prose =
  /\.(?:md|mdx|rst|txt|adoc|ya?ml|json5?|toml|html?|po|properties|strings|resx|xlf|arb|ftl|ini|csv)$|(?:^|\/)[A-Z]+$/;
/** Of translations the one that the others were made from, mostly. */
const english = /(?:^|[/._-])en(?:[-_][a-z]{2})?(?:[/._-]|$)/i;
const test = /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)/i;

function skipped(path: string): boolean {
  return noText.test(path) || isLockFile(path) || isGenerated(path);
}

function rank(path: string, likely: ReadonlySet<string>): number {
  if (prose.test(path)) return english.test(path) ? 4 : 5;
  return (likely.has(path) ? 0 : 2) + (test.test(path) ? 1 : 0);
}
