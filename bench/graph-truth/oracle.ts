/** What a precise indexer says, put in terms of our nodes. */
import type { CodeGraph, CodeNode } from "../../src/graph/graph.ts";
import type { ScipDocument, ScipIndex } from "../../src/languages/scip/read.ts";
import { nodeDescribed, packageOf, symbolKey, withoutConstructor } from "../../src/languages/scip/symbols.ts";
import type { Judge, Verdict } from "./compare.ts";
import type { NamePlace, Places } from "./syntax.ts";

export interface Oracle extends Judge {
  readonly documents: ReadonlyMap<string, ScipDocument>;
}

export function createOracle(
  index: ScipIndex,
  graph: CodeGraph,
  places: ReadonlyMap<string, Places>,
): Oracle {
  const documents = new Map(
    index.documents.filter(({ path }) => places.has(path)).map((one) => [one.path, one]),
  );
  const nodes = new Map<string, string[]>();
  const defined = new Set<string>();
  const symbolsAt = new Map<string, string[]>();
  for (const [path, document] of documents) {
    const names = new Map(
      places.get(path)!.names.map((place) => [`${place.line}:${place.column}`, place] as const),
    );
    for (const { line, column, symbol, isDefinition } of document.occurrences) {
      const key = symbolKey(path, symbol);
      push(symbolsAt, `${path} ${line}:${column}`, key);
      if (!isDefinition) continue;
      defined.add(key);
      const place = names.get(`${line}:${column}`);
      const node = place && nodeNamed(graph.inFile(path), place.name, line + 1, place.endLines);
      if (node) push(nodes, key, node.id);
    }
  }
  // Packages of one repository are indexed under their names.
  const own = new Set([...defined].map(packageOf));
  const sameAs = new Map<string, string>();
  for (const ids of nodes.values()) for (const id of ids) if (!sameAs.has(id)) sameAs.set(id, ids[0]!);
  const same = (id: string): string => {
    const node = graph.node(id);
    const isConstructor = node?.kind === "Method" && /^(?:constructor|__init__)$/.test(node.name);
    const meant = isConstructor ? node.owner! : id;
    // scip-python marks one of several definitions of a Python name, both branches of an `if` for instance; of a getter
    // and its setter either indexer may name one.
    const isOne = node?.path.endsWith(".py") || /(?:^|\s)[gs]et\s/.test(node?.signature ?? "");
    const first = isOne ? meant.replace(/~\d+$/, "") : meant;
    return sameAs.get(first) ?? first;
  };
  const nodeOf = (key: string): string | undefined => {
    const found = nodes.get(key)?.[0] ?? nodes.get(withoutConstructor(key))?.[0] ?? nodeDescribed(graph, key);
    return found === undefined ? undefined : same(found);
  };
  return {
    same,
    documents,
    inherit: inheritOf(documents, graph, nodeOf, same, places, symbolsAt),
    verdict: (path, { line, column, isShort }) => {
      const verdict = verdictOf(symbolsAt.get(`${path} ${line}:${column}`) ?? [], defined, own, nodeOf);
      const node = isShort && verdict.kind === "node" ? graph.node(verdict.id) : undefined;
      return node?.kind === "Method" || (isShort && verdict.kind === "no node")
        ? { kind: "silent" }
        : verdict;
    },
  };
}

function verdictOf(
  said: readonly string[],
  defined: ReadonlySet<string>,
  own: ReadonlySet<string | undefined>,
  nodeOf: (key: string) => string | undefined,
): Verdict {
  // A type and a value of one name are both said of a call, which means the value.
  const values = said.filter((key) => isValueOrMethod.test(key) && defined.has(key));
  const keys = values.length > 0 ? values : said;
  for (const key of keys) {
    const id = nodeOf(key);
    if (id !== undefined) return { kind: "node", id };
  }
  const symbol = keys[0];
  if (symbol === undefined || keys.every((key) => isLoose(key, defined))) return { kind: "silent" };
  // A function that has the name of its module is taken for that, which nobody calls.
  if (symbol.endsWith("/__init__:")) return { kind: "silent" };
  if (!keys.some((key) => defined.has(key))) {
    if (!own.has(packageOf(symbol))) return { kind: "outside", symbol };
    // A function of a file that was not indexed: nothing is said of what is called there.
    return isValue.test(symbol) ? { kind: "variable", symbol } : { kind: "silent" };
  }
  return { kind: /(?:\(\)\.|#)$/.test(symbol) ? "no node" : "variable", symbol };
}

const isValueOrMethod = /\.$/;

/** A value that an indexer says no place of: one that another module of the package gives on by assigning it, or in an object. */
const isValue = /(?:[^)]\.|:)$/;

/** A name that the indexer found in no file: scip-python calls it local, though no place defines it. */
const isLoose = (key: string, defined: ReadonlySet<string>): boolean =>
  key.includes(" local ") && !defined.has(key);

/** From what the indexer says of the names in a class's head, and from the relationships it lists. */
function inheritOf(
  documents: ReadonlyMap<string, ScipDocument>,
  graph: CodeGraph,
  nodeOf: (key: string) => string | undefined,
  same: (id: string) => string,
  places: ReadonlyMap<string, Places>,
  symbolsAt: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const edges = new Set<string>();
  const add = (from: string | undefined, to: string | undefined): void => {
    const areClasses = [from, to].every((id) => id !== undefined && graph.node(id)?.kind === "Class");
    if (areClasses && from !== to) edges.add(`${from} ${to}`);
  };
  for (const [path, document] of documents) {
    const at = ({ line, column }: NamePlace): string | undefined =>
      symbolsAt
        .get(`${path} ${line}:${column}`)
        ?.map(nodeOf)
        .find((id) => id !== undefined);
    for (const { name, base } of places.get(path)!.bases) {
      const holder = nodeNamed(graph.inFile(path), name.name, name.line + 1, name.endLines);
      add(holder && same(holder.id), at(base));
    }
    for (const { symbol, implements: bases } of document.symbols)
      for (const base of bases) add(nodeOf(symbolKey(path, symbol)), nodeOf(symbolKey(path, base)));
  }
  return edges;
}

function nodeNamed(
  nodes: readonly CodeNode[],
  name: string,
  line: number,
  endLines: readonly number[],
): CodeNode | undefined {
  return nodes.findLast(
    (node) =>
      node.name === name &&
      node.kind !== "Module" &&
      node.startLine <= line &&
      line <= node.endLine &&
      endLines.includes(node.endLine),
  );
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (!list) map.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}
