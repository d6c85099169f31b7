import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { baseName } from "../source/paths.ts";
import type { Mention, Written } from "./mentions.ts";
import { remembering } from "./remember.ts";

/** A mention that means a definition of this repository, and how surely: 1 is a place named without doubt. */
export interface Resolved {
  readonly mention: Mention;
  readonly node: CodeNode;
  readonly strength: number;
}

/** How much a name counts by where it stood. */
const standing: Readonly<Record<Written, number>> = {
  instruction: 1,
  link: 1,
  title: 0.9,
  code: 0.8,
  trace: 0.8,
  plain: 0.6,
  fence: 0.35,
};

/** A simple name that more definitions share than this says nothing by itself. */
const mostNamesakes = 8;

/** Finds the definitions that the mentions name. Messages are looked up elsewhere: they need the source. */
export function resolveMentions(mentions: readonly Mention[], graph: CodeGraph): readonly Resolved[] {
  const files = filesOf(graph);
  return mentions.flatMap((mention) => {
    const nodes = nodesOf(mention, graph, files);
    const strength = standing[mention.written] / Math.sqrt(Math.max(1, nodes.length));
    return nodes.map((node) => ({ mention, node, strength }));
  });
}

/**
 * Tracked files that a request names by their path, also those that are no source (`package.json`, `docs/usage.md`),
 * each with the line that it names there.
 */
export function mentionedFiles(
  mentions: readonly Mention[],
  tracked: Iterable<string>,
): ReadonlyMap<string, number | undefined> {
  const files = fileFinder(tracked);
  const found = new Map<string, number | undefined>();
  for (const mention of mentions)
    if (mention.kind === "path" && mention.written !== "fence")
      for (const path of files(mention.path)) found.set(path, found.get(path) ?? mention.line);
  return found;
}

function nodesOf(mention: Mention, graph: CodeGraph, files: FileFinder): readonly CodeNode[] {
  switch (mention.kind) {
    case "path":
      return files(mention.path).flatMap((path) => at(graph, path, mention.line));
    case "frame":
      return files(mention.path).flatMap((path) => inFrame(graph, path, mention.name, mention.line));
    case "identifier":
      return byNames(graph, mention.names);
    case "message":
      return [];
  }
}

const filesOf = remembering((graph: CodeGraph) =>
  fileFinder(graph.nodes.flatMap((node) => (node.kind === "Module" ? node.path : []))),
);

type FileFinder = (path: string) => readonly string[];

/** File names that every package has: one alone tells nothing where folders are written before it. */
const usual = /^(?:__init__|__main__|index|main|mod|lib|setup|conftest)\.\w+$/;

/**
 * The paths that a written path means: the path itself, or the ones that share most of its end (`config.py` of
 * `src/config.py`; `/app/src/config.py` of a trace). Ambiguous beyond three: none.
 */
function fileFinder(paths: Iterable<string>): FileFinder {
  const byName = Map.groupBy(paths, baseName);
  return (written) => {
    const wanted = written.replace(/^(?:\.{0,2}\/)+/, "");
    const candidates = byName.get(baseName(wanted)) ?? [];
    if (candidates.includes(wanted)) return [wanted];
    const shared = candidates.map((path) => ({ path, parts: sharedEnding(path, wanted) }));
    const most = Math.max(0, ...shared.map(({ parts }) => parts));
    if (most === 1 && wanted.includes("/") && usual.test(baseName(wanted))) return [];
    const fits = shared.filter(({ parts }) => parts === most).map(({ path }) => path);
    return fits.length <= 3 ? fits : [];
  };
}

/** How many path segments two paths share at their ends. */
function sharedEnding(a: string, b: string): number {
  const [left, right] = [a.split("/").reverse(), b.split("/").reverse()];
  const differs = left.findIndex((segment, index) => segment !== right[index]);
  return differs < 0 ? left.length : differs;
}

/** The innermost definition at a line, or the module where no line is given. */
function at(graph: CodeGraph, path: string, line: number | undefined): readonly CodeNode[] {
  const nodes = graph.inFile(path);
  const within = nodes.filter(
    (node) => line !== undefined && node.kind !== "Module" && node.startLine <= line && line <= node.endLine,
  );
  const innermost = within.sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0];
  const module = nodes.find((node) => node.kind === "Module");
  return innermost ? [innermost] : module ? [module] : [];
}

/** A trace may be of another version, so the function's name goes before the line. */
function inFrame(
  graph: CodeGraph,
  path: string,
  name: string | undefined,
  line: number,
): readonly CodeNode[] {
  const named = graph.inFile(path).filter((node) => node.kind !== "Module" && node.name === name);
  const nearest = named.sort((a, b) => distance(a, line) - distance(b, line))[0];
  return nearest ? [nearest] : at(graph, path, line);
}

function distance(node: CodeNode, line: number): number {
  return Math.max(node.startLine - line, line - node.endLine, 0);
}

/** `Parser.parse` by its qualified name; `requests.get` by the file that holds it; `parse` by its name if that is rare. */
function byNames(graph: CodeGraph, names: readonly string[]): readonly CodeNode[] {
  const last = names.at(-1);
  if (last === undefined || last.length < 2) return [];
  const namesakes = graph.named(last).filter((node) => node.kind !== "Module");
  const before = names.at(-2);
  if (before !== undefined) {
    // `Map.Adapter.read` before every other `Adapter.read`.
    for (const at of names.slice(0, -1).keys()) {
      const qualified = names.slice(at).join(".");
      const exact = namesakes.filter(
        (node) => node.qualifiedName === qualified || node.qualifiedName.endsWith(`.${qualified}`),
      );
      if (exact.length > 0) return exact;
    }
    const inFile = namesakes.filter(
      (node) => !node.test && holds(node.path, before) && node.owner === undefined,
    );
    if (inFile.length > 0 && inFile.length <= mostNamesakes) return inFile;
    // `response.close()` in an example: the variable's name says nothing sure, so a common method is not meant.
    if (namesakes.length > 3) return [];
  }
  const outside = namesakes.filter((node) => !node.test);
  const meant = outside.length > 0 ? outside : namesakes;
  return meant.length <= mostNamesakes ? meant : [];
}

/** True where a path has this name as a folder or as its file's stem. */
function holds(path: string, name: string): boolean {
  return path.split("/").some((segment) => segment.replace(/\.[^.]*$/, "") === name);
}
