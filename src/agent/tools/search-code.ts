import { z } from "zod";
import type { CodeNode } from "../../graph/graph.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import type { Tool } from "../tool.ts";
import { nodeLines } from "./node-lines.ts";

const input = z.object({
  query: z.string().trim().min(1).max(400).describe("Words of names, comments or messages to look for."),
  limit: z.number().int().min(1).max(30).default(10),
});

/** Finds definitions by words, best first. */
export type FindCode = (query: string, limit: number) => readonly { readonly node: CodeNode }[];

/** Searches definitions by their words (names, docs, bodies) and shows where each is and how it is called. */
export function createSearchCode(findCode: FindCode): Tool<z.infer<typeof input>> {
  return {
    name: "search-code",
    description: renderPrompt("tool-search-code"),
    input,
    async run({ query, limit }) {
      const found = findCode(query, limit);
      if (found.length === 0) return `Nothing matches: ${query}`;
      return found.flatMap(({ node }) => [`${node.path}:${node.startLine}`, ...nodeLines(node)]).join("\n");
    },
  };
}
