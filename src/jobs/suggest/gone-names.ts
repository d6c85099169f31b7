/** Names that a pull request takes away. The head's graph does not have them, so only its lines tell who still uses them. */
import { type FoundLine, findNames } from "../../agent/tools/find-lines.ts";
import { type FileDiff, overlap } from "../../edits/file-diff.ts";
import { type LineRange, removedRows } from "../../edits/hunks.ts";
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { allLanguages, languageOf } from "../../languages/registry.ts";
import { indexWorkspace } from "../../retrieval/index-workspace.ts";
import { oneLine } from "../../source/lines.ts";
import { baseName } from "../../source/paths.ts";
import type { CommitWorkspace } from "../../workspace/read-commit.ts";
import type { Surroundings } from "../surroundings.ts";
import type { PullLook } from "./read-look.ts";

/** Names that are looked for and told; lines of one, beyond which it is a word like others; characters of a line. */
const most = { names: 60, told: 10, lines: 6, line: 160 };
/** A word of one part is that of much else; of several it is a name. */
const compound = /[\p{L}\p{N}][_-][\p{L}\p{N}]|\p{Ll}\p{Lu}/u;
/** They speak of what was. */
const history = /(?:^|\/)(?:change|history|news|release|upgrad|migrat)[^/]*(?:\/|$)/i;

const heading = "=== Names that the diff takes away or renames, and lines that still have them";

export interface ChangedFiles {
  readonly look: Pick<PullLook, "mergeBase" | "files">;
  readonly files: readonly FileDiff[];
  /** Lines of the head that the model sees with the diff. */
  readonly shown: ReadonlyMap<string, readonly LineRange[]>;
}

/**
 * Lines of the head that still have the name of a definition or a file that the pull request removes or renames, for the
 * model to read; empty where there are none.
 */
export async function stillNamed(
  { look, files, shown }: ChangedFiles,
  { workspace, graph }: { readonly workspace: CommitWorkspace; readonly graph: CodeGraph },
  { openWorkspace, options }: Pick<Surroundings, "openWorkspace" | "options">,
  signal: AbortSignal,
): Promise<string> {
  const changed = files.flatMap(({ path, previousPath = path, fresh }) =>
    removedRows(fresh).length > 0 ? [previousPath] : [],
  );
  const away = look.files.flatMap(({ path, previousPath, status }) =>
    status === "removed" ? [path] : (previousPath ?? []),
  );
  const old = await oldDefinitions(
    new Set([...changed, ...away]),
    look.mergeBase,
    { openWorkspace, options },
    signal,
  );
  const gone = goneNames(
    old,
    graph,
    away.filter((path) => !workspace.entries.has(path)),
  );
  if (gone.size === 0) return "";
  const isSeen = ({ path, line }: FoundLine): boolean =>
    (shown.get(path) ?? []).some((range) => overlap(range, { from: line, to: line }) !== undefined);
  const found = await findNames(workspace, new Set(gone.keys()), signal);
  const told = [...gone]
    .map(([name, was]) => ({ name, was, lines: found.get(name) ?? [] }))
    .filter(({ lines }) => lines.length <= most.lines)
    .map((one) => ({
      ...one,
      lines: one.lines.filter(
        (line) => !history.test(line.path) && !isSeen(line) && mayMean(line.path, one.was),
      ),
    }))
    .filter(({ lines }) => lines.length > 0)
    .slice(0, most.told)
    .map(({ name, was, lines }) => [`${name} (was ${was})`, ...lines.map(drawn)].join("\n"));
  return told.length === 0 ? "" : [heading, ...told].join("\n");
}

/** What stood in these files at a commit. */
async function oldDefinitions(
  paths: ReadonlySet<string>,
  commit: string,
  { openWorkspace, options }: Pick<Surroundings, "openWorkspace" | "options">,
  signal: AbortSignal,
): Promise<readonly CodeNode[]> {
  if (paths.size === 0) return [];
  const base = await openWorkspace({ branch: "", commit }, signal);
  try {
    const entries = new Map([...base.entries].filter(([path]) => paths.has(path)));
    const { graph } = await indexWorkspace({ ...base, entries }, { workers: options.workers }, signal);
    return [...entries.keys()].flatMap((path) => graph.inFile(path));
  } finally {
    await base.close();
  }
}

/** Code of another language has a name of its own; a manual or a workflow may mean any. */
function mayMean(path: string, was: string): boolean {
  const [there, here] = [path, was.split("#")[0]!].map(familyOf);
  return there === undefined || here === undefined || there === here;
}

const familyOf = (path: string): string | undefined => allLanguages().get(languageOf(path) ?? "")?.family;

const drawn = ({ path, line, text }: FoundLine): string =>
  `  ${oneLine(path)}:${line}: ${text.trim().slice(0, most.line)}`;

/** By their names: what the head defines nowhere, and the files that are gone, with `-` and with `_`. */
function goneNames(
  old: readonly CodeNode[],
  head: Pick<CodeGraph, "named">,
  away: readonly string[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (name: string, was: string): void => {
    if (compound.test(name) && head.named(name).length === 0 && names.size < most.names && !names.has(name))
      names.set(name, was);
  };
  for (const { kind, name, id, test } of old) if (kind !== "Module" && !test) add(name, id);
  for (const path of away) {
    const stem = baseName(path).replace(/\.[^.]+$/, "");
    for (const name of new Set([stem, stem.replaceAll("_", "-"), stem.replaceAll("-", "_")])) add(name, path);
  }
  return names;
}
