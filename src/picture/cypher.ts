import { edgeKinds } from "../graph/columns/edges.ts";
import type { CodeGraph, CodeNode, NodeKind } from "../graph/graph.ts";
import { edgesOf } from "./edges.ts";

/** Rows of one statement: few enough for any client, many enough that planning a statement costs nothing. */
const batchSize = 500;

const nodeKinds: readonly NodeKind[] = ["Module", "Class", "Method", "Function"];

/**
 * The graph as Cypher statements for Neo4j, in pieces for a stream: `cypher-shell --file graph.cypher`. Nodes have
 * the label `Code` and one of their kind, relationships the types IMPORT, CONTAIN, INHERIT, CALL. Loading it twice
 * changes nothing.
 */
export function* graphAsCypher(graph: CodeGraph): Generator<string> {
  yield "CREATE CONSTRAINT code_id IF NOT EXISTS FOR (n:Code) REQUIRE n.id IS UNIQUE;\n";
  for (const kind of nodeKinds) {
    const rows = graph.nodes.filter((node) => node.kind === kind).map(propertiesOf);
    yield* batches(rows, `MERGE (n:Code {id: row.id}) SET n:${kind}, n += row;\n`);
  }
  for (const kind of edgeKinds)
    yield* batches(
      rowsOfKind(graph, kind),
      `MATCH (a:Code {id: row.a}) MATCH (b:Code {id: row.b}) MERGE (a)-[r:${kind.toUpperCase()}]->(b) ` +
        "SET r.sureness = row.sureness, r.line = row.line;\n",
    );
}

type Value = string | number | boolean;
type Row = Readonly<Record<string, Value | readonly string[]>>;

function propertiesOf({ kind: _label, doc, owner, ...rest }: CodeNode): Row {
  return { ...rest, ...(doc === undefined ? {} : { doc }), ...(owner === undefined ? {} : { owner }) };
}

function* rowsOfKind(graph: CodeGraph, wanted: string): Generator<Row> {
  for (const { from, to, kind, sureness, line } of edgesOf(graph))
    if (kind === wanted) yield { a: from, b: to, sureness, line };
}

function* batches(rows: Iterable<Row>, statement: string): Generator<string> {
  let count = 0;
  for (const row of rows) {
    if (count === batchSize) {
      yield `\n] AS row ${statement}`;
      count = 0;
    }
    yield count++ === 0 ? "UNWIND [\n" : ",\n";
    const pairs = Object.entries(row).map(([key, value]) => `${key}: ${literal(value)}`);
    yield `  {${pairs.join(", ")}}`;
  }
  if (count > 0) yield `\n] AS row ${statement}`;
}

/**
 * A Cypher literal, of a list one of all its values. Cypher 5 reads `\uXXXX` before anything else and later versions inside of strings only; a `u`
 * behind a backslash is itself written as `\u0075`, which means the same to both.
 */
export function literal(value: Value | readonly string[]): string {
  if (typeof value === "object") return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "string") return String(value);
  const escaped = value
    .toWellFormed()
    .replace(/\\u?|'|[\0-\x1f\x7f-\x9f\u2028\u2029]/g, (found) => escapes[found] ?? unicode(found));
  return `'${escaped}'`;
}

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\\u": "\\\\\\u0075",
  "'": "\\'",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
