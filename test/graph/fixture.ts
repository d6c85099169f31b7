import { expect } from "@jest/globals";
import { buildGraph } from "../../src/graph/build.ts";
import type { BuiltGraph } from "../../src/graph/columns/store.ts";
import type { Outline } from "../../src/graph/outline.ts";
import { indexFiles } from "../../src/languages/index-files.ts";
import { loadProject } from "../../src/languages/rules.ts";

/** Several files in one string: a line `//- path` starts a file. */
export function filesOf(source: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const part of source.split(/^\/\/- /m).slice(1)) {
    const end = part.indexOf("\n");
    files.set(part.slice(0, end).trim(), part.slice(end + 1));
  }
  return files;
}

export const graphOf = (source: string): Promise<BuiltGraph> => graphOfFiles(filesOf(source));

export async function graphOfFiles(files: ReadonlyMap<string, string>): Promise<BuiltGraph> {
  const inputs = [...files].map(([path, text]) => ({ path, hash: path, text }));
  const { outlines } = await indexFiles(inputs, { workers: 0 }, AbortSignal.timeout(240_000));
  const read = async (paths: readonly string[]) => new Map(paths.map((path) => [path, files.get(path)!]));
  return buildGraph(sharing(outlines, files), await loadProject([...files.keys()], read));
}

/** As outlines come from the cache: files with the same text share all but their path. */
function sharing(outlines: readonly Outline[], files: ReadonlyMap<string, string>): readonly Outline[] {
  const known = new Map<string, Outline>();
  return outlines.map((outline) => {
    const key = `${outline.language} ${files.get(outline.path)}`;
    const first = known.get(key) ?? outline;
    known.set(key, first);
    return { ...first, path: outline.path };
  });
}

/** Every edge but Contain, as `from call to`, with `inferred` or `ambiguous` behind where it is not exact. */
export function edgesOf(graph: BuiltGraph): string[] {
  return graph.nodes
    .flatMap((node) => graph.outgoing(node.id))
    .filter((edge) => edge.kind !== "Contain")
    .map(({ from, to, kind, sureness }) =>
      [from, kind.toLowerCase(), to, ...(sureness === "exact" ? [] : [sureness])].join(" "),
    );
}

/** The edges of a small project are these and no others; imports are compared only where the rows name some. */
export async function check(source: string, expected: readonly string[]): Promise<void> {
  const withImports = expected.some((row) => row.includes(" import "));
  const edges = edgesOf(await graphOf(source)).filter((row) => withImports || !row.includes(" import "));
  expect(edges.sort()).toEqual([...expected].sort());
}
