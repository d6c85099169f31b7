import { buildGraph } from "../../graph/build.ts";
import type { CodeGraph } from "../../graph/graph.ts";
import type { FileOutline } from "../../graph/outline.ts";
import { outlineOne } from "../../languages/outlines/outline-one.ts";
import { languageOf } from "../../languages/registry.ts";
import { loadProject } from "../../languages/rules.ts";
import { bareOutline } from "../../retrieval/outlines-of.ts";

/** The definitions of one file, as a graph of that file alone; none, with a note, where it could not be parsed. */
export async function graphOfFile(
  path: string,
  text: string,
): Promise<{ readonly graph: CodeGraph; readonly note: string | undefined }> {
  const project = await loadProject([path], async () => new Map());
  const language = languageOf(path);
  const result = language === undefined ? undefined : await outlineOne({ language, text });
  if (result === undefined || "skipped" in result)
    return {
      graph: buildGraph([bareOutline(path, language ?? "")], project),
      note: result && `${path} has no outline: ${result.skipped}.`,
    };
  return {
    graph: buildGraph([{ path, ...(JSON.parse(result.json) as FileOutline) }], project),
    note: undefined,
  };
}
