/** Names that a pull request takes away. The head's graph does not have them, so only its lines tell who still uses them. */

import type { FoundLine } from "../../agent/tools/find-lines.ts";
import { carryLine } from "../../edits/carry-line.ts";
import type { FileDiff } from "../../edits/file-diff.ts";
import { removedRows } from "../../edits/hunks.ts";
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { familyOf } from "../../languages/registry.ts";
import { indexWorkspace } from "../../retrieval/index-workspace.ts";
import type { LineRange } from "../../source/line-range.ts";
import { lineTexts } from "../../source/lines.ts";
import { baseName } from "../../source/paths.ts";
import { wholeWordAt } from "../../source/whole-word.ts";
import type { CommitWorkspace } from "../../workspace/read-commit.ts";
import type { Surroundings } from "../surroundings.ts";
import { compound, drawNamed, history, isSeenIn, mostLines, type NameSearch } from "./named-lines.ts";
import type { PullLook } from "./read-look.ts";

/** Names that are looked for and told. */
const most = { names: 60, told: 10 };

const heading = "=== Names that the diff takes away or renames, and lines that still have them";

export interface ChangedFiles {
  readonly look: Pick<PullLook, "mergeBase" | "files">;
  readonly files: readonly FileDiff[];
  /** Lines of the head that the model sees with the diff. */
  readonly shown: ReadonlyMap<string, readonly LineRange[]>;
}

/**
 * Lines of the head that still have the name of a definition or a file that the pull request removes or renames, for the
 * model to read; undefined where it takes nothing away.
 *
 * The graph of the merge base tells who used them, whatever they are called; a text search tells what no graph has (a
 * manual, a workflow), of names that are no common word.
 */
export async function stillNamed(
  { look, files, shown }: ChangedFiles,
  { workspace, graph }: { readonly workspace: CommitWorkspace; readonly graph: CodeGraph },
  { openWorkspace, options }: Pick<Surroundings, "openWorkspace" | "options">,
  signal: AbortSignal,
): Promise<NameSearch | undefined> {
  const changed = files.flatMap(({ path, previousPath = path, fresh }) =>
    removedRows(fresh).length > 0 ? [previousPath] : [],
  );
  const away = look.files.flatMap(({ path, previousPath, status }) =>
    status === "removed" ? [path] : (previousPath ?? []),
  );
  const paths = new Set([...changed, ...away]);
  if (paths.size === 0) return undefined;
  const renamed = new Map(look.files.map(({ path, previousPath = path }) => [previousPath, path]));
  const base = await openWorkspace({ branch: "", commit: look.mergeBase }, signal);
  try {
    const before = (await indexWorkspace(base, options, signal)).graph;
    const old = [...paths].flatMap((path) => before.inFile(path));
    const used = await stillUsed(old, { before, base }, { graph, workspace }, renamed);
    const gone = goneNames(
      old,
      graph,
      away.filter((path) => !workspace.entries.has(path)),
      new Set([...workspace.entries.keys()].map(stemOf)),
    );
    const draw: NameSearch["draw"] = (lines) => {
      const found = new Map(used);
      for (const [name, was] of gone) {
        const all = lines.get(name) ?? [];
        if (all.length > mostLines) continue;
        const telling = all.filter(({ path }) => !history.test(path) && mayMean(path, was));
        const known = found.get(titleOf(name, was)) ?? [];
        found.set(titleOf(name, was), [...known, ...telling.filter((line) => !known.some(isSame(line)))]);
      }
      const isSeen = isSeenIn(shown);
      const told = [...found]
        .map(([title, all]) => ({ title, lines: all.filter((line) => !isSeen(line)).sort(inOrder) }))
        .filter(({ lines }) => lines.length > 0)
        .slice(0, most.told)
        .map(({ title, lines }) => drawNamed(title, lines));
      return told.length === 0 ? "" : [heading, ...told].join("\n");
    };
    return { names: new Set(gone.keys()), draw };
  } finally {
    await base.close();
  }
}

const titleOf = (name: string, was: string): string => `${name} (was ${was})`;

const isSame =
  (one: FoundLine) =>
  ({ path, line }: FoundLine): boolean =>
    path === one.path && line === one.line;

const inOrder = (a: FoundLine, b: FoundLine): number =>
  a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;

/**
 * Of the definitions and files that are gone, the lines that used them by the base's graph, that stand as they stood, and
 * that mean nothing else of that name by the head's.
 */
async function stillUsed(
  old: readonly CodeNode[],
  { before, base }: { readonly before: CodeGraph; readonly base: CommitWorkspace },
  { graph, workspace }: { readonly graph: CodeGraph; readonly workspace: CommitWorkspace },
  renamed: ReadonlyMap<string, string>,
): Promise<readonly (readonly [title: string, lines: readonly FoundLine[]])[]> {
  const pathNow = (path: string): string => renamed.get(path) ?? path;
  const endless = new Set([...workspace.entries.keys()].map(withoutEnding));
  const uses = old.filter(isGone).flatMap((node) =>
    before
      .incoming(node.id)
      .filter(
        ({ from, kind, sureness }) => kind !== "Contain" && sureness !== "ambiguous" && !isFound(from, node),
      )
      .flatMap(({ from, line }) => {
        const path = before.node(from)?.path;
        return path === undefined ? [] : [{ node, path, line }];
      }),
  );
  const paths = [...new Set(uses.map(({ path }) => path))];
  const [texts, now] = await Promise.all([base.readMany(paths), workspace.readMany(paths.map(pathNow))]);
  const found = new Map<string, FoundLine[]>();
  for (const { node, path, line } of uses) {
    const text = now.get(pathNow(path));
    const at = text === undefined ? undefined : carryLine(texts.get(path) ?? "", text, line);
    if (at === undefined) continue;
    const one = { path: pathNow(path), line: at, text: lineTexts(text!)[at - 1] ?? "" };
    if (wholeWordAt(one.text, nameOf(node)) < 0) continue;
    const title = titleOf(nameOf(node), node.id);
    const known = found.get(title) ?? [];
    if (!known.some(isSame(one))) found.set(title, [...known, one]);
  }
  return [...found];

  function isGone({ id, kind, name, path }: CodeNode): boolean {
    if (graph.node(id)) return false;
    // Imports leave endings out: `a.ts` may stand where `a.js` stood.
    if (kind === "Module") return !endless.has(withoutEnding(path));
    // What is overloaded, or stands in another class of the file now, is not gone with one of them.
    return !graph.inFile(pathNow(path)).some((node) => node.kind !== "Module" && node.name === name);
  }
  /** Whether what used it uses another one of its name now. */
  function isFound(from: string, node: CodeNode): boolean {
    return graph.outgoing(from).some(({ to, sureness }) => {
      const target = sureness === "ambiguous" ? undefined : graph.node(to);
      return target !== undefined && nameOf(target) === nameOf(node);
    });
  }
}

/** A file is imported by its name without the ending. */
const nameOf = ({ kind, name, path }: CodeNode): string => (kind === "Module" ? stemOf(path) : name);

const stemOf = (path: string): string => withoutEnding(baseName(path));

const withoutEnding = (path: string): string => path.replace(/\.[^./]+$/, "");

/** Code of another language has a name of its own; a manual or a workflow may mean any. */
function mayMean(path: string, was: string): boolean {
  const [there, here] = [path, was.split("#")[0]!].map(familyOf);
  return there === undefined || here === undefined || there === here;
}

/** By their names: what the head defines nowhere, and files whose name no file has now, with `-` and with `_`. */
function goneNames(
  old: readonly CodeNode[],
  head: Pick<CodeGraph, "named">,
  away: readonly string[],
  stems: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (name: string, was: string): void => {
    if (compound.test(name) && head.named(name).length === 0 && names.size < most.names && !names.has(name))
      names.set(name, was);
  };
  for (const { kind, name, id, test } of old) if (kind !== "Module" && !test) add(name, id);
  for (const path of away) {
    const stem = stemOf(path);
    if (stems.has(stem)) continue;
    for (const name of new Set([stem, stem.replaceAll("_", "-"), stem.replaceAll("-", "_")])) add(name, path);
  }
  return names;
}
