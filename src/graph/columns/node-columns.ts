/**
 * The nodes of a graph as columns of numbers, and their texts as bytes: about 50 bytes a node besides its texts. Of
 * the texts of a node only the end of its id, its signature and its doc are kept; the others are parts of those.
 */
import type { CodeNode, NodeKind, Visibility } from "../graph.ts";

export const nodeKinds: readonly NodeKind[] = ["Module", "Class", "Method", "Function"];
export const visibilities: readonly Visibility[] = ["public", "protected", "private", "internal"];

/** Node numbers; places in lists; and how many UTF-16 units a text has, -1 for a doc that is undefined. */
const numberColumns = [
  "startLine",
  "endLine",
  "owner",
  "decorators",
  "tail",
  "qualified",
  "name",
  "signature",
  "doc",
  "start",
] as const;
const byteColumns = ["kind", "test", "visibility"] as const;

/**
 * The text of a node is the tail of its id (what comes after its path and `#`, and begins with its qualified name,
 * which ends with its name), its signature, its doc. It begins `start` units after the text of its file. A module's
 * id and signature are its path, and say nothing more.
 */
export interface NodeColumns
  extends Readonly<Record<(typeof numberColumns)[number], Int32Array>>,
    Readonly<Record<(typeof byteColumns)[number], Uint8Array>> {
  readonly paths: readonly string[];
  /** The number of each file's module, and the number of nodes at the end. */
  readonly firstNode: Int32Array;
  /** The texts of all files: UTF-16 where `wide`, else Latin-1. */
  readonly text: Buffer;
  /** Where the text of each file begins, and all bytes at the end. */
  readonly firstByte: Float64Array;
  readonly wide: Uint8Array;
  /** Every list of decorators once. */
  readonly lists: readonly (readonly string[])[];
}

/** A node of a file whose path is known. */
export interface NodeDraft extends Omit<CodeNode, "id" | "path" | "owner"> {
  /** What its id has after the path and `#`; of a module nothing. */
  readonly tail: string;
  /** A number; -1 for none. */
  readonly owner: number;
}

export interface FileDraft {
  readonly path: string;
  readonly nodes: readonly NodeDraft[];
}

const isWide = /[^\0-\xff]/;

/** @param known Lists of decorators that keep their places. */
export function columnsOf(
  files: readonly FileDraft[],
  known: readonly (readonly string[])[] = [],
): NodeColumns {
  const count = files.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const columns = blankColumns(count);
  const lists = createLists(known);
  const layout = createLayout(files.length);
  const texts: Buffer[] = [];
  let at = 0;
  for (const { path, nodes } of files) {
    let text = "";
    for (const node of nodes) text += put(columns, at++, node, text.length, lists.placeOf(node.decorators));
    const wide = isWide.test(text);
    texts.push(Buffer.from(text, wide ? "utf16le" : "latin1"));
    layout.add(path, nodes.length, texts.at(-1)!.length, wide);
  }
  return { ...columns, ...layout.finish(), text: Buffer.concat(texts), lists: lists.all };
}

function put(
  columns: ReturnType<typeof blankColumns>,
  at: number,
  node: NodeDraft,
  start: number,
  list: number,
): string {
  const isModule = node.kind === "Module";
  const { tail } = node;
  const signature = isModule ? "" : node.signature;
  columns.kind[at] = nodeKinds.indexOf(node.kind);
  columns.test[at] = Number(node.test);
  columns.visibility[at] = visibilities.indexOf(node.visibility);
  columns.startLine[at] = node.startLine;
  columns.endLine[at] = node.endLine;
  columns.owner[at] = node.owner;
  columns.decorators[at] = list;
  columns.tail[at] = tail.length;
  columns.qualified[at] = node.qualifiedName.length;
  columns.name[at] = isModule ? 0 : node.name.length;
  columns.signature[at] = signature.length;
  columns.doc[at] = node.doc?.length ?? -1;
  columns.start[at] = start;
  return tail + signature + (node.doc ?? "");
}

function blankColumns(count: number) {
  const numbers = numberColumns.map((name) => [name, new Int32Array(count)] as const);
  const bytes = byteColumns.map((name) => [name, new Uint8Array(count)] as const);
  return {
    ...(Object.fromEntries(numbers) as Record<(typeof numberColumns)[number], Int32Array>),
    ...(Object.fromEntries(bytes) as Record<(typeof byteColumns)[number], Uint8Array>),
  };
}

function createLists(known: readonly (readonly string[])[]) {
  const all = [...known];
  const places = new Map(known.map((list, place) => [list.join("\0"), place]));
  const placeOf = (list: readonly string[]): number => {
    const key = list.join("\0");
    const place = places.get(key) ?? all.push(list) - 1;
    places.set(key, place);
    return place;
  };
  return { all, placeOf };
}

function createLayout(fileCount: number) {
  const paths: string[] = [];
  const firstNode = new Int32Array(fileCount + 1);
  const firstByte = new Float64Array(fileCount + 1);
  const wide = new Uint8Array(fileCount);
  return {
    add: (path: string, nodes: number, bytes: number, isWide: boolean): void => {
      const at = paths.push(path);
      firstNode[at] = firstNode[at - 1]! + nodes;
      firstByte[at] = firstByte[at - 1]! + bytes;
      wide[at - 1] = Number(isWide);
    },
    finish: () => ({ paths, firstNode, firstByte, wide }),
  };
}

/** Files of columns, from `first` to before `end`, whose nodes go to the next numbers. */
export interface NodeRun {
  readonly columns: NodeColumns;
  readonly first: number;
  readonly end: number;
}

/**
 * One run after the other. Owners stay as they are; `lists` must hold those of all runs at their places.
 */
export function joinRuns(runs: readonly NodeRun[], lists: NodeColumns["lists"]): NodeColumns {
  const count = runs.reduce((sum, run) => sum + nodesIn(run), 0);
  const all = blankColumns(count);
  const layout = createLayout(runs.reduce((sum, { first, end }) => sum + end - first, 0));
  const texts: Buffer[] = [];
  let at = 0;
  for (const run of runs) {
    const { columns, first, end } = run;
    const [start, stop] = [columns.firstNode[first]!, columns.firstNode[end]!];
    for (const name of numberColumns) all[name].set(columns[name].subarray(start, stop), at);
    for (const name of byteColumns) all[name].set(columns[name].subarray(start, stop), at);
    texts.push(columns.text.subarray(columns.firstByte[first], columns.firstByte[end]));
    for (let file = first; file < end; file++) {
      const nodes = columns.firstNode[file + 1]! - columns.firstNode[file]!;
      const bytes = columns.firstByte[file + 1]! - columns.firstByte[file]!;
      layout.add(columns.paths[file]!, nodes, bytes, columns.wide[file] === 1);
    }
    at += nodesIn(run);
  }
  return { ...all, ...layout.finish(), text: Buffer.concat(texts), lists };
}

const nodesIn = ({ columns, first, end }: NodeRun): number =>
  columns.firstNode[end]! - columns.firstNode[first]!;
