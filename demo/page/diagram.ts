import { escapeHtml } from "../../src/delivery/html.ts";
import { type FlowEdge, type FlowNode, parseFlowchart } from "./flowchart.ts";
import { type Layout, layOut, type Place, type Size } from "./flowchart-layout.ts";

/** Pixels. The font is monospaced, so that a text's width is known without a browser. */
const shape = { character: 7.25, line: 17, padX: 12, padY: 9, margin: 8, longest: 34, lines: 4, loop: 18 };

/**
 * A mermaid flowchart as an SVG element without style, script or address; its colours come from the page's classes
 * (`box` and a colour, `edge`, `head`, `label`). Undefined where the source is outside of the small grammar of `flowchart.ts`.
 */
export function drawDiagram(source: string): string | undefined {
  const chart = parseFlowchart(source);
  if (!chart) return undefined;
  const across = chart.direction === "LR";
  const texts = chart.nodes.map(({ label }) => wrap(label));
  const sizes = texts.map((lines) => turn(boxSize(lines), across));
  const labels = chart.edges.map(({ label }) => wrap(label)[0] ?? "");
  const widest = Math.max(0, ...labels.map(widthOf));
  const layout = layOut(sizes, chart.edges, {
    gap: across ? 18 : 28,
    layerGap: across ? Math.max(56, widest + 40) : widest > 0 ? 64 : 46,
  });
  const point = (place: Place): Point => pointOf(place, across);
  const edges = chart.edges.map((edge, at) =>
    drawEdge(edge, labels[at]!, layout.routes[at]!.map(point), across),
  );
  const boxes = chart.nodes.map((node, at) =>
    drawBox(node, texts[at]!, boxSize(texts[at]!), point(layout.places[at]!)),
  );
  const loops = chart.edges.flatMap((edge) =>
    edge.from === edge.to ? [drawLoop(edge, layout, sizes, across)] : [],
  );
  const { x, y } = point(layout);
  const [width, height] = [
    round(x + shape.margin + (loops.length > 0 ? shape.loop : 0)),
    round(y + shape.margin),
  ];
  const name = `Diagram of ${chart.nodes.length} boxes and ${chart.edges.length} arrows`;
  const kind = width > 1100 ? ' class="large"' : "";
  return `<svg${kind} role="img" aria-label="${name}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${[...edges, ...loops, ...boxes].join("")}</svg>`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function pointOf({ along, across }: Place, leftToRight: boolean): Point {
  const [x, y] = leftToRight ? [along, across] : [across, along];
  return { x: round(x + shape.margin), y: round(y + shape.margin) };
}

function turn({ along, across }: Size, leftToRight: boolean): Size {
  return leftToRight ? { along, across } : { along: across, across: along };
}

/** Width (`along`) and height (`across`) of a box. */
function boxSize(lines: readonly string[]): Size {
  const width = Math.max(...lines.map(widthOf)) + 2 * shape.padX;
  return { along: Math.max(44, width), across: lines.length * shape.line + 2 * shape.padY };
}

function drawBox({ colour }: FlowNode, lines: readonly string[], size: Size, { x, y }: Point): string {
  const middle = round(x + size.along / 2);
  const text = lines.map((line, at) => {
    const base = round(y + shape.padY + at * shape.line + 12.5);
    return `<text x="${middle}" y="${base}">${escapeHtml(line)}</text>`;
  });
  const kind = colour === undefined ? "box" : `box ${colour}`;
  return `<g class="${kind}"><rect x="${x}" y="${y}" width="${round(size.along)}" height="${size.across}" rx="6"/>${text.join("")}</g>`;
}

function drawEdge(edge: FlowEdge, label: string, points: readonly Point[], leftToRight: boolean): string {
  if (points.length === 0) return "";
  const last = points.at(-1)!;
  const before = points.at(-2)!;
  const ahead = Math.sign(leftToRight ? last.x - before.x : last.y - before.y) || 1;
  // The line ends where the arrow's head begins, so that no blunt end shows at its tip.
  const [dx, dy] = edge.arrow ? (leftToRight ? [7 * ahead, 0] : [0, 7 * ahead]) : [0, 0];
  const drawn = [...points.slice(0, -1), { x: round(last.x - dx), y: round(last.y - dy) }];
  const path = drawn.slice(1).map((to, at) => curve(drawn[at]!, to, leftToRight));
  const line = `<path class="${edge.dashed ? "edge dashed" : "edge"}" d="M${drawn[0]!.x} ${drawn[0]!.y}${path.join("")}"/>`;
  return line + (edge.arrow ? head(last, dx, dy) : "") + drawLabel(label, middleOf(drawn));
}

function curve(from: Point, to: Point, leftToRight: boolean): string {
  const [mx, my] = [round((from.x + to.x) / 2), round((from.y + to.y) / 2)];
  return leftToRight
    ? `C${mx} ${from.y} ${mx} ${to.y} ${to.x} ${to.y}`
    : `C${from.x} ${my} ${to.x} ${my} ${to.x} ${to.y}`;
}

function head({ x, y }: Point, dx: number, dy: number): string {
  const [backX, backY] = [x - dx, y - dy];
  const [sideX, sideY] = [dy / 2, dx / 2];
  const corners = [x, y, backX + sideX, backY + sideY, backX - sideX, backY - sideY].map(round);
  return `<path class="head" d="M${corners[0]} ${corners[1]}L${corners[2]} ${corners[3]}L${corners[4]} ${corners[5]}Z"/>`;
}

/** The middle of the middle stretch; of a curve between two points that is its middle too. */
function middleOf(points: readonly Point[]): Point {
  const at = Math.floor((points.length - 1) / 2);
  const [from, to] = [points[at]!, points[at + 1]!];
  return { x: round((from.x + to.x) / 2), y: round((from.y + to.y) / 2) };
}

function drawLabel(label: string, { x, y }: Point): string {
  if (label === "") return "";
  const width = round(widthOf(label) * 0.92 + 8);
  return `<g class="label"><rect x="${round(x - width / 2)}" y="${round(y - 8)}" width="${width}" height="16" rx="3"/><text x="${x}" y="${round(y + 4)}">${escapeHtml(label)}</text></g>`;
}

function drawLoop(edge: FlowEdge, layout: Layout, sizes: readonly Size[], leftToRight: boolean): string {
  const size = turn(sizes[edge.from]!, leftToRight);
  const { x, y } = pointOf(layout.places[edge.from]!, leftToRight);
  const [right, up, down] = [
    round(x + size.along),
    round(y + size.across * 0.3),
    round(y + size.across * 0.7),
  ];
  const far = right + shape.loop;
  const line = `<path class="${edge.dashed ? "edge dashed" : "edge"}" d="M${right} ${up}C${far} ${up} ${far} ${down} ${right + 6} ${down}"/>`;
  return line + (edge.arrow ? head({ x: right, y: down }, -7, 0) : "");
}

/** Lines of a label, cut at spaces or behind a mark, at most `shape.lines`. */
function wrap(label: string): string[] {
  const lines: string[] = [];
  for (const part of label.split("\n")) {
    let line = "";
    for (const word of part.trim().match(/\s*[^\s/.#]*[/.#]?/g) ?? []) {
      if (line !== "" && line.length + word.length > shape.longest) {
        lines.push(line.trim());
        line = word.trimStart();
      } else line += word;
    }
    lines.push(line.trim());
  }
  const cut = lines.map((line) => (line.length > 60 ? `${line.slice(0, 59).toWellFormed()}…` : line));
  return cut.length > shape.lines ? [...cut.slice(0, shape.lines - 1), "…"] : cut;
}

/** Wide characters (East Asian, pictures) take two columns. */
function widthOf(text: string): number {
  const wide = text.match(
    /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF00-\uFF60]|\p{Extended_Pictographic}/gu,
  );
  return ([...text].length + (wide?.length ?? 0)) * shape.character;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
