import type { Tool } from "../agent/tool.ts";
import { createCodeTest } from "../agent/tools/code-test.ts";
import { createFindLines } from "../agent/tools/find-lines.ts";
import { createGraphReason } from "../agent/tools/graph-reason.ts";
import { createReadFile } from "../agent/tools/read-file.ts";
import { createSearchCode } from "../agent/tools/search-code.ts";
import { createSubmitEdits } from "../agent/tools/submit-edits.ts";
import { checkChanges } from "../checks/gate.ts";
import { searchCode } from "../retrieval/documents.ts";
import type { IndexedRepository } from "./knowledge.ts";
import type { RunOptions } from "./surroundings.ts";

/** The tools of an `implement` run. None of them writes; the last one hands in. */
export function reasonTools(
  { workspace, graph, search }: IndexedRepository,
  checks: RunOptions["checks"],
): readonly Tool[] {
  const { entries } = workspace;
  return [
    createGraphReason(graph, workspace),
    createSearchCode((query, limit) => searchCode(search, query, limit), createFindLines(workspace)),
    createReadFile(workspace),
    createCodeTest(workspace),
    createSubmitEdits(workspace, (changes) => checkChanges(changes, { ...checks, entries })),
  ] as readonly Tool[];
}
