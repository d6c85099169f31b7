import { instance } from "@viz-js/viz";
import type { CodeEdge, CodeGraph, CodeNode, NodeKind } from "../graph/graph.ts";
import { lineStyle, quote } from "./dot.ts";
import { type Selection, type SelectOptions, select } from "./select.ts";

/** More than this nobody can read, and layout takes long. */
const largestPicture = 200;

/** A picture of a part of the graph as an SVG document that follows the reader's light or dark setting. */
export async function graphAsSvg(graph: CodeGraph, options: SelectOptions): Promise<string> {
  return selectionAsSvg(select(graph, { ...options, limit: Math.min(options.limit, largestPicture) }));
}

/** The picture of nodes that were chosen already; see `selectNodes`. */
export async function selectionAsSvg(selection: Selection): Promise<string> {
  const viz = await instance();
  const drawn = viz.renderString(pictureDot(selection), { format: "svg", engine: "dot" });
  return dress(drawn, selection.caption);
}

/** The layout's input: definitions as boxes in a cluster a file, callers to the left of what they call. */
function pictureDot({ nodes, edges, caption, marked, expected = [] }: Selection): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const around = new Set(nodes.filter((node) => node.kind === "Module").map((node) => node.path));
  const files = Map.groupBy(nodes, (node) => node.path);
  const lines = edges.some(({ sureness }) => sureness !== "exact")
    ? " Lines: solid exact, dashed inferred, dotted ambiguous."
    : "";
  const boxes = nodes.some(({ kind }) => kind !== "Module")
    ? " Boxes: blue classes, yellow methods, green functions."
    : "";
  const ties = expected.length > 0 ? " Blue lines: expected, not written yet." : "";
  const box = (node: CodeNode): string => boxLine(names.get(node.id)!, node, marked?.has(node.id));
  return [
    "digraph code {",
    // Room for a twelfth more than is written: where there is no Helvetica the next best letters are wider.
    'graph [rankdir=LR, bgcolor=transparent, fontname="Helvetica", fontsize=14, labelloc=b, labeljust=l, nodesep=0.12, ranksep=0.7, pad=0.3, newrank=true];',
    `node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=12, height=0.28, margin="0.1,0.04", color="${light.line}"];`,
    `edge [fontname="Helvetica", arrowsize=0.55, color="${light.line}"];`,
    `label=${quote(`${caption}.${boxes}${lines}${ties}`)};`,
    ...[...files].flatMap(([path, inFile], index) => {
      const lines = inFile.map(box);
      if (around.has(path)) return lines;
      return [
        `subgraph cluster_${index} { class=file; label=${quote(path)}; labelloc=t; fontsize=12; margin=10; style="rounded,filled"; color="${light.edge}"; fillcolor="${light.file}";`,
        ...lines,
        "}",
      ];
    }),
    ...edges.map((edge) => arrowLine(names.get(edge.from)!, names.get(edge.to)!, edge)),
    ...expected.map(({ from, to, reason }) => {
      const sense = quote(`${from} may need ${to}: ${reason}`);
      return `${names.get(from)} -> ${names.get(to)} [class=expected, tooltip=${sense}];`;
    }),
    "}",
  ].join("\n");
}

function boxLine(name: string, node: CodeNode, isMarked = false): string {
  const label = node.kind === "Module" ? node.path : node.qualifiedName;
  const shown = label.length > 48 ? `…${label.slice(-47)}` : label;
  const fill = light[node.kind.toLowerCase() as Lowercase<NodeKind>];
  return `${name} [label=${quote(shown)}, fillcolor="${fill}", tooltip=${quote(node.signature || node.id)}, class=${quote(`${node.kind.toLowerCase()}${isMarked ? " marked" : ""}`)}];`;
}

function arrowLine(from: string, to: string, edge: CodeEdge): string {
  const head = edge.kind === "Inherit" ? ", arrowhead=empty, arrowsize=0.8" : "";
  const sense = `${edge.from} ${edge.kind.toLowerCase()} ${edge.to} (${edge.sureness})`;
  return `${from} -> ${to} [class=${edge.kind.toLowerCase()}, style=${lineStyle(edge)}, tooltip=${quote(sense)}${head}];`;
}

const light = {
  ...{ ink: "#1f2328", faint: "#59636e", line: "#8c959f", file: "#f6f8fa", edge: "#d1d9e0" },
  ...{ class: "#ddf4ff", method: "#fff8c5", function: "#dafbe1", module: "#f6f8fa" },
} as const;

const dark: Readonly<Record<keyof typeof light, string>> = {
  ...{ ink: "#f0f6fc", faint: "#9198a1", line: "#6e7681", file: "#151b23", edge: "#3d444d" },
  ...{ class: "#0c2d6b", method: "#453800", function: "#033a16", module: "#151b23" },
};

const variables = (colours: Readonly<Record<string, string>>): string =>
  Object.entries(colours)
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(" ");

/**
 * Colours stand in a style sheet, so that one file serves light and dark pages. The light ones stand in the shapes
 * too, for viewers that know no variables.
 */
const styleSheet = `
svg { background: #ffffff; max-width: none; ${variables(light)} }
@media (prefers-color-scheme: dark) { svg { background: #0d1117; ${variables(dark)} } }
text { fill: var(--ink); font-family: Helvetica, Arial, "Liberation Sans", sans-serif; font-size: 11px; }
.graph > text { font-size: 13px; }
.graph > text, .cluster > text { fill: var(--faint); }
.cluster path, .cluster polygon { fill: var(--file); stroke: var(--edge); }
.node path, .node polygon { stroke: var(--line); fill: var(--module); }
.class path { fill: var(--class); } .method path { fill: var(--method); } .function path { fill: var(--function); }
.edge path { stroke: var(--line); } .edge polygon { stroke: var(--line); fill: var(--line); }
.inherit path { stroke: var(--ink); } .inherit polygon { stroke: var(--ink); fill: none; }
.expected path { stroke: #0969da; stroke-width: 1.2; } .expected polygon { stroke: #0969da; fill: #0969da; }
.marked path, .marked polygon { stroke: #cf222e; stroke-width: 2.5; }
.edge:hover path { stroke: #0969da; stroke-width: 2; }
`;

function dress(drawn: string, caption: string): string {
  const start = drawn.indexOf("<svg");
  const end = drawn.indexOf(">", start) + 1;
  const label = caption.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const opening = drawn.slice(start, end - 1);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${opening} role="img" aria-label="${label}">\n<style>${styleSheet}</style>${drawn.slice(end)}`;
}
