/** What an index says of one symbol, put in terms of nodes. */
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import type { Collected } from "./collect.ts";
import { isLocal, nodeDescribed, packageOf, withoutConstructor } from "./symbols.ts";

export type Verdict =
  /** Several where the indexer holds several definitions for one thing. */
  | { readonly kind: "nodes"; readonly nodes: readonly CodeNode[] }
  | { readonly kind: "outside" }
  /** A variable, what has no node, or what the index does not know either. */
  | { readonly kind: "silent" };

const silent: Verdict = { kind: "silent" };

/** What is meant by a place at which these symbols stand. */
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
  // A symbol of an indexed package that nothing defines: its file changed since, or the indexer lost it.
  if (name === undefined || isLocal(key) || packages.has(name)) return silent;
  // scip-python takes methods and classes named `set` or `ConnectionError` for the built-in ones.
  return / python-stdlib \S+ builtins\//.test(key) ? silent : { kind: "outside" };
}

/** Classes of a class's symbol and functions of a function's, where there are any. */
function fitting(nodes: readonly CodeNode[], key: string): readonly CodeNode[] {
  const isClass = key.endsWith("#");
  const alike = nodes.filter(({ kind }) => (kind === "Class") === isClass);
  return alike.length > 0 ? alike : nodes;
}

const constructors = /^(?:constructor|__init__|__construct|initialize|<init>)$/;

/** A constructor and its class are one callee, and so are several definitions of one Python name. */
export function sameCallee(graph: CodeGraph, node: CodeNode): CodeNode {
  // scip-python marks one of them, both branches of an `if` for instance.
  if (node.path.endsWith(".py") && /~\d+$/.test(node.id))
    return sameCallee(graph, graph.node(node.id.replace(/~\d+$/, "")) ?? node);
  const owner = node.owner === undefined ? undefined : graph.node(node.owner);
  const isConstructor =
    node.kind === "Method" &&
    owner?.kind === "Class" &&
    (constructors.test(node.name) || node.name === owner.name);
  return isConstructor ? owner : node;
}
