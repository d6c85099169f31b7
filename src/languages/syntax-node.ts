/**
 * Nodes of a syntax tree as outlines need them. The parser's own node asks the runtime for its type and its end each
 * time, and hands every number over through a call; outlines ask that of millions of nodes. Here type and end are read
 * from the memory of the runtime when a node is met, and only ways to other nodes are calls.
 *
 * The layout is that of tree-sitter's lib/src/subtree.h for 32-bit memory: a subtree is 8 bytes, either itself (lowest
 * bit set: the second byte is the symbol, the eighth the size) or the address of what has size and symbol further on.
 * A test compares every node of all fixtures with what the parser's own nodes say.
 */
import type { QueryMemory } from "./query-image.ts";

/** What of the parser's runtime is needed here: all of a node goes in and out through one place of its memory. */
export interface TreeMemory extends QueryMemory {
  readonly HEAP32: Int32Array;
  _free(address: number): void;
  _ts_node_parent_wasm(tree: number): void;
  _ts_node_child_wasm(tree: number, index: number): void;
  _ts_node_named_child_wasm(tree: number, index: number): void;
  _ts_node_named_child_count_wasm(tree: number): number;
  _ts_node_named_children_wasm(tree: number): void;
  _ts_node_child_by_field_id_wasm(tree: number, field: number): void;
}

/** A tree while it is there: inside of `withTree`. */
export interface RawTree {
  readonly memory: TreeMemory;
  /** Where the tree lies, and where the runtime takes and leaves nodes. */
  readonly address: number;
  readonly transfer: number;
  /** Names of node types, and of fields, by their numbers. */
  readonly types: readonly string[];
  readonly fields: readonly (string | null)[];
}

export interface Node {
  readonly tree: RawTree;
  /** The same for the same node of one tree. */
  readonly id: number;
  /** Places in the text. */
  readonly startIndex: number;
  readonly endIndex: number;
  readonly type: string;
  /** What the runtime must be told again, besides. */
  readonly row: number;
  readonly column: number;
  readonly alias: number;
}

/** Bytes of a node where the runtime takes or leaves it. */
export const nodeBytes = 20;
/** Where size and symbol stand in a subtree of its own. */
const place = { size: 16, symbol: 40, flags: 44 };
/** The symbol of what could not be parsed. */
const fault = 0xffff;

/** The node that the runtime has left at an address; undefined where it has left none. */
export function nodeAt(tree: RawTree, address: number): Node | undefined {
  const { HEAP32, HEAPU8 } = tree.memory;
  const word = address >> 2;
  const id = HEAP32[word]!;
  if (id === 0) return undefined;
  const startIndex = HEAP32[word + 1]!;
  const alias = HEAP32[word + 4]!;
  const first = HEAP32[id >> 2]!;
  const isWhole = (first & 1) === 1;
  const bytes = isWhole ? HEAPU8[id + 7]! : HEAP32[(first + place.size) >> 2]!;
  const own = isWhole ? HEAPU8[id + 1]! : HEAP32[(first + place.symbol) >> 2]! & 0xffff;
  const symbol = alias === 0 ? own : alias;
  const endIndex = startIndex + (bytes >> 1);
  const type = (symbol === fault ? undefined : tree.types[symbol]) || "ERROR";
  const row = HEAP32[word + 2]!;
  const column = HEAP32[word + 3]!;
  return { tree, id, startIndex, endIndex, type, row, column, alias };
}

export function parentOf(node: Node): Node | undefined {
  const { memory, address, transfer } = hand(node);
  memory._ts_node_parent_wasm(address);
  return nodeAt(node.tree, transfer);
}

export function fieldOf(node: Node, name: string): Node | undefined {
  const field = node.tree.fields.indexOf(name);
  if (field < 0) return undefined;
  const { memory, address, transfer } = hand(node);
  memory._ts_node_child_by_field_id_wasm(address, field);
  return nodeAt(node.tree, transfer);
}

export function childAt(node: Node, index: number): Node | undefined {
  const { memory, address, transfer } = hand(node);
  memory._ts_node_child_wasm(address, index);
  return nodeAt(node.tree, transfer);
}

/** @param index Counted from the end where it is negative. */
export function namedChildAt(node: Node, index: number): Node | undefined {
  const { memory, address, transfer } = hand(node);
  const at = index < 0 ? memory._ts_node_named_child_count_wasm(address) + index : index;
  if (at < 0) return undefined;
  hand(node);
  memory._ts_node_named_child_wasm(address, at);
  return nodeAt(node.tree, transfer);
}

export function namedChildrenOf(node: Node): readonly Node[] {
  const { memory, address, transfer } = hand(node);
  memory._ts_node_named_children_wasm(address);
  const count = memory.HEAP32[transfer >> 2]!;
  const list = memory.HEAP32[(transfer >> 2) + 1]!;
  const children: Node[] = [];
  for (let one = 0; one < count; one++) children.push(nodeAt(node.tree, list + one * nodeBytes)!);
  if (count > 0) memory._free(list);
  return children;
}

/** True for what may stand anywhere: a comment. */
export function isExtra({ tree, id }: Node): boolean {
  const { HEAP32, HEAPU8 } = tree.memory;
  const first = HEAP32[id >> 2]!;
  return (first & 1) === 1 ? (first & 8) !== 0 : (HEAPU8[first + place.flags]! & 4) !== 0;
}

/** Tells the runtime which node the next call is about. */
function hand({ tree, id, startIndex, row, column, alias }: Node): RawTree {
  const { HEAP32 } = tree.memory;
  const word = tree.transfer >> 2;
  HEAP32[word] = id;
  HEAP32[word + 1] = startIndex;
  HEAP32[word + 2] = row;
  HEAP32[word + 3] = column;
  HEAP32[word + 4] = alias;
  return tree;
}
