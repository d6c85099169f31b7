/**
 * What a query finds in a tree, straight from the memory of the runtime: a list of numbers, which the parser's own
 * `matches` turns into three objects for each capture. See lib/binding_web/lib/tree-sitter.c for their order: for each
 * match its pattern and how many captures it has, for each capture its name and its node.
 */
import { type Node, nodeAt, nodeBytes, type RawTree, type TreeMemory } from "./syntax-node.ts";

/** What of a query is needed here. */
export interface RawQuery {
  readonly address: number;
  readonly captureNames: readonly string[];
  /** Conditions on the texts of captures, by pattern. */
  readonly conditions: readonly (readonly Condition[])[];
}

export type Condition = (captures: readonly NamedText[]) => boolean;

interface NamedText {
  readonly name: string;
  readonly node: { readonly text: string };
}

export interface QueryTree extends RawTree {
  readonly memory: QueryTreeMemory;
  readonly text: string;
}

export interface QueryTreeMemory extends TreeMemory {
  /** Asked now and then while a query runs; it ends where the answer is true. */
  currentQueryProgressCallback: (() => boolean) | null;
  _ts_tree_root_node_wasm(tree: number): void;
  _ts_query_matches_wasm(query: number, tree: number, ...limits: number[]): void;
}

/** No limits of rows, columns, bytes and what they contain; then of matches in progress and of depth. */
const unlimited = [...new Array<number>(12).fill(0), 0xffffffff, 0xffffffff];

/**
 * Gives the captures of each match to `take`, in the order in which matches end.
 * @param isLate Ends the search; what was found until then is given.
 */
export function eachMatch(
  { address, captureNames, conditions }: RawQuery,
  tree: QueryTree,
  isLate: () => boolean,
  take: (names: readonly string[], nodes: readonly Node[]) => void,
): void {
  const { memory } = tree;
  memory.currentQueryProgressCallback = isLate;
  memory._ts_tree_root_node_wasm(tree.address);
  memory._ts_query_matches_wasm(address, tree.address, ...unlimited);
  memory.currentQueryProgressCallback = null;
  const { HEAP32 } = memory;
  const count = HEAP32[tree.transfer >> 2]!;
  const list = HEAP32[(tree.transfer >> 2) + 1]!;
  let word = list >> 2;
  for (let match = 0; match < count; match++) {
    const asked = conditions[HEAP32[word]!]!;
    const captured = HEAP32[word + 1]!;
    word += 2;
    const names = new Array<string>(captured);
    const nodes = new Array<Node>(captured);
    for (let one = 0; one < captured; one++) {
      names[one] = captureNames[HEAP32[word]!]!;
      nodes[one] = nodeAt(tree, (word + 1) << 2)!;
      word += 1 + nodeBytes / 4;
    }
    if (asked.length === 0 || holdAll(asked, names, nodes, tree.text)) take(names, nodes);
  }
  memory._free(list);
}

function holdAll(
  conditions: readonly Condition[],
  names: readonly string[],
  nodes: readonly Node[],
  text: string,
): boolean {
  const captures = names.map((name, at) => {
    const { startIndex, endIndex } = nodes[at]!;
    return { name, node: { text: text.slice(startIndex, endIndex) } };
  });
  return conditions.every((holds) => holds(captures));
}
