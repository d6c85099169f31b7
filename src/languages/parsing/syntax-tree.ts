/**
 * A syntax tree as columns of numbers. In the runtime, every step between nodes is a call whose answer is copied out,
 * and outlines take millions of steps. So a tree is read once, straight from the runtime's memory; from then on a
 * node is a number. Nodes are in preorder, each with the end of its subtree.
 *
 * The layout is that of `Subtree` in tree-sitter's lib/src/subtree.h, for 32-bit memory. A subtree is two words: the
 * address of its data, which follows its children, or, with the lowest bit set, a small leaf inline. Hidden subtrees
 * have no node, and pass their field on to their children. A test compares nodes and matches of all fixtures with the
 * parser's own.
 */
import type { GrammarTables, ParserMemory } from "./grammar-tables.ts";

/** All nodes of one tree, valid until the next one is read. Positions are indices into the text. */
export interface SyntaxTree {
  readonly grammar: GrammarTables;
  readonly count: number;
  /** Public symbol; `grammar.symbolCount` for `ERROR`. */
  readonly kind: Uint16Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The parent; -1 for the root. */
  readonly parent: Int32Array;
  /** The first node after the subtree. */
  readonly after: Int32Array;
  /** Its field in the parent, 0 for none. */
  readonly field: Uint16Array;
  readonly flags: Uint8Array;
  /** The hidden nodes directly around it that patterns ask for: one bit per symbol of `watched`. */
  readonly around: Uint8Array;
}

export const isNamed = 1;
/** May occur anywhere: a comment. */
export const isExtra = 2;

/** Byte offsets in the data of a subtree that is not inline. */
const place = { padding: 4, size: 16, children: 36, symbol: 40, flags: 44, descendants: 56, production: 66 };
const visibleBit = 1;
const namedBit = 2;
const extraBit = 4;
/** The symbol of `ERROR`. */
const fault = 0xffff;

/** Columns, allocated once and reused for every tree of this thread. */
let room = makeRoom(1 << 16);
/** Values per stack frame of an enclosing subtree; see `fill`. */
const frameSize = 7;
let aside = new Int32Array(512 * frameSize);

/**
 * Reads the tree at `address`. The result is overwritten by the next call.
 * @param watched At most eight symbols of hidden nodes.
 */
export function readTree(
  grammar: GrammarTables,
  memory: ParserMemory,
  address: number,
  watched: readonly number[],
): SyntaxTree {
  const { HEAP32 } = memory;
  const root = HEAP32[address >> 2]!;
  const isLeaf = (root & 1) === 1 || HEAP32[(root + place.children) >> 2] === 0;
  const size = 1 + (isLeaf ? 0 : HEAP32[(root + place.descendants) >> 2]!);
  if (size > room.kind.length) room = makeRoom(size * 2);
  const count = fill(room, grammar, memory, address, watched);
  if (count !== size) throw new Error(`A tree of ${size} nodes was read as one of ${count}.`);
  const { kind, start, end, parent, after, field, flags, around } = room;
  return { grammar, count, kind, start, end, parent, after, field, flags, around };
}

/** Reads all nodes, and returns their number. */
function fill(
  { kind, start, end, parent, after, field, flags, around }: Room,
  { symbolCount, publicSymbols, named, width, aliases, childFields }: GrammarTables,
  { HEAPU8, HEAPU16, HEAP32 }: ParserMemory,
  address: number,
  watched: readonly number[],
): number {
  // Of the innermost subtree around: where its children end and how many are left, the row of its production for the next
  // one, and the node, field and bits that it hands down. The root is the only child of one that is not there.
  let [children, left, row, node, own, bits] = [address + 8, 1, -1, -1, 0, 0];
  let [isFirst, position, count] = [false, 0, 0];
  for (let frame = 0; ; ) {
    const at = children - left-- * 8;
    const first = HEAP32[at >> 2]!;
    const isWhole = (first & 1) === 1;
    const flag = isWhole ? first >> 1 : HEAP32[(first + place.flags) >> 2]!;
    const symbol = isWhole ? HEAPU8[at + 1]! : HEAPU16[(first + place.symbol) >> 1]!;
    const bytes = isWhole ? HEAPU8[at + 7]! : HEAP32[(first + place.size) >> 2]!;
    const inside = isWhole ? 0 : HEAP32[(first + place.children) >> 2]!;
    // The padding of a first child is its parent's.
    if (!isFirst) position += isWhole ? HEAPU8[at + 6]! : HEAP32[(first + place.padding) >> 2]!;
    let alias = 0;
    let ownField = own;
    if (row >= 0 && (flag & extraBit) === 0) {
      alias = aliases[row]!;
      // The field of the innermost subtree counts.
      ownField = childFields[row]! || own;
      row++;
    }
    const isNode = (flag & visibleBit) !== 0 || alias !== 0 || count === 0;
    if (isNode) {
      const said = alias === 0 ? symbol : alias;
      const hasName = alias === 0 ? (flag & namedBit) !== 0 : named[alias] === 1;
      kind[count] = said === fault ? symbolCount : publicSymbols[said]!;
      start[count] = position >> 1;
      end[count] = (position + bytes) >> 1;
      parent[count] = node;
      after[count] = count + 1;
      field[count] = ownField;
      around[count] = bits;
      flags[count] = (hasName ? isNamed : 0) | ((flag & extraBit) !== 0 ? isExtra : 0);
      count++;
    }
    isFirst = inside > 0;
    if (isFirst) {
      if (frame === aside.length) aside = enlarge(aside);
      aside[frame] = children;
      aside[frame + 1] = left;
      aside[frame + 2] = row;
      aside[frame + 3] = position + bytes;
      aside[frame + 4] = node;
      aside[frame + 5] = own;
      aside[frame + 6] = bits;
      frame += frameSize;
      const production = HEAPU16[(first + place.production) >> 1]!;
      children = first;
      left = inside;
      // Production 0 has no aliases or fields.
      row = production > 0 ? production * width : -1;
      if (isNode) {
        node = count - 1;
        own = 0;
        bits = 0;
      } else {
        own = ownField;
        if (watched.length > 0) bits |= bitOf(watched, symbol);
      }
      continue;
    }
    position += bytes;
    // Leaves finished subtrees.
    while (left === 0) {
      if (frame === 0) return count;
      after[node] = count;
      frame -= frameSize;
      children = aside[frame]!;
      left = aside[frame + 1]!;
      row = aside[frame + 2]!;
      position = aside[frame + 3]!;
      node = aside[frame + 4]!;
      own = aside[frame + 5]!;
      bits = aside[frame + 6]!;
    }
  }
}

function bitOf(watched: readonly number[], symbol: number): number {
  const index = watched.indexOf(symbol);
  return index < 0 ? 0 : 1 << index;
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

function enlarge(old: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(old.length * 2);
  larger.set(old);
  return larger;
}
