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
const place = { padding: 4, size: 16, children: 36, symbol: 40, flags: 44, descendants: 56, production: 66 };
const visibleBit = 1;
const namedBit = 2;
const extraBit = 4;
/** The symbol of what could not be parsed. */
const fault = 0xffff;

/** Room for nodes, made once and reused by every tree of this thread. */
let room = makeRoom(1 << 16);
/**
 * The subtrees around, while a tree is read: for each where it lies, how many children are left, how many were no extras,
 * where the last ended, and the node, field and bits that it hands down.
 */
const frameSize = 7;
let open = new Int32Array(512 * frameSize);

/**
 * Reads the tree that lies at `address`. The answer is overwritten by the next call.
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

/** Reads all nodes; gives how many there are. */
function fill(
  { kind, start, end, parent, after, field, flags, around }: Room,
  { symbolCount, publicSymbols, named, width, aliases, childFields }: GrammarTables,
  { HEAPU8, HEAPU16, HEAP32 }: ParserMemory,
  address: number,
  watched: readonly number[],
): number {
  // The root is in no production and in no node, and the only child of a subtree that is not there.
  let [at, isFirst, position, node, own, bits] = [address, false, 0, -1, 0, 0];
  let count = 0;
  for (let frame = -frameSize; ; ) {
    const first = HEAP32[at >> 2]!;
    const isWhole = (first & 1) === 1;
    const flag = isWhole ? first >> 1 : HEAP32[(first + place.flags) >> 2]!;
    const symbol = isWhole ? HEAPU8[at + 1]! : HEAPU16[(first + place.symbol) >> 1]!;
    const bytes = isWhole ? HEAPU8[at + 7]! : HEAP32[(first + place.size) >> 2]!;
    const children = isWhole ? 0 : HEAP32[(first + place.children) >> 2]!;
    // The space before a first child belongs to the subtree around it.
    if (!isFirst) position += isWhole ? HEAPU8[at + 6]! : HEAP32[(first + place.padding) >> 2]!;
    let alias = 0;
    if (frame >= 0) {
      open[frame + 3] = position + bytes;
      const production = HEAPU16[(open[frame]! + place.production) >> 1]!;
      if ((flag & extraBit) === 0) {
        const row = production * width + open[frame + 2]!++;
        // Production 0 is any that renames nothing; of several fields that of the innermost subtree counts.
        if (production > 0) {
          alias = aliases[row]!;
          own = childFields[row]! || own;
        }
      }
    }
    if ((flag & visibleBit) !== 0 || alias !== 0 || frame < 0) {
      const said = alias === 0 ? symbol : alias;
      const hasName = alias === 0 ? (flag & namedBit) !== 0 : named[alias] === 1;
      kind[count] = said === fault ? symbolCount : publicSymbols[said]!;
      start[count] = position >> 1;
      end[count] = (position + bytes) >> 1;
      parent[count] = node;
      after[count] = count + 1;
      field[count] = own;
      around[count] = bits;
      flags[count] = (hasName ? isNamed : 0) | ((flag & extraBit) !== 0 ? isExtra : 0);
      node = count++;
      own = 0;
      bits = 0;
    } else if (watched.length > 0) bits |= bitOf(watched, symbol);
    if (children > 0) {
      frame += frameSize;
      if (frame === open.length) open = enlarge(open);
      open[frame] = first;
      open[frame + 1] = children;
      open[frame + 2] = 0;
      open[frame + 3] = position;
      open[frame + 4] = node;
      open[frame + 5] = own;
      open[frame + 6] = bits;
    }
    // On to the next child of the innermost subtree that has one left.
    isFirst = children > 0;
    for (; frame >= 0 && open[frame + 1] === 0; frame -= frameSize) after[open[frame + 4]!] = count;
    if (frame < 0) return count;
    at = open[frame]! - open[frame + 1]!-- * 8;
    position = open[frame + 3]!;
    node = open[frame + 4]!;
    own = open[frame + 5]!;
    bits = open[frame + 6]!;
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
