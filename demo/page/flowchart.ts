/** A diagram in the small part of mermaid's flowchart language that our own pull requests use. */
export interface Flowchart {
  /** Left to right, or top down. */
  readonly direction: "LR" | "TD";
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

export interface FlowNode {
  readonly id: string;
  /** May have several lines. */
  readonly label: string;
  /** The colour of its class; undefined where it has none. */
  readonly colour: Colour | undefined;
}

/** The page's own colours, each fit for light and dark; a class gets the one that is nearest to what it asks for. */
export type Colour = "green" | "blue" | "orange" | "violet" | "pink" | "grey";

export interface FlowEdge {
  /** Positions in `nodes`. */
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly dashed: boolean;
  readonly arrow: boolean;
}

const limits = { characters: 20_000, nodes: 40, edges: 120 };

const heading = /^(?:flowchart|graph)[ \t]+(LR|TD|TB)$/;
const nodePattern =
  /[ \t]*(?<id>\w+(?:[-.]\w+)*)(?:\["(?<quoted>[^"]*)"\]|\[(?<bare>[^[\](){}"|]+)\])?(?::::(?<group>[\w-]+))?/y;
const linkPattern = /[ \t]*(?<line>-->|-\.->|---|==>)(?:\|(?:"(?<quoted>[^"|]*)"|(?<bare>[^|]*))\|)?/y;

/** Reads a diagram; undefined for anything outside of the grammar or too large to draw. */
export function parseFlowchart(source: string): Flowchart | undefined {
  if (source.length > limits.characters) return undefined;
  const lines = source
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/;$/, ""))
    .filter((line) => line !== "" && !line.startsWith("%%"));
  const direction = heading.exec(lines[0] ?? "")?.[1];
  if (direction === undefined) return undefined;
  const draft: Chart = { nodes: new Map(), edges: [], groups: new Map() };
  if (!lines.slice(1).every((line) => readClass(line, draft) || readStatement(line, draft))) return undefined;
  const { nodes, edges } = draft;
  if (nodes.size === 0 || nodes.size > limits.nodes || edges.length > limits.edges) return undefined;
  const position = new Map([...nodes.keys()].map((id, at) => [id, at]));
  return {
    direction: direction === "LR" ? "LR" : "TD",
    nodes: [...nodes.values()].map(({ id, label, group }) => ({
      id,
      label,
      colour: group === undefined ? undefined : (draft.groups.get(group) ?? "grey"),
    })),
    edges: edges.map((edge) => ({ ...edge, from: position.get(edge.from)!, to: position.get(edge.to)! })),
  };
}

/** A diagram while it is read: edges by id, because an edge may name a node before it is described. */
interface Chart {
  readonly nodes: Map<string, { readonly id: string; label: string; group: string | undefined }>;
  readonly edges: { from: string; to: string; label: string; dashed: boolean; arrow: boolean }[];
  readonly groups: Map<string, Colour>;
}

/** `classDef name styles` and `class a,b name`. Of the styles, only the fill's hue counts. */
function readClass(line: string, chart: Chart): boolean {
  const defined = /^classDef[ \t]+([\w-]+(?:,[\w-]+)*)[ \t]+(\S.*)$/.exec(line);
  if (defined) {
    for (const name of defined[1]!.split(",")) chart.groups.set(name, nearest(defined[2]!));
    return true;
  }
  const given = /^class[ \t]+(\w[\w.-]*(?:[ \t]*,[ \t]*\w[\w.-]*)*)[ \t]+([\w-]+)$/.exec(line);
  if (!given) return false;
  for (const id of given[1]!.split(",")) nodeOf(chart, id.trim()).group = given[2]!;
  return true;
}

/** `a["label"]`, `a --> b`, `a -->|text| b -.-> c`. */
function readStatement(line: string, chart: Chart): boolean {
  let at = 0;
  let from: string | undefined;
  let link: Record<string, string | undefined> | undefined;
  while (at < line.length) {
    nodePattern.lastIndex = at;
    const node = nodePattern.exec(line);
    if (!node) return false;
    at = nodePattern.lastIndex;
    const { id, quoted, bare, group } = node.groups! as Record<string, string | undefined>;
    const known = nodeOf(chart, id!);
    const label = quoted ?? bare;
    if (label !== undefined) known.label = plainLabel(label);
    if (group !== undefined) known.group = group;
    if (from !== undefined && link) chart.edges.push({ from, to: id!, ...edgeOf(link) });
    from = id;
    if (line.slice(at).trim() === "") return true;
    linkPattern.lastIndex = at;
    const next = linkPattern.exec(line);
    if (!next) return false;
    at = linkPattern.lastIndex;
    link = next.groups!;
  }
  return false;
}

function edgeOf(link: Readonly<Record<string, string | undefined>>): {
  label: string;
  dashed: boolean;
  arrow: boolean;
} {
  const label = plainLabel(link["quoted"] ?? link["bare"] ?? "").replaceAll("\n", " ");
  return { label, dashed: link["line"] === "-.->", arrow: link["line"] !== "---" };
}

function nodeOf(chart: Chart, id: string): { label: string; group: string | undefined } {
  const known = chart.nodes.get(id) ?? { id, label: id, group: undefined };
  chart.nodes.set(id, known);
  return known;
}

const hues: readonly (readonly [number, Colour])[] = [
  [15, "pink"],
  [70, "orange"],
  [170, "green"],
  [250, "blue"],
  [290, "violet"],
  [360, "pink"],
];

function nearest(styles: string): Colour {
  const fill = /(?:^|,)[ \t]*fill:[ \t]*#([\da-f]{2})([\da-f]{2})([\da-f]{2})\b/i.exec(styles);
  if (!fill) return "grey";
  const [red, green, blue] = fill.slice(1).map((part) => Number.parseInt(part, 16)) as [
    number,
    number,
    number,
  ];
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const range = most - least;
  if (range < 10) return "grey";
  const sixth =
    most === red
      ? (green - blue) / range
      : most === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  const hue = (sixth * 60 + 360) % 360;
  return hues.find(([end]) => hue < end)?.[1] ?? "grey";
}

const names: Readonly<Record<string, string>> = {
  quot: '"',
  lt: "<",
  gt: ">",
  amp: "&",
  apos: "'",
  num: "#",
  nbsp: " ",
};

/** Mermaid writes characters as `#quot;` or `#35;`, GitHub's cleaner as `&lt;`; a line break is `<br>`. */
function plainLabel(text: string): string {
  return text
    .replace(/<br ?\/?>/gi, "\n")
    .replace(
      /[#&]#?(?:(\d{1,6})|([a-z]{2,4}));/g,
      (all, code: string | undefined, name: string | undefined) =>
        code === undefined ? (names[name!] ?? all) : String.fromCodePoint(Number(code)),
    )
    .replace(/[^\P{Cc}\n]/gu, " ")
    .trim();
}
