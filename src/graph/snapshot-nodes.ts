/** Nodes as columns. Of the texts of a node only the end of its id, its signature and its doc are kept. */
import type { CodeNode, NodeKind, Visibility } from "./graph.ts";
import type { LinkedFile } from "./linked.ts";
import { type ColumnReader, type ColumnWriter, ensure } from "./snapshot-columns.ts";

const kinds: readonly NodeKind[] = ["Module", "Class", "Method", "Function"];
const visibilities: readonly Visibility[] = ["public", "protected", "private", "internal"];
const separator = "\0";
const most = 2 ** 31 - 1;

export function writeNodes(
  columns: ColumnWriter,
  nodes: readonly CodeNode[],
  files: readonly LinkedFile[],
): void {
  const numbers = new Map(nodes.map((node, index) => [node.id, index]));
  const lists = new Map<string, number>();
  const listOf = ({ decorators }: CodeNode): number => {
    const key = decorators.join(separator);
    const number = lists.get(key) ?? lists.size;
    lists.set(key, number);
    return number;
  };
  const column = (value: (node: CodeNode) => number): void => columns.add(Int32Array.from(nodes, value));
  const decorated = Int32Array.from(nodes, listOf);
  columns.add(Int32Array.of(lists.size));
  columns.addTexts([...lists.keys()]);
  columns.add(decorated);
  columns.add(Uint8Array.from(nodes, ({ kind }) => kinds.indexOf(kind)));
  columns.add(Uint8Array.from(nodes, ({ test }) => Number(test)));
  columns.add(Uint8Array.from(nodes, ({ visibility }) => visibilities.indexOf(visibility)));
  column((node) => node.startLine);
  column((node) => node.endLine);
  column((node) => (node.owner === undefined ? -1 : numbers.get(node.owner)!));
  column((node) => tailOf(node).length);
  column((node) => node.qualifiedName.length);
  column((node) => (node.kind === "Module" ? 0 : node.name.length));
  column((node) => signatureOf(node).length);
  column((node) => node.doc?.length ?? -1);
  const textOf = (file: LinkedFile, index: number): string =>
    nodes
      .slice(file.firstNode, files[index + 1]?.firstNode ?? nodes.length)
      .map((node) => tailOf(node) + signatureOf(node) + (node.doc ?? ""))
      .join("");
  columns.addTexts(files.map(textOf));
}

/** A module's id and signature are its path, and say nothing more. */
const tailOf = ({ kind, id, path }: CodeNode): string => (kind === "Module" ? "" : id.slice(path.length + 1));
const signatureOf = ({ kind, signature }: CodeNode): string => (kind === "Module" ? "" : signature);

export function readNodes(
  reader: ColumnReader,
  files: readonly LinkedFile[],
  count: number,
): readonly CodeNode[] {
  const listCount = reader.numbers(1, 0, most)[0]!;
  const lists = reader.texts(listCount).map((text) => (text === "" ? [] : text.split(separator)));
  const decorated = reader.numbers(count, 0, listCount);
  const kind = reader.bytes(count, kinds.length);
  const test = reader.bytes(count, 2);
  const visibility = reader.bytes(count, visibilities.length);
  const startLine = reader.numbers(count, 0, most);
  const endLine = reader.numbers(count, 0, most);
  const owner = reader.numbers(count, -1, count);
  const tail = reader.numbers(count, 0, most);
  const qualified = reader.numbers(count, 0, most);
  const name = reader.numbers(count, 0, most);
  const signature = reader.numbers(count, 0, most);
  const doc = reader.numbers(count, -1, most);
  const texts = reader.texts(files.length);
  const ids: string[] = [];
  const draw = (file: LinkedFile, text: string, end: number, make: (...of: NodeTexts) => void): void => {
    let start = 0;
    for (let at = file.firstNode; at < end; at++) {
      ensure(
        (kind[at] === 0) === (at === file.firstNode) &&
          name[at]! <= qualified[at]! &&
          qualified[at]! <= tail[at]!,
      );
      const said = start + tail[at]!;
      const documented = said + signature[at]!;
      make(at, text, start, said, documented);
      start = documented + Math.max(0, doc[at]!);
    }
    ensure(start === text.length);
  };
  const eachNode = (make: (file: LinkedFile, ...of: NodeTexts) => void): void => {
    for (const [index, file] of files.entries())
      draw(file, texts[index]!, files[index + 1]?.firstNode ?? count, (...of) => make(file, ...of));
  };
  // Owners may come after what they own.
  eachNode(({ path }, at, text, start, said) =>
    ids.push(kind[at] === 0 ? path : `${path}#${text.slice(start, said)}`),
  );
  const nodes: CodeNode[] = [];
  eachNode(({ path }, at, text, start, said, documented) => {
    const isModule = kind[at] === 0;
    const end = start + qualified[at]!;
    nodes.push({
      id: ids[at]!,
      kind: kinds[kind[at]!]!,
      name: isModule ? path.slice(path.lastIndexOf("/") + 1) : text.slice(end - name[at]!, end),
      qualifiedName: text.slice(start, end),
      path,
      startLine: startLine[at]!,
      endLine: endLine[at]!,
      signature: isModule ? path : text.slice(said, documented),
      doc: doc[at]! < 0 ? undefined : text.slice(documented, documented + doc[at]!),
      owner: owner[at]! < 0 ? undefined : ids[owner[at]!]!,
      test: test[at] === 1,
      visibility: visibilities[visibility[at]!]!,
      decorators: lists[decorated[at]!]!,
    });
  });
  return nodes;
}

/** A node's number, the text of its file, and where in it the node, its signature and its doc begin. */
type NodeTexts = [at: number, text: string, start: number, said: number, documented: number];
