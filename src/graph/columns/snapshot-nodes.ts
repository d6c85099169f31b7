/** The columns of nodes as bytes and back. */
import { type NodeColumns, nodeKinds, visibilities } from "./node-columns.ts";
import { type ColumnReader, type ColumnWriter, ensure } from "./snapshot-columns.ts";

const separator = "\0";
const most = 2 ** 31 - 1;

export function writeNodes(columns: ColumnWriter, nodes: NodeColumns): void {
  columns.add(Int32Array.of(nodes.lists.length));
  columns.addTexts(nodes.lists.map((list) => list.join(separator)));
  for (const name of ["kind", "test", "visibility"] as const) columns.add(nodes[name]);
  for (const name of numberNames) columns.add(nodes[name]);
  const bytes = nodes.paths.map((_, file) => nodes.firstByte[file + 1]! - nodes.firstByte[file]!);
  columns.add(Int32Array.from(bytes));
  columns.add(nodes.wide);
  columns.add(nodes.text);
}

const numberNames = [
  "decorators",
  "startLine",
  "endLine",
  "owner",
  "tail",
  "qualified",
  "name",
  "signature",
  "doc",
] as const;

/** @param firstNode As in the columns; rising, from 0 to the number of nodes. */
export function readNodes(
  reader: ColumnReader,
  paths: readonly string[],
  firstNode: Int32Array,
): NodeColumns {
  const count = firstNode.at(-1)!;
  const listCount = reader.numbers(1, 0, most)[0]!;
  const lists = reader.texts(listCount).map((text) => (text === "" ? [] : text.split(separator)));
  const kind = reader.bytes(count, nodeKinds.length);
  const test = reader.bytes(count, 2);
  const visibility = reader.bytes(count, visibilities.length);
  const decorators = reader.numbers(count, 0, listCount);
  const [startLine, endLine] = [reader.numbers(count, 0, most), reader.numbers(count, 0, most)];
  const owner = reader.numbers(count, -1, count);
  const [tail, qualified] = [reader.numbers(count, 0, most), reader.numbers(count, 0, most)];
  const [name, signature] = [reader.numbers(count, 0, most), reader.numbers(count, 0, most)];
  const doc = reader.numbers(count, -1, most);
  const bytes = reader.numbers(paths.length, 0, most);
  const wide = reader.bytes(paths.length, 2);
  const firstByte = new Float64Array(paths.length + 1);
  for (let file = 0; file < paths.length; file++) firstByte[file + 1] = firstByte[file]! + bytes[file]!;
  const text = reader.raw(firstByte[paths.length]!);
  const numbers = { startLine, endLine, owner, decorators, tail, qualified, name, signature, doc };
  const start = new Int32Array(count);
  const columns = { ...numbers, start, kind, test, visibility };
  const all = { ...columns, paths, firstNode, text, firstByte, wide, lists };
  place(all);
  return all;
}

/** Sets where the text of each node starts, and makes sure that it does not lead out of its file. */
function place(columns: NodeColumns): void {
  const { kind, tail, qualified, name, signature, doc, start, firstNode, firstByte, wide } = columns;
  let holds = true;
  for (let file = 0; file < columns.paths.length; file++) {
    let at = 0;
    for (let node = firstNode[file]!; node < firstNode[file + 1]!; node++) {
      holds =
        holds &&
        (kind[node] === 0) === (node === firstNode[file]) &&
        name[node]! <= qualified[node]! &&
        qualified[node]! <= tail[node]!;
      start[node] = at;
      at += tail[node]! + signature[node]! + Math.max(0, doc[node]!);
    }
    holds = holds && at * (1 + wide[file]!) === firstByte[file + 1]! - firstByte[file]!;
  }
  ensure(holds);
}
