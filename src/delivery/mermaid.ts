import { shorten, visible } from "./markdown.ts";
import type { Picture, PictureNode } from "./picture.ts";

const classes: Readonly<Record<PictureNode["role"], string>> = {
  changed: "fill:#ffd8a8,stroke:#e8590c,color:#1c1917",
  anchor: "fill:#d0ebff,stroke:#1971c2,color:#1c1917",
  neighbour: "fill:#f1f3f5,stroke:#868e96,color:#1c1917",
};

const longest = 80;

/**
 * The picture as a mermaid flowchart in a code block; empty where there is nothing to see. The grammar is ours: ids
 * are numbers and labels are quoted text with every character that mermaid or HTML reads written as a code
 * (security.md O10).
 */
export function renderMermaid(picture: Picture): string {
  if (picture.nodes.length < 2 || picture.edges.length === 0) return "";
  const ids = new Map(picture.nodes.map((node, index) => [node.id, `n${index}`]));
  const nodes = picture.nodes.map(
    ({ id, label, role }) => `  ${ids.get(id)}["${escapeLabel(label)}"]:::${role}`,
  );
  const edges = picture.edges.map(({ from, to, label }) => {
    const arrow = label === "calls" ? "-->" : `-.->|${label}|`;
    return `  ${ids.get(from)} ${arrow} ${ids.get(to)}`;
  });
  const used = new Set(picture.nodes.map(({ role }) => role));
  const styles = [...used].map((role) => `  classDef ${role} ${classes[role]}`);
  return ["```mermaid", "flowchart LR", ...nodes, ...edges, ...styles, "```"].join("\n");
}

/** What the colours and arrows mean, in one line. */
export const pictureLegend =
  "Orange: changed. Blue: read for the change. Grey: calls what changes. Arrows: calls; dashed: inherits or imports.";

/** One line, no HTML. Letters, digits and a few harmless marks stay; everything else becomes a mermaid character code. */
function escapeLabel(label: string): string {
  const line = shorten(visible(label).replaceAll("\n", " · "), longest);
  return [...line].map((c) => (/[\p{L}\p{N} ._/:-]/u.test(c) ? c : `#${c.codePointAt(0)};`)).join("");
}
