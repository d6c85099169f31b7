/** Syntax nodes, and navigation between them. */
import { isExtra as extraFlag, isNamed, type SyntaxTree } from "./syntax-tree.ts";

export interface Node {
  readonly tree: SyntaxTree;
  /** Unique within a tree. */
  readonly id: number;
  /** Indices into the text. */
  readonly startIndex: number;
  readonly endIndex: number;
  readonly type: string;
}

export function nodeAt(tree: SyntaxTree, id: number): Node {
  return {
    tree,
    id,
    startIndex: tree.start[id]!,
    endIndex: tree.end[id]!,
    type: tree.grammar.types[tree.kind[id]!]!,
  };
}

export function parentOf({ tree, id }: Node): Node | undefined {
  const parent = tree.parent[id]!;
  return parent < 0 ? undefined : nodeAt(tree, parent);
}

/** The first child in a field. */
export function fieldOf({ tree, id }: Node, name: string): Node | undefined {
  const field = tree.grammar.fields.get(name);
  if (field === undefined) return undefined;
  const end = tree.after[id]!;
  for (let child = id + 1; child < end; child = tree.after[child]!)
    if (tree.field[child] === field) return nodeAt(tree, child);
  return undefined;
}

export function childAt({ tree, id }: Node, index: number): Node | undefined {
  const end = tree.after[id]!;
  let left = index;
  for (let child = id + 1; child < end; child = tree.after[child]!)
    if (left-- === 0) return nodeAt(tree, child);
  return undefined;
}

/** @param index Negative counts from the end. */
export function namedChildAt(node: Node, index: number): Node | undefined {
  const { tree, id } = node;
  if (index < 0) return namedChildrenOf(node).at(index);
  const end = tree.after[id]!;
  let left = index;
  for (let child = id + 1; child < end; child = tree.after[child]!)
    if ((tree.flags[child]! & isNamed) !== 0 && left-- === 0) return nodeAt(tree, child);
  return undefined;
}

export const namedChildrenOf = (node: Node): readonly Node[] =>
  firstNamedChildrenOf(node, Number.POSITIVE_INFINITY);

export function firstNamedChildrenOf({ tree, id }: Node, most: number): readonly Node[] {
  const children: Node[] = [];
  const end = tree.after[id]!;
  for (let child = id + 1; child < end && children.length < most; child = tree.after[child]!)
    if ((tree.flags[child]! & isNamed) !== 0) children.push(nodeAt(tree, child));
  return children;
}

/** Whether it may occur anywhere: a comment. */
export const isExtra = ({ tree, id }: Node): boolean => (tree.flags[id]! & extraFlag) !== 0;
