import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import type { Anchor } from "../retrieval/anchors.ts";
import { findMentions } from "../retrieval/mentions.ts";
import { resolveMentions } from "../retrieval/resolve.ts";

/** Definitions; namesakes, beyond which a name in code says nothing, and one in a sentence. */
const most = { definitions: 12, inCode: 2, inProse: 1 };
/** Less than what depends on changed code: a manual is held against it where there is room. */
const worth = 0.7;

/** The definitions that new lines of documentation name: they tell whether it is true. */
export function documentedAnchors(
  text: string,
  graph: CodeGraph,
  known: ReadonlySet<CodeNode>,
): readonly Anchor[] {
  const resolved = resolveMentions(findMentions({ title: "", body: text, comments: [] }), graph);
  const anchors = new Map<CodeNode, Anchor>();
  for (const [mention, all] of Map.groupBy(resolved, ({ mention }) => mention)) {
    const nodes = all.map(({ node }) => node).filter(({ kind, test }) => kind !== "Module" && !test);
    if (nodes.length > (mention.written === "plain" ? most.inProse : most.inCode)) continue;
    for (const node of nodes)
      if (!known.has(node) && !anchors.has(node))
        anchors.set(node, {
          ...{ node, score: worth, requirements: [] },
          route: [
            { kind: "from", id: "diff" },
            { kind: "mention", text: mention.text },
            { kind: "node", id: node.id },
          ],
        });
  }
  return [...anchors.values()].slice(0, most.definitions);
}
