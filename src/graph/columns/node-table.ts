/** Nodes by number, id, name and file. Objects and texts are made from the columns when they are asked for, once. */
import { baseName } from "../../source/paths.ts";
import type { CodeNode } from "../graph.ts";
import { columnsOf, type NodeColumns, type NodeDraft, nodeKinds, visibilities } from "./node-columns.ts";

export interface NodeTable {
  readonly columns: NodeColumns;
  readonly length: number;
  node(number: number): CodeNode;
  id(number: number): string;
  /** -1 for an unknown id. */
  numberOf(id: string): number;
  /** In order. */
  named(name: string): readonly CodeNode[];
  /** Module first, then by line. */
  inFile(path: string): readonly CodeNode[];
  /** All of them, in order. */
  all(): readonly CodeNode[];
}

export function createNodeTable(columns: NodeColumns): NodeTable {
  const { length } = columns.kind;
  const nodes = new Array<CodeNode | undefined>(length);
  const ids = new Array<string | undefined>(length);
  const filed = new Map<string, readonly CodeNode[]>();
  /** Numbers that were asked for: a walk asks for the same again and again. */
  const numbers = new Map<string, number>();
  let byId: Buckets | undefined;
  let byName: Buckets | undefined;
  let files: ReadonlyMap<string, number> | undefined;
  let all: readonly CodeNode[] | undefined;
  const id = (number: number): string => {
    ids[number] ??= idAt(columns, number);
    return ids[number];
  };
  const node = (number: number): CodeNode => {
    nodes[number] ??= nodeAt(columns, number, id);
    return nodes[number];
  };
  const range = (first: number, end: number): CodeNode[] =>
    Array.from({ length: end - first }, (_, at) => node(first + at));
  return {
    columns,
    length,
    node,
    id,
    numberOf: (asked) => {
      const known = numbers.get(asked);
      if (known !== undefined) return known;
      byId ??= createBuckets(hashesOfIds(columns));
      const number = byId(hashText(asked)).find((one) => id(one) === asked) ?? -1;
      if (number >= 0) numbers.set(id(number), number);
      return number;
    },
    named: (name) => {
      byName ??= createBuckets(hashesOfNames(columns));
      return [...byName(hashText(name))].filter((number) => nameAt(columns, number) === name).map(node);
    },
    inFile: (path) => {
      files ??= new Map(columns.paths.map((one, index) => [one, index]));
      const file = files.get(path);
      if (file === undefined) return [];
      const known =
        filed.get(path) ?? range(columns.firstNode[file]!, columns.firstNode[file + 1]!).sort(moduleFirst);
      filed.set(path, known);
      return known;
    },
    all: () => {
      all ??= range(0, length);
      return all;
    },
  };
}

/** @param nodes Those of one file after those of another. */
export function tableOf(nodes: readonly CodeNode[]): NodeTable {
  const numbers = new Map(nodes.map(({ id }, number) => [id, number]));
  const files: { path: string; nodes: NodeDraft[] }[] = [];
  for (const node of nodes) {
    if (files.at(-1)?.path !== node.path) files.push({ path: node.path, nodes: [] });
    const owner = node.owner === undefined ? -1 : numbers.get(node.owner)!;
    files.at(-1)!.nodes.push({ ...node, tail: node.id.slice(node.path.length + 1), owner });
  }
  return createNodeTable(columnsOf(files));
}

const moduleFirst = (a: CodeNode, b: CodeNode): number =>
  Number(b.kind === "Module") - Number(a.kind === "Module") ||
  a.startLine - b.startLine ||
  b.endLine - a.endLine;

function nodeAt(columns: NodeColumns, number: number, id: (number: number) => string): CodeNode {
  const path = columns.paths[fileOf(columns, number)]!;
  const isModule = columns.kind[number] === 0;
  const qualified = columns.qualified[number]!;
  const tail = columns.tail[number]!;
  const documented = tail + columns.signature[number]!;
  const doc = columns.doc[number]!;
  const owner = columns.owner[number]!;
  return {
    id: id(number),
    kind: nodeKinds[columns.kind[number]!]!,
    name: nameAt(columns, number),
    qualifiedName: textAt(columns, number, 0, qualified),
    path,
    startLine: columns.startLine[number]!,
    endLine: columns.endLine[number]!,
    signature: isModule ? path : textAt(columns, number, tail, documented),
    doc: doc < 0 ? undefined : textAt(columns, number, documented, documented + doc),
    owner: owner < 0 ? undefined : id(owner),
    test: columns.test[number] === 1,
    visibility: visibilities[columns.visibility[number]!]!,
    decorators: columns.lists[columns.decorators[number]!]!,
  };
}

function idAt(columns: NodeColumns, number: number): string {
  const path = columns.paths[fileOf(columns, number)]!;
  return columns.kind[number] === 0 ? path : `${path}#${textAt(columns, number, 0, columns.tail[number]!)}`;
}

function nameAt(columns: NodeColumns, number: number): string {
  if (columns.kind[number] === 0) return baseName(columns.paths[fileOf(columns, number)]!);
  const qualified = columns.qualified[number]!;
  return textAt(columns, number, qualified - columns.name[number]!, qualified);
}

/** The file of a node: the last one that does not begin after it. */
function fileOf({ firstNode }: NodeColumns, number: number): number {
  let [low, high] = [0, firstNode.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (firstNode[middle]! <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A part of a node's text, in UTF-16 units from its start. */
function textAt(columns: NodeColumns, number: number, from: number, to: number): string {
  const file = fileOf(columns, number);
  const width = 1 + columns.wide[file]!;
  const at = columns.firstByte[file]! + columns.start[number]! * width;
  return columns.text.toString(width === 2 ? "utf16le" : "latin1", at + from * width, at + to * width);
}

function hashesOfIds(columns: NodeColumns): Int32Array {
  return hashesBy(columns, (number, path, at, wide) => {
    if (columns.kind[number] === 0) return path;
    const end = at + columns.tail[number]! * (wide ? 2 : 1);
    return hashBytes(columns.text, at, end, wide, hashText("#", path));
  });
}

function hashesOfNames(columns: NodeColumns): Int32Array {
  return hashesBy(columns, (number, _, at, wide, path) => {
    if (columns.kind[number] === 0) return hashText(baseName(path));
    const width = wide ? 2 : 1;
    const end = at + columns.qualified[number]! * width;
    return hashBytes(columns.text, end - columns.name[number]! * width, end, wide);
  });
}

/** Of every node: its number, the hash of its path, where its text begins in bytes, and whether that is wide. */
type HashOf = (number: number, pathHash: number, at: number, wide: boolean, path: string) => number;

function hashesBy({ paths, firstNode, firstByte, wide, start }: NodeColumns, hashOf: HashOf): Int32Array {
  const hashes = new Int32Array(start.length);
  for (const [file, path] of paths.entries()) {
    const [hash, isWide] = [hashText(path), wide[file] === 1];
    for (let number = firstNode[file]!; number < firstNode[file + 1]!; number++) {
      const at = firstByte[file]! + start[number]! * (isWide ? 2 : 1);
      hashes[number] = hashOf(number, hash, at, isWide, path);
    }
  }
  return hashes;
}

// Numbers grouped by a hash take a few bytes each, where a map of strings takes a hundred. Looked up once: see fact-numbers.ts.
const { imul } = Math;

/** Gives the numbers that may have this hash, in order. Others may be among them. */
type Buckets = (hash: number) => Int32Array;

/** @param hashes By number. */
function createBuckets(hashes: Int32Array): Buckets {
  const bits = Math.max(1, 32 - Math.clz32(hashes.length));
  const slotOf = (hash: number): number => imul(hash, 0x9e3779b1) >>> (32 - bits);
  const starts = new Int32Array(2 ** bits + 1);
  for (let at = 0; at < hashes.length; at++) starts[slotOf(hashes[at]!) + 1]!++;
  for (let slot = 0; slot < 2 ** bits; slot++) starts[slot + 1]! += starts[slot]!;
  const next = starts.slice();
  const order = new Int32Array(hashes.length);
  for (let at = 0; at < hashes.length; at++) order[next[slotOf(hashes[at]!)]!++] = at;
  return (hash) => order.subarray(starts[slotOf(hash)], starts[slotOf(hash) + 1]);
}

const basis = 0x811c9dc5;
const prime = 0x01000193;

/** FNV-1a over UTF-16 units, going on from the hash of what comes before. */
function hashText(text: string, before: number = basis): number {
  let hash = before;
  for (let at = 0; at < text.length; at++) hash = imul(hash ^ text.charCodeAt(at), prime);
  return hash;
}

/** The same over the bytes of a text. @param wide Two bytes a unit, else one. */
function hashBytes(bytes: Buffer, start: number, end: number, wide: boolean, before: number = basis) {
  let hash = before;
  if (wide)
    for (let at = start; at < end; at += 2) hash = imul(hash ^ (bytes[at]! | (bytes[at + 1]! << 8)), prime);
  else for (let at = start; at < end; at++) hash = imul(hash ^ bytes[at]!, prime);
  return hash;
}
