import { createTables, headOf, type Tables } from "../../src/graph/files/tables.ts";
import { noNotes } from "../../src/graph/memory/answers.ts";
import { indexFiles } from "../../src/languages/index-files.ts";
import { loadProject } from "../../src/languages/rules.ts";

/** Tables of files, and which outlines were read for them. */
export async function tablesOf(
  files: Readonly<Record<string, string>>,
  contentOf = (path: string): string | undefined => files[path],
): Promise<{ tables: Tables; read: string[] }> {
  const inputs = Object.entries(files).map(([path, text]) => ({ path, hash: text, text }));
  const { outlines } = await indexFiles(inputs, { workers: 0 }, AbortSignal.timeout(240_000));
  const ordered = [...outlines].sort((one, other) => (one.path < other.path ? -1 : 1));
  const project = await loadProject(Object.keys(files).sort(), async () => new Map());
  const read: string[] = [];
  const sources = {
    heads: ordered.map(headOf),
    outline: (place: number) => {
      read.push(ordered[place]!.path);
      return ordered[place]!;
    },
    contentOf: (place: number) => contentOf(ordered[place]!.path),
  };
  return { tables: createTables(sources, project, noNotes), read };
}
