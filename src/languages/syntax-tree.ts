/**
 * A syntax tree as columns of numbers. The parser keeps a tree in the memory of its runtime, where every step from a
 * node to another is a call and every answer is copied out; outlines take such steps by the million. So a tree is read
 * once, from where it lies, and from then on a node is a number: nodes stand in the order in which they begin, outer
 * before inner, and of each is kept where its subtree ends.
 *
 * The layout is that of `Subtree` in tree-sitter's lib/src/subtree.h, for 32-bit memory. A subtree is two words: either
 * the address of what it is, with its children right before that, or, where the lowest bit is set, all of a small leaf
 * by itself. Those that the grammar hides have no node, and hand their field down to what is inside.
 * A test compares nodes and matches of all fixtures with those that the parser itself gives.
 */
import type { GrammarTables, ParserMemory } from "./grammar-tables.ts";

/** All nodes of one tree, valid until the next one is read. Places are indices into the text. */
export interface SyntaxTree {
  readonly grammar: GrammarTables;
  readonly count: number;
  /** Public symbol; `grammar.symbolCount` for what could not be parsed. */
  readonly kind: Uint16Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The node around; -1 for the root. */
  readonly parent: Int32Array;
  /** The first node behind this one and all that is inside it. */
  readonly after: Int32Array;
  /** The field of the node around that it is in, 0 for none. */
  readonly field: Uint16Array;
  readonly flags: Uint8Array;
  /** Of the hidden nodes directly around it those that patterns ask for: a bit for each symbol of `watched`. */
  readonly around: Uint8Array;
}

export const isNamed = 1;
/** May stand anywhere: a comment. */
export const isExtra = 2;

/** Bytes, and words, of a subtree that is not all by itself. */
const place = { padding: 4, size: 16, children: 36, symbol: 40, flags: 44, production: 66 };
const visibleBit = 1;
const namedBit = 2;
const extraBit = 4;
/** The symbol of what could not be parsed. */
const fault = 0xffff;

/** Room for nodes, made once and reused by every tree of this thread. */
let room = makeRoom(1 << 12);
/** Subtrees that are open while a tree is read: address, next child, that without extras, end so far, node, field and bits handed down. */
let open = new Int32Array(64 * 7);

/**
 * Reads the tree that lies at `address`. The answer is overwritten by the next call.
 * @param watched At most eight symbols of hidden nodes.
 */
export function readTree(
  grammar: GrammarTables,
  { HEAPU8, HEAPU16, HEAP32 }: ParserMemory,
  address: number,
  watched: readonly number[],
): SyntaxTree {
  const { symbolCount, publicSymbols, named, width, aliases, childFields } = grammar;
  let { kind, start, end, parent, after, field, flags, around } = room;
  let capacity = kind.length;
  let count = 0;
  let depth = -1;
  // The root stands in no production: it is the one child of a frame that is not there.
  const root = HEAP32[address >> 2]!;
  const before = (root & 1) === 1 ? HEAPU8[address + 6]! : HEAP32[(root + place.padding) >> 2]!;
  let [at, position, alias, own, bits, holder] = [address, before, 0, 0, 0, -1];
  for (;;) {
    const first = HEAP32[at >> 2]!;
    const isWhole = (first & 1) === 1;
    const flag = isWhole ? (first >> 1) & 7 : HEAPU8[first + place.flags]! & 7;
    const symbol = isWhole ? (first >> 8) & 0xff : HEAPU16[(first + place.symbol) >> 1]!;
    // Both kinds keep the space before them ahead of their size; of a first child it belongs to the node around.
    const bytes = isWhole ? HEAPU8[at + 7]! : HEAP32[(first + place.size) >> 2]!;
    const isVisible = (flag & visibleBit) !== 0 || alias !== 0 || depth < 0;
    let node = holder;
    if (isVisible) {
      if (count === capacity) {
        room = grow(room);
        ({ kind, start, end, parent, after, field, flags, around } = room);
        capacity = kind.length;
      }
      node = count++;
      const said = alias === 0 ? symbol : alias;
      kind[node] = said === fault ? symbolCount : publicSymbols[said]!;
      start[node] = position >> 1;
      end[node] = (position + bytes) >> 1;
      parent[node] = holder;
      after[node] = count;
      field[node] = own;
      around[node] = bits;
      const hasName = alias === 0 ? (flag & namedBit) !== 0 : named[alias] === 1;
      flags[node] = (hasName ? isNamed : 0) | ((flag & extraBit) !== 0 ? isExtra : 0);
    } else if (watched.length > 0) {
      const bit = watched.indexOf(symbol);
      if (bit >= 0) bits |= 1 << bit;
    }
    const children = isWhole ? 0 : HEAP32[(first + place.children) >> 2]!;
    if (children > 0) {
      depth++;
      if ((depth + 1) * 7 > open.length) open = enlarge(open);
      const frame = depth * 7;
      open[frame] = first;
      open[frame + 1] = 0;
      open[frame + 2] = 0;
      open[frame + 3] = position;
      open[frame + 4] = node;
      open[frame + 5] = isVisible ? 0 : own;
      open[frame + 6] = isVisible ? 0 : bits;
    } else if (depth < 0) break;
    // On to the next child of the innermost subtree that has one left.
    let frame = depth * 7;
    while (open[frame + 1] === HEAP32[(open[frame]! + place.children) >> 2]!) {
      const closed = open[frame + 4]!;
      if (closed >= 0) after[closed] = count;
      depth--;
      if (depth < 0) break;
      frame -= 7;
    }
    if (depth < 0) break;
    const above = open[frame]!;
    const index = open[frame + 1]!;
    at = above - (HEAP32[(above + place.children) >> 2]! - index) * 8;
    const child = HEAP32[at >> 2]!;
    const childWhole = (child & 1) === 1;
    const isChildExtra = childWhole ? (child & 8) !== 0 : (HEAPU8[child + place.flags]! & extraBit) !== 0;
    const padding = childWhole ? HEAPU8[at + 6]! : HEAP32[(child + place.padding) >> 2]!;
    const size = childWhole ? HEAPU8[at + 7]! : HEAP32[(child + place.size) >> 2]!;
    position = open[frame + 3]! + (index === 0 ? 0 : padding);
    open[frame + 3] = position + size;
    open[frame + 1] = index + 1;
    holder = open[frame + 4]!;
    own = open[frame + 5]!;
    bits = open[frame + 6]!;
    alias = 0;
    if (!isChildExtra) {
      const production = HEAPU16[(above + place.production) >> 1]!;
      const row = production * width + open[frame + 2]!++;
      // Production 0 is any that renames nothing; of several fields that of the innermost subtree counts.
      if (production > 0) {
        alias = aliases[row]!;
        own = childFields[row]! || own;
      }
    }
  }
  return { grammar, count, kind, start, end, parent, after, field, flags, around };
}

type Room = Omit<SyntaxTree, "grammar" | "count">;

function makeRoom(size: number): Room {
  return {
    kind: new Uint16Array(size),
    start: new Int32Array(size),
    end: new Int32Array(size),
    parent: new Int32Array(size),
    after: new Int32Array(size),
    field: new Uint16Array(size),
    flags: new Uint8Array(size),
    around: new Uint8Array(size),
  };
}

function grow(old: Room): Room {
  const larger = makeRoom(old.kind.length * 2);
  for (const name of Object.keys(old) as (keyof Room)[]) larger[name].set(old[name]);
  return larger;
}

function enlarge(old: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(old.length * 2);
  larger.set(old);
  return larger;
}
