import { shorten } from "./markdown.ts";
import type { Picture, PictureRole } from "./picture.ts";
import { visible } from "./visible.ts";

const classes: Readonly<Record<PictureRole, string>> = {
  new: "fill:#b2f2bb,stroke:#2f9e44,color:#1c1917",
  changed: "fill:#ffd8a8,stroke:#e8590c,color:#1c1917",
  deleted: "fill:#ffc9c9,stroke:#e03131,color:#1c1917",
  reused: "fill:#e5dbff,stroke:#7048e8,color:#1c1917",
  followed: "fill:#fff3bf,stroke:#f08c00,color:#1c1917",
  read: "fill:#d0ebff,stroke:#1971c2,color:#1c1917",
  neighbour: "fill:#f1f3f5,stroke:#868e96,color:#1c1917",
};

const roles = Object.keys(classes) as readonly PictureRole[];

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

const meanings: Readonly<Record<PictureRole, string>> = {
  new: "Green: new",
  changed: "Orange: changed",
  deleted: "Red: deleted",
  reused: "Violet: reused",
  followed: "Yellow: followed as a model",
  read: "Blue: read for the change",
  neighbour: "Grey: calls or is called",
};

/** What the colours and arrows of this picture mean, in one line. */
export function pictureLegend({ nodes, edges }: Picture): string {
  const used = new Set(nodes.map(({ role }) => role));
  const colours = roles.filter((role) => used.has(role)).map((role) => meanings[role]);
  const dashed = edges.some(({ label }) => label !== "calls") ? "; dashed: as it says" : "";
  return `${[...colours, `Arrows: calls${dashed}`].join(". ")}.`;
}

/** Letters, digits and a few harmless marks stay; everything else becomes a mermaid character code. The `<br>` is ours. */
function escapeLabel(label: string): string {
  const coded = (line: string): string =>
    [...shorten(line, longest)]
      .map((c) => (/[\p{L}\p{N} ._/:-]/u.test(c) ? c : `#${c.codePointAt(0)};`))
      .join("");
  return visible(label).split("\n").slice(0, 3).map(coded).join("<br>");
}
