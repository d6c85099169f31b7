import { z } from "zod";
import type { CodeNode } from "../../graph/graph.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import { counted, firstOf } from "../../source/counted.ts";
import { isGenerated } from "../../source/generated-paths.ts";
import type { Tool } from "../tool.ts";
import type { FindLines } from "./find-lines.ts";
import { nodeLines } from "./node-lines.ts";

const longestLine = 200;
const mostNames = 8;
const mostAlso = 20;
const mostNamed = 12;
/** Hits that are looked at for each that is shown. */
const looked = 3;

const input = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .max(400)
    .describe("Words of names, comments or messages to look for; for lines of text, the exact words."),
  limit: z.number().int().min(1).max(30).default(10),
});

/** Finds definitions by words, best first. */
export type FindCode = (query: string, limit: number) => readonly { readonly node: CodeNode }[];

/** Other people's code in the repository, and what a program wrote, come last: nobody changes them, and few reuse them. */
export const ownFirst =
  (find: FindCode): FindCode =>
  (query, limit) =>
    find(query, limit * looked)
      .toSorted((a, b) => Number(isGenerated(a.node.path)) - Number(isGenerated(b.node.path)))
      .slice(0, limit);

/**
 * Shows files whose path holds the query, and lines of any file that hold it as it is written, which finds constants,
 * messages, tests and documentation; then definitions by their words (names, docs, bodies), the members of one class together.
 */
export function createSearchCode(findCode: FindCode, findLines: FindLines): Tool<z.infer<typeof input>> {
  return {
    name: "search-code",
    description: renderPrompt("tool-search-code"),
    hint: renderPrompt("hint-search-code"),
    input,
    async run({ query, limit }, signal) {
      const lines = await drawnLines(query, findLines, signal);
      // A file that holds the words somewhere tells nothing beside files that hold the query itself.
      const found = findCode(query, limit).filter(({ node }) => lines.length === 0 || node.kind !== "Module");
      if (found.length === 0 && lines.length === 0) return `Nothing matches: ${query}`;
      return [
        ...(lines.length === 0 ? ["No line holds the query as it is written."] : lines),
        ...(found.length === 0 ? [] : ["Definitions by its words:"]),
        ...folded(found.map(({ node }) => node)).flatMap(({ first, more }) => [
          ...nodeLines(first),
          ...(more.length === 0 ? [] : [`    and ${more.length} more there: ${namesOf(more)}`]),
        ]),
      ].join("\n");
    },
  };
}

interface Folded {
  readonly first: CodeNode;
  /** Hits further down with the same owner. */
  readonly more: readonly CodeNode[];
}

/** The best hit of each class stands for the class's others; what has no owner stands alone. */
function folded(nodes: readonly CodeNode[]): readonly Folded[] {
  const groups = Map.groupBy(nodes, ({ id, owner }) => owner ?? id);
  return [...groups.values()].map(([first, ...more]) => ({ first: first!, more }));
}

function namesOf(nodes: readonly CodeNode[]): string {
  const shown = nodes.slice(0, mostNames).map(({ id, path }) => id.slice(path.length));
  return [...shown, ...(nodes.length > shown.length ? ["..."] : [])].join(", ");
}

async function drawnLines(
  query: string,
  findLines: FindLines,
  signal: AbortSignal,
): Promise<readonly string[]> {
  // Models like to quote what they look for.
  const { named, lines, also, complete } = await findLines(query.replace(/^(["'`])(.+)\1$/, "$2"), signal);
  const paths = named.map((path) => `  ${path}`);
  const files = [
    ...(named.length === 0 ? [] : ["Files whose path holds it:"]),
    ...firstOf(paths, mostNamed, (left) => `  and ${left} more`),
  ];
  if (lines.length === 0) return files;
  return [
    ...files,
    "Lines that hold it as written:",
    ...lines.map(({ path, line, text }) => `  ${path}:${line}: ${text.trim().slice(0, longestLine)}`),
    ...(also.length > 0 ? [`  and in ${alsoIn(also)}`] : []),
    ...(complete === "some" ? ["  ... and perhaps more; a longer query finds fewer."] : []),
  ];
}

/** `3 files like these: locales/fr.json, ...` */
function alsoIn(paths: readonly string[]): string {
  const shown = firstOf(paths, mostAlso, (left) => `and ${left} more`);
  return `${counted(paths.length, "file")} like these: ${shown.join(", ")}`;
}
