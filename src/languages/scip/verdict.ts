/** Translates symbols of an index to nodes of the graph. */
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import type { Collected } from "./collect.ts";
import { isLocal, nodeDescribed, packageOf, withoutConstructor } from "./symbols.ts";

export type Verdict =
  /** Several where the indexer merges definitions. */
  | { readonly kind: "nodes"; readonly nodes: readonly CodeNode[] }
  | { readonly kind: "outside" }
  /** A variable, something without a node, or something unknown to the index, too. */
  | { readonly kind: "silent" };

const silent: Verdict = { kind: "silent" };

/** The verdict on an occurrence with these symbols. */
export type Verdicts = (keys: readonly string[]) => Verdict;

export function createVerdicts(collected: Collected, graph: CodeGraph): Verdicts {
  const known = new Map<string, Verdict>();
  const ofOne = (key: string): Verdict => {
    const found = known.get(key) ?? verdictOf(collected, graph, key);
    known.set(key, found);
    return found;
  };
  return (keys) => {
    const says = keys.map(ofOne);
    return (
      says.find(({ kind }) => kind === "nodes") ??
      says.find(({ kind }) => kind === "silent") ??
      says[0] ??
      silent
    );
  };
}

function verdictOf({ nodes, packages }: Collected, graph: CodeGraph, key: string): Verdict {
  const defined = nodes.get(key) ?? nodes.get(withoutConstructor(key));
  if (defined) return { kind: "nodes", nodes: fitting(defined, key) };
  const described = nodeDescribed(graph, key);
  if (described !== undefined) return { kind: "nodes", nodes: [graph.node(described)!] };
  const name = packageOf(key);
  // A symbol of an indexed package without a definition: its file changed since, or the indexer lost it.
  if (name === undefined || isLocal(key) || packages.has(name)) return silent;
  // scip-python confuses methods and classes named `set` or `ConnectionError` with built-in ones.
  return / python-stdlib \S+ builtins\//.test(key) ? silent : { kind: "outside" };
}

/** Classes for a class symbol, functions for a function symbol, if there are any. */
function fitting(nodes: readonly CodeNode[], key: string): readonly CodeNode[] {
  const isClass = key.endsWith("#");
  const alike = nodes.filter(({ kind }) => (kind === "Class") === isClass);
  return alike.length > 0 ? alike : nodes;
}

const constructors = /^(?:constructor|__init__|__construct|initialize|<init>)$/;

/** Maps a constructor to its class, and duplicate Python definitions to one, as these are one callee. */
export function sameCallee(graph: CodeGraph, node: CodeNode): CodeNode {
  // scip-python reports one of the duplicates, such as one branch of an `if`.
  if (node.path.endsWith(".py") && /~\d+$/.test(node.id))
    return sameCallee(graph, graph.node(node.id.replace(/~\d+$/, "")) ?? node);
  const owner = node.owner === undefined ? undefined : graph.node(node.owner);
  const isConstructor =
    node.kind === "Method" &&
    owner?.kind === "Class" &&
    (constructors.test(node.name) || node.name === owner.name);
  return isConstructor ? owner : node;
}
