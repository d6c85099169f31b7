import type { Complaint } from "../errors.ts";
import type { FileChange } from "../source/file.ts";
import { parentsOf } from "../source/paths.ts";
import { submoduleAround, type TreeEntry } from "../workspace/workspace.ts";
import { mixedWordIn } from "./invisible.ts";

/** What stands in the repository at the commit that the changes are for. */
export interface Standing {
  /** Every tracked path with its mode. */
  readonly entries: ReadonlyMap<string, TreeEntry>;
  readonly submodules?: ReadonlySet<string>;
}

/**
 * Whether a change may stand at its path at all (security.md E01, E02): no way out of the repository, into
 * `.git`, through a link, onto something that is not a text file, or onto a name that other systems cannot hold.
 */
export function checkPaths(
  changes: readonly FileChange[],
  { entries, submodules = new Set() }: Standing,
): readonly Complaint[] {
  const seen = new Map<string, string>();
  const deleted = new Set(changes.filter(({ after }) => after === undefined).map(({ path }) => path));
  const standing = [...entries.keys(), ...submodules].filter((path) => !deleted.has(path));
  const names = new Map(standing.map((path) => [folded(path), path]));
  const written = changes.flatMap(({ path, after }) => (after === undefined ? [] : [path]));
  const known = new Set(standing.flatMap(parentsOf));
  const folders = new Set([...known, ...written.flatMap(parentsOf)]);
  return changes.flatMap((change) => {
    const { path } = change;
    const twin = seen.get(folded(path));
    if (change.after !== undefined || twin === path) seen.set(folded(path), path);
    const fault =
      badName(path) ??
      (entries.has(path) ? undefined : mixedName(path, known)) ??
      badModule(path, submodules) ??
      badTarget(change, entries) ??
      badParent(path, entries, deleted, names) ??
      (folders.has(path) && change.after !== undefined ? "is a folder of the repository" : undefined) ??
      collision(change, twin, names.get(folded(path)));
    if (fault === undefined) return [];
    const message = `\`${shown(path)}\` ${fault}. Nothing can be written there: choose another path or leave the file out.`;
    return [{ kind: "path/refused", path, message }];
  });
}

/** Why a path may not be written by its name alone; undefined where it may. */
function badName(path: string): string | undefined {
  if (path === "" || Buffer.byteLength(path) > 1_000) return "is empty or longer than 1,000 bytes";
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(path)) return "holds a control character or half a character";
  if (/[\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(path)) return "holds an invisible character";
  if (path.startsWith("/")) return "is an absolute path";
  if (/[\\:*?"<>|]/.test(path)) return "holds a character that not every system allows in a name";
  if (/[\u2044\u2215\u29F5\u29F8\u29F9\uFF0F\uFF3C]/.test(path))
    return "holds a character that looks like a slash";
  if (/%(?:2e|2f|5c|00)/i.test(path)) return "holds an escaped dot, slash or NUL";
  for (const part of path.split("/")) {
    if (part === "") return "has an empty part";
    if (/^\.{1,2}$/.test(part.normalize("NFKC"))) return "does not stay where it says";
    if (part.startsWith("-")) return "has a part that programs take for an option";
    if (Buffer.byteLength(part) > 255) return "has a part longer than 255 bytes";
    if (/^\s|[\s.]$/u.test(part)) return "has a part that begins or ends with a blank or ends with a dot";
    if (plainLetters(part) === ".git") return "lies in the repository's own `.git` folder";
    if (/^[^.~]{1,6}~\d{1,3}(?:\.|$)/.test(part))
      return "has a part that Windows takes for the short name of another";
    if (/^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$) *(?:\.|$)/.test(folded(part)))
      return "has a part that Windows reserves";
  }
  return undefined;
}

/** Of a new name alone, and without the folders that stand there. */
function mixedName(path: string, known: ReadonlySet<string>): string | undefined {
  const fresh = parentsOf(path).findLast((folder) => known.has(folder)) ?? "";
  return mixedWordIn(path.slice(fresh.length), "");
}

/** File systems of macOS and Windows compare names without case, and some after normalising. */
function folded(path: string): string {
  return path.normalize("NFKC").toLowerCase();
}

/** As `folded`, and without marks: what some system might take for the same. */
function plainLetters(part: string): string {
  return part.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase();
}

function badModule(path: string, submodules: ReadonlySet<string>): string | undefined {
  const around = submoduleAround(path, submodules);
  if (around === undefined) return undefined;
  return around === path ? "is a submodule" : `lies in the submodule \`${shown(around)}\``;
}

function badTarget(
  { path, before, after }: FileChange,
  entries: ReadonlyMap<string, TreeEntry>,
): string | undefined {
  const entry = entries.get(path);
  if (entry === undefined)
    return before === undefined ? undefined : "is not in the repository at this commit";
  if (entry.mode === "120000") return "is a symbolic link";
  if (entry.mode !== "100644" && entry.mode !== "100755") return "is not a plain file";
  if (before === undefined && after !== undefined)
    return "exists and is not a text file that can be edited (binary, not UTF-8, or above 1 MB)";
  return undefined;
}

function badParent(
  path: string,
  entries: ReadonlyMap<string, TreeEntry>,
  deleted: ReadonlySet<string>,
  names: ReadonlyMap<string, string>,
): string | undefined {
  for (const parent of parentsOf(path)) {
    const like = names.get(folded(parent)) ?? parent;
    if (like !== parent)
      return `lies under a name that differs from \`${shown(like)}\` by case or spelling only`;
    const entry = entries.get(parent);
    if (entry?.mode === "120000") return `lies behind the symbolic link \`${parent}\``;
    if (entry !== undefined && !deleted.has(parent)) return `lies under \`${parent}\`, which is a file`;
  }
  return undefined;
}

function collision(
  { path, before }: FileChange,
  twin: string | undefined,
  other: string | undefined,
): string | undefined {
  if (twin === path) return "is changed twice";
  const rival = twin ?? (before === undefined && other !== path ? other : undefined);
  return rival === undefined ? undefined : `differs from \`${shown(rival)}\` by case or spelling only`;
}

function shown(path: string): string {
  return path.length > 80 ? `${path.slice(0, 80)}...` : path;
}
