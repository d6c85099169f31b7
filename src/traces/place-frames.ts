import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { innermost } from "../graph/innermost.ts";
import { baseName } from "../source/paths.ts";
import type { Frame } from "./trace.ts";

/** Folders of source that an installed copy leaves out. */
const sourceFolders = /^(?:src|lib|python)\//;

/**
 * The definitions of the repository that the frames of a trace are; frames of libraries have none. A recorded path is
 * the repository's where its end is one of the tracked paths and what stands before that is the same for most: the
 * checkout where the run was recorded, or where the repository is installed.
 */
export function placeFrames(frames: readonly Frame[], graph: CodeGraph): ReadonlyMap<Frame, CodeNode> {
  const pathOf = pathFinder(
    graph.nodes.flatMap(({ kind, path }) => (kind === "Module" ? path : [])),
    new Set(frames.flatMap(({ path }) => path ?? [])),
  );
  const placed = new Map<Frame, CodeNode>();
  for (const frame of frames) {
    const path = frame.path === undefined ? undefined : pathOf(frame.path);
    const node =
      frame.path === undefined ? byName(frame.name, graph) : path && inFile(frame, graph.inFile(path));
    if (node) placed.set(frame, node);
  }
  return placed;
}

function pathFinder(
  tracked: readonly string[],
  recorded: ReadonlySet<string>,
): (recorded: string) => string | undefined {
  const byBase = Map.groupBy(tracked, baseName);
  const found = new Map<string, readonly { readonly path: string; readonly root: string }[]>();
  const votes = new Map<string, number>();
  for (const written of recorded) {
    const ends = (byBase.get(baseName(written)) ?? []).flatMap((path) => {
      const end = [path, path.replace(sourceFolders, "")].find((end) => `/${written}`.endsWith(`/${end}`));
      return end === undefined ? [] : [{ path, root: written.slice(0, written.length - end.length) }];
    });
    found.set(written, ends);
    for (const { root } of ends) votes.set(root, (votes.get(root) ?? 0) + 1);
  }
  const [home] = [...votes].sort((one, other) => other[1] - one[1])[0] ?? [];
  return (written) => found.get(written)?.find(({ root }) => root === home)?.path;
}

/** Names that a runtime makes up. */
const noName = /^$|[<(]/;

/** A recorded line is where the function begins (its decorator, perhaps) or any line of it. */
function inFile({ name, line }: Frame, nodes: readonly CodeNode[]): CodeNode | undefined {
  const own = lastName(name);
  const at = line === undefined ? undefined : innermost(nodes, line);
  if (at && (noName.test(own) || at.name === own || isConstructor(at))) return at;
  const named = nodes.filter((node) => node.kind !== "Module" && node.name === own);
  if (line === undefined) return named.length === 1 ? named[0] : undefined;
  const distance = ({ startLine, endLine }: CodeNode) => Math.max(startLine - line, line - endLine, 0);
  return named.sort((one, other) => distance(one) - distance(other))[0] ?? at;
}

/** JavaScript's runtime calls a constructor by its class. */
const isConstructor = ({ kind, name }: CodeNode): boolean => kind === "Method" && name === "constructor";

/** `total` of `Cart.total`, `Shop::Cart#total`, `get total` and `outer.<locals>.total`. */
const lastName = (name: string): string => name.split(/[.#$/\s]|::|->/).at(-1)!;

/** Without a path a name counts if only one definition has it, with the name of its class or module before it. */
function byName(name: string, graph: CodeGraph): CodeNode | undefined {
  const names = name
    .replace(/_\[\w\]$/, "")
    .replace(/\(\*?(\w+)\)/g, "$1")
    .replace(/[(<].*$/, "")
    .split(/[.#$/]|::|->/)
    .filter(Boolean);
  const [before, last] = [names.at(-2), names.at(-1)];
  if (before === undefined || last === undefined) return undefined;
  const fits = graph
    .named(last)
    .filter(
      (node) =>
        node.kind !== "Module" &&
        (`.${node.qualifiedName}`.endsWith(`.${before}.${last}`) ||
          (node.owner === undefined && node.path.split(/[/.]/).includes(before))),
    );
  return fits.length === 1 ? fits[0] : undefined;
}
