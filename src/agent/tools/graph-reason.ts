/**
 * GraphReason of CodeRAG (arXiv 2504.10046, section "Code-oriented agentic reasoning"): shows the one-hop
 * neighbourhood of an anchor; the model takes what it needs, and what it takes joins the anchors.
 */
import { z } from "zod";
import type { Taken } from "../../context/taken.ts";
import { fileHeader, numberLines } from "../../edits/number.ts";
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import { countTokens } from "../../llm/tokens.ts";
import type { FindSimilar } from "../../retrieval/bigraph/similar.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Tool } from "../tool.ts";
import { drawNeighbourhood, neighbours, relationOf, type Title } from "./neighbourhood.ts";

const mostLinesTaken = 120;
const mostSuggestions = 8;

const input = z.object({
  id: z
    .string()
    .min(1)
    .max(1000)
    .describe("Id of a definition or path of a file: src/a.py#Parser.parse, src/a.py."),
  relation: z
    .enum(neighbours.map(({ title }) => title) as [Title, ...Title[]])
    .optional()
    .describe("Only this relation, with up to 60 neighbours."),
  take: z
    .array(z.string().min(1).max(1000))
    .max(5)
    .default([])
    .describe("Ids that you need: their source is shown, numbered for editing, instead of the neighbours."),
});

/** One hop around a definition, in few tokens; `take` gives the source of chosen definitions and remembers them. */
export function createGraphReason(
  graph: CodeGraph,
  workspace: Pick<Workspace, "read">,
  findSimilar: FindSimilar = () => [],
): Tool<z.infer<typeof input>> {
  return {
    name: "graph-reason",
    description: renderPrompt("tool-graph-reason"),
    hint: renderPrompt("hint-graph-reason"),
    input,
    async run({ id, relation, take }) {
      const node = resolve(graph, id, undefined);
      if (node === undefined && take.length === 0) return unknownId(graph, id);
      const wanted = [...new Set(take)].map((written) => ({
        written,
        found: resolve(graph, written, node?.path),
      }));
      // Who takes something has seen the neighbours, unless it is the definition itself.
      const asked = take.length === 0 || wanted.some(({ found }) => found === node);
      const parts =
        node === undefined
          ? [unknownId(graph, id)]
          : asked
            ? [drawNeighbourhood(node, graph, findSimilar, relation)]
            : [];
      const taken: Taken[] = [];
      for (const { written, found } of wanted) {
        const source = found && (await sourceOf(found, workspace));
        parts.push(source?.text ?? (found ? `${found.path} cannot be read.` : unknownId(graph, written)));
        if (source === undefined) continue;
        const how = node && relationOf(node, found!.id, graph, findSimilar);
        const way = { anchor: node?.id ?? found!.id, ...(how === undefined ? {} : { relation: how }) };
        taken.push({ ...way, ...source.shown });
      }
      return { kind: "told", text: parts.join("\n\n"), taken };
    },
  };
}

/** An id as written, as the answers shorten it (`#f(x)` of the asked file), or with what followed it there. */
function resolve(graph: CodeGraph, written: string, path: string | undefined): CodeNode | undefined {
  const id = written.trim();
  const whole = id.startsWith("#") && path !== undefined ? path + id : id;
  return graph.node(whole) ?? graph.node(whole.replace(/[\s(].*$/s, ""));
}

async function sourceOf(node: CodeNode, workspace: Pick<Workspace, "read">) {
  const text = await workspace.read(node.path);
  if (text === undefined) return undefined;
  const last = Math.min(node.endLine, node.startLine + mostLinesTaken - 1);
  const rest = node.endLine > last ? `\n... up to line ${node.endLine} of the file` : "";
  const lines = numberLines(text, { from: node.startLine, to: last });
  const { id, path, startLine } = node;
  return {
    text: `${fileHeader(path, text)}\n(${id})\n${lines}${rest}`,
    shown: { node: id, path, startLine, endLine: last, tokens: countTokens(lines) },
  };
}

function unknownId(graph: CodeGraph, id: string): string {
  const name = id.split(/[#./\\:]/).findLast((part) => part !== "") ?? id;
  const near = [...graph.inFile(id.split("#")[0] ?? id), ...graph.named(name)];
  const ids = [...new Set(near.map((node) => node.id))].slice(0, mostSuggestions);
  return ids.length === 0
    ? `No definition has the id ${id}, and none has that name.`
    : `No definition has the id ${id}. Perhaps one of these:\n${ids.map((one) => `  ${one}`).join("\n")}`;
}
