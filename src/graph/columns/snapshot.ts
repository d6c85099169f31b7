/**
 * Links as bytes and back. What is read is checked number by number before it is used: bytes that are not what was
 * written give nothing, never an error. That they are the right ones is for a checksum around them to say.
 */

import type { Linked, LinkedFile } from "../links/linked.ts";
import { type QueryLog, queryColumns, queryKinds } from "../memory/queries.ts";
import { type Subjects, subjectsIn } from "../open-types/open-types.ts";
import { edgeKinds, surenesses } from "./edges.ts";
import { createNodeTable } from "./node-table.ts";
import { endOfOutcomes } from "./outcomes.ts";
import {
  type ColumnReader,
  createColumnReader,
  createColumnWriter,
  DamagedError,
  ensure,
} from "./snapshot-columns.ts";
import { readNodes, writeNodes } from "./snapshot-nodes.ts";

const most = 2 ** 31 - 1;
const maxDefinitions = 2 ** 26;

export function encodeLinked({ files, nodes, definitions, edges, isDeep, asked }: Linked): Buffer {
  const columns = createColumnWriter();
  const column = (value: (file: LinkedFile) => number): void => columns.add(Int32Array.from(files, value));
  columns.add(Int32Array.of(files.length, nodes.length, edges.from.length, Number(isDeep)));
  columns.addTexts(files.map(({ path }) => path));
  columns.addTexts(files.map(({ language }) => language));
  columns.addTexts(files.map((file) => file.package ?? ""));
  columns.add(Uint8Array.from(files, (file) => Number(file.package !== undefined)));
  column((file) => file.definitionCount);
  column((file) => file.firstNode);
  column((file) => file.firstEdge);
  column(({ links }) => links.opaqueCalls);
  column(({ links }) => links.outcomes.length);
  columns.add(Buffer.concat(files.map(({ links }) => links.outcomes)));
  column(({ tops }) => tops.length);
  columns.add(joined(files.map(({ tops }) => tops)));
  column(({ extensions }) => extensions.length);
  columns.add(joined(files.map(({ extensions }) => extensions)));
  for (const part of ["consulted", "consultedElse"] as const) {
    column(({ links }) => links[part].length);
    columns.add(joined(files.map(({ links }) => links[part])));
  }
  const subjects = files.map((file) => file.subjects);
  columns.add(Uint8Array.from(subjects, (one) => Number(one !== undefined)));
  for (const part of ["rows", "consulted"] as const) {
    columns.add(Int32Array.from(subjects, (one) => one?.[part].length ?? 0));
    columns.add(joined(subjects.map((one) => one?.[part] ?? noNumbers)));
  }
  columns.add(Int32Array.of(asked.length));
  for (const { texts, rows } of asked) {
    columns.add(Int32Array.of(texts.length, rows.length));
    columns.addTexts(texts);
    columns.add(rows);
  }
  writeNodes(columns, nodes.columns);
  columns.add(definitions);
  columns.add(edges.from);
  columns.add(edges.to);
  columns.add(edges.kind);
  columns.add(edges.sureness);
  columns.add(edges.line);
  return columns.finish();
}

const noNumbers = new Uint32Array(0);

function joined(lists: readonly (Int32Array | Uint32Array)[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** Undefined where the bytes are not what `encodeLinked` gives. */
export function decodeLinked(bytes: Buffer): Linked | undefined {
  try {
    return read(createColumnReader(bytes));
  } catch (error) {
    if (error instanceof DamagedError) return undefined;
    throw error;
  }
}

function read(reader: ColumnReader): Linked {
  const [fileCount, nodeCount, edgeCount, isDeep] = reader.numbers(4, 0, most) as Iterable<number> as Counts;
  const files = readFiles(reader, fileCount, nodeCount, edgeCount);
  const firstNode = Int32Array.from([...files.map((file) => file.firstNode), nodeCount]);
  const paths = files.map(({ path }) => path);
  const lists = reader.numbers(1, 0, most)[0]!;
  const asked: QueryLog[] = [];
  while (asked.length < lists) asked.push(readAsked(reader));
  const nodes = createNodeTable(readNodes(reader, paths, firstNode));
  const definitions = reader.numbers(nodeCount, -1, most);
  const edges = {
    from: reader.numbers(edgeCount, 0, nodeCount),
    to: reader.numbers(edgeCount, 0, nodeCount),
    kind: reader.bytes(edgeCount, edgeKinds.length),
    sureness: reader.bytes(edgeCount, surenesses.length),
    line: reader.numbers(edgeCount, 0, most),
  };
  reader.finish();
  ensure(files.reduce((sum, { definitionCount }) => sum + definitionCount, 0) < maxDefinitions);
  files.forEach(({ definitionCount }, index) => {
    const start = firstNode[index]!;
    let holds = definitions[start] === -1;
    for (let at = start + 1; at < firstNode[index + 1]!; at++)
      holds = holds && definitions[at]! >= 0 && definitions[at]! < definitionCount;
    ensure(holds);
  });
  return { files, nodes, definitions, edges, isDeep: isDeep !== 0, asked };
}

function readAsked(reader: ColumnReader): QueryLog {
  const [textCount, length] = reader.numbers(2, 0, most) as Iterable<number> as [number, number];
  const texts = reader.texts(textCount);
  const rows = reader.numbers(length, 0, Math.max(textCount, queryKinds.length));
  ensure(length % queryColumns === 0);
  rows.forEach((number, at) => {
    ensure(number < (at % queryColumns === 0 ? queryKinds.length : textCount));
  });
  return { texts, rows };
}

type Counts = [files: number, nodes: number, edges: number, isDeep: number];

function readFiles(
  reader: ColumnReader,
  count: number,
  nodeCount: number,
  edgeCount: number,
): readonly LinkedFile[] {
  const [paths, languages, packages] = [reader.texts(count), reader.texts(count), reader.texts(count)];
  const isInPackage = reader.bytes(count, 2);
  const definitionCount = reader.numbers(count, 0, most);
  const firstNode = reader.numbers(count, 0, nodeCount);
  const firstEdge = reader.numbers(count, 0, edgeCount + 1);
  const opaqueCalls = reader.numbers(count, 0, most);
  const outcomes = readOutcomes(reader, reader.numbers(count, 0, most));
  const tops = reader.lists(reader.numbers(count, 0, most));
  const extensions = reader.lists(reader.numbers(count, 0, most));
  const consulted = reader.lists(reader.numbers(count, 0, most));
  const consultedElse = reader.lists(reader.numbers(count, 0, most));
  const subjects = readSubjects(
    reader,
    count,
    definitionCount.reduce((sum, one) => sum + one, 0),
  );
  ensure(count === 0 ? nodeCount + edgeCount === 0 : firstNode[0] === 0 && firstEdge[0] === 0);
  return paths.map((path, at) => {
    ensure(at === 0 || (firstNode[at]! > firstNode[at - 1]! && firstEdge[at]! >= firstEdge[at - 1]!));
    return {
      path,
      language: languages[at]!,
      package: isInPackage[at] === 1 ? packages[at]! : undefined,
      definitionCount: definitionCount[at]!,
      tops: tops[at]!,
      extensions: extensions[at]!,
      firstNode: firstNode[at]!,
      firstEdge: firstEdge[at]!,
      links: {
        opaqueCalls: opaqueCalls[at]!,
        outcomes: outcomes[at]!,
        consulted: consulted[at]!,
        consultedElse: consultedElse[at]!,
      },
      subjects: subjects[at],
    };
  });
}

function readOutcomes(reader: ColumnReader, lengths: Int32Array): readonly Uint8Array[] {
  const all = reader.bytes(
    lengths.reduce((sum, length) => sum + length, 0),
    endOfOutcomes,
  );
  let end = 0;
  return Array.from(lengths, (length) => {
    end += length;
    return all.subarray(end - length, end);
  });
}

function readSubjects(
  reader: ColumnReader,
  count: number,
  definitions: number,
): readonly (Subjects | undefined)[] {
  const areThere = reader.bytes(count, 2);
  const rows = reader.lists(reader.numbers(count, 0, most));
  const consulted = reader.lists(reader.numbers(count, 0, most));
  return rows.map(({ buffer, byteOffset, length }, at) => {
    const own = new Int32Array(buffer, byteOffset, length);
    const lists = subjectsIn(own)?.flatMap(({ heirs, traits }) => [heirs, ...traits]);
    ensure(lists?.every((list) => list.every((id) => id >= 0 && id < definitions)) === true);
    return areThere[at] === 1 ? { rows: own, consulted: consulted[at]! } : undefined;
  });
}
