import type { FlowEdge } from "./flowchart.ts";

/** Width and height in pixels. "Along" is the way the arrows point, "across" the other. */
export interface Size {
  readonly along: number;
  readonly across: number;
}

/** Top left corner. */
export interface Place {
  readonly along: number;
  readonly across: number;
}

export interface Layout extends Size {
  readonly places: readonly Place[];
  /** For each edge, from its first node to its second: the points that it passes. Empty where both are the same. */
  readonly routes: readonly (readonly Place[])[];
}

export interface LayoutOptions {
  /** Pixels between two neighbours of one layer. */
  readonly gap: number;
  /** Pixels between two layers, at least; wide enough for the labels. */
  readonly layerGap: number;
}

/** A box, or the point where an edge crosses a layer that it does not stop at. */
interface Slot extends Size {
  readonly layer: number;
  readonly before: number[];
  readonly after: number[];
  position: number;
}

/**
 * Places boxes in layers by the longest path that leads to them, orders each layer by the mean of its neighbours, and
 * leads edges over several layers through points of their own (Sugiyama, Tagawa and Toda 1981).
 */
export function layOut(sizes: readonly Size[], edges: readonly FlowEdge[], options: LayoutOptions): Layout {
  const turned = backEdges(sizes.length, edges);
  const directed = edges.map(({ from, to }, at) => (turned.has(at) ? { from: to, to: from } : { from, to }));
  const layers = layersOf(sizes.length, directed);
  const slots: Slot[] = sizes.map((size, at) => ({
    ...size,
    layer: layers[at]!,
    before: [],
    after: [],
    position: 0,
  }));
  const chains = directed.map((edge) => addChain(slots, edge));
  const rows = order(slots);
  position(slots, rows, options.gap);
  const starts = layerStarts(slots, rows, options.layerGap);
  const routes = chains.map((chain, at) => {
    const points = chain.length === 0 ? [] : routeOf(slots, chain, starts);
    return turned.has(at) ? points.reverse() : points;
  });
  const last = rows.length - 1;
  return {
    along: starts[last]!.at + starts[last]!.size,
    across: Math.max(...slots.map((slot) => slot.position + slot.across / 2)),
    places: slots.slice(0, sizes.length).map((slot) => {
      const { at, size } = starts[slot.layer]!;
      return { along: at + (size - slot.along) / 2, across: slot.position - slot.across / 2 };
    }),
    routes,
  };
}

/** Positions of the edges that lead back to a node from which they came; an edge to its own node is none. */
function backEdges(count: number, edges: readonly FlowEdge[]): ReadonlySet<number> {
  const back = new Set<number>();
  const state = new Array<"new" | "open" | "closed">(count).fill("new");
  const visit = (node: number): void => {
    state[node] = "open";
    for (const [at, { from, to }] of edges.entries()) {
      if (from !== node || to === node) continue;
      if (state[to] === "open") back.add(at);
      else if (state[to] === "new") visit(to);
    }
    state[node] = "closed";
  };
  for (let node = 0; node < count; node++) if (state[node] === "new") visit(node);
  return back;
}

interface Pair {
  readonly from: number;
  readonly to: number;
}

function layersOf(count: number, edges: readonly Pair[]): number[] {
  const layers = new Array<number>(count).fill(0);
  const real = edges.filter(({ from, to }) => from !== to);
  // Without cycles a path has fewer edges than there are nodes.
  for (let round = 0; round < count; round++)
    for (const { from, to } of real) layers[to] = Math.max(layers[to]!, layers[from]! + 1);
  // A box that nothing leads to stands right before the first that it leads to.
  for (let node = 0; node < count; node++) {
    const next = real.filter(({ from }) => from === node).map(({ to }) => layers[to]!);
    if (next.length > 0 && !real.some(({ to }) => to === node)) layers[node] = Math.min(...next) - 1;
  }
  return layers;
}

/** The slots that an edge passes, both ends included; new ones are added for the layers in between. */
function addChain(slots: Slot[], { from, to }: Pair): number[] {
  if (from === to) return [];
  const chain = [from];
  for (let layer = slots[from]!.layer + 1; layer < slots[to]!.layer; layer++) {
    chain.push(slots.length);
    slots.push({ along: 0, across: 12, layer, before: [], after: [], position: 0 });
  }
  chain.push(to);
  for (let at = 1; at < chain.length; at++) {
    slots[chain[at - 1]!]!.after.push(chain[at]!);
    slots[chain[at]!]!.before.push(chain[at - 1]!);
  }
  return chain;
}

/** The slots of each layer, ordered so that few edges cross. */
function order(slots: readonly Slot[]): number[][] {
  const rows: number[][] = [];
  for (const [at, { layer }] of slots.entries()) {
    while (rows.length <= layer) rows.push([]);
    rows[layer]!.push(at);
  }
  const rank = new Map<number, number>();
  const number = (row: readonly number[]): void => row.forEach((slot, at) => void rank.set(slot, at));
  rows.forEach(number);
  for (let round = 0; round < 8; round++) {
    const down = round % 2 === 0;
    for (const row of down ? rows : rows.toReversed()) {
      const weight = new Map(
        row.map((slot) => [
          slot,
          mean((down ? slots[slot]!.before : slots[slot]!.after).map((n) => rank.get(n)!)),
        ]),
      );
      const key = (slot: number): number => weight.get(slot) ?? rank.get(slot)!;
      row.sort((a, b) => key(a) - key(b) || rank.get(a)! - rank.get(b)!);
      number(row);
    }
  }
  return rows;
}

/** Moves each slot towards its neighbours, without changing the order; the smallest edge comes to 0. */
function position(slots: readonly Slot[], rows: readonly (readonly number[])[], gap: number): void {
  const settle = (row: readonly number[], wish: (slot: Slot) => number): void => {
    let end = Number.NEGATIVE_INFINITY;
    let shift = 0;
    for (const at of row) {
      const slot = slots[at]!;
      const wanted = wish(slot);
      slot.position = Math.max(wanted, end + gap + slot.across / 2);
      shift += (wanted - slot.position) / row.length;
      end = slot.position + slot.across / 2;
    }
    for (const at of row) slots[at]!.position += shift;
  };
  for (const row of rows) settle(row, () => 0);
  for (let round = 0; round < 12; round++)
    for (const row of round % 2 === 0 ? rows : rows.toReversed())
      settle(
        row,
        (slot) => mean([...slot.before, ...slot.after].map((at) => slots[at]!.position)) ?? slot.position,
      );
  const least = Math.min(...slots.map((slot) => slot.position - slot.across / 2));
  for (const slot of slots) slot.position -= least;
}

function layerStarts(
  slots: readonly Slot[],
  rows: readonly (readonly number[])[],
  gap: number,
): { at: number; size: number }[] {
  let at = 0;
  return rows.map((row) => {
    const size = Math.max(...row.map((slot) => slots[slot]!.along));
    const start = { at, size };
    at += size + gap;
    return start;
  });
}

/** Leaves and enters a box at its side, a little apart from the box's other edges; crosses a layer straight. */
function routeOf(
  slots: readonly Slot[],
  chain: readonly number[],
  starts: readonly { at: number; size: number }[],
): Place[] {
  return chain.flatMap((at, step) => {
    const slot = slots[at]!;
    const layer = starts[slot.layer]!;
    const middle = layer.at + layer.size / 2;
    if (step === 0)
      return [
        { along: middle + slot.along / 2, across: slot.position + port(slots, slot, slot.after, chain[1]!) },
      ];
    if (step === chain.length - 1)
      return [
        {
          along: middle - slot.along / 2,
          across: slot.position + port(slots, slot, slot.before, chain[step - 1]!),
        },
      ];
    return [
      { along: layer.at, across: slot.position },
      { along: layer.at + layer.size, across: slot.position },
    ];
  });
}

function port(slots: readonly Slot[], slot: Slot, side: readonly number[], other: number): number {
  const sorted = side.toSorted((a, b) => slots[a]!.position - slots[b]!.position || a - b);
  const space = Math.min(14, slot.across / (side.length + 1));
  return (sorted.indexOf(other) - (side.length - 1) / 2) * space;
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
