/** Methods that take each other's place when the program runs: which of them a call reaches depends on the object. */
import type { CodeEdge, CodeGraph, CodeNode } from "./graph.ts";
import { hierarchyOf } from "./hierarchy.ts";

/** The methods of bases and interfaces in whose place a method runs, nearest first. Of everything else: empty. */
export const overridden = (graph: CodeGraph, node: CodeNode): readonly CodeNode[] =>
  sameMethods(graph, node, "outgoing");

/** The methods of heirs that run in place of a method. */
export const overriding = (graph: CodeGraph, node: CodeNode): readonly CodeNode[] =>
  sameMethods(graph, node, "incoming");

/** Calls of one method that another one may answer. */
export interface CallsThrough {
  readonly method: CodeNode;
  readonly calls: readonly CodeEdge[];
}

/** Calls of the methods that a method overrides: they may reach it. Only methods that are called. */
export const callsThrough = (graph: CodeGraph, node: CodeNode): readonly CallsThrough[] =>
  overridden(graph, node)
    .map((method) => ({ method, calls: graph.incoming(method.id, "Call") }))
    .filter(({ calls }) => calls.length > 0);

function sameMethods(graph: CodeGraph, node: CodeNode, way: "outgoing" | "incoming"): readonly CodeNode[] {
  const owner = node.owner === undefined ? undefined : graph.node(node.owner);
  if (node.kind !== "Method" || owner?.kind !== "Class" || !mayBeOverridden(node, owner)) return [];
  const [, ...others] = hierarchyOf(graph, [owner.id], way);
  return others.flatMap((id) => methodsLike(graph, id, node));
}

/** Of several overloads those with as many parameters, if there are any. */
function methodsLike(graph: CodeGraph, owner: string, { name, signature }: CodeNode): readonly CodeNode[] {
  const named = graph
    .outgoing(owner, "Contain")
    .map(({ to }) => graph.node(to)!)
    .filter((one) => one.kind === "Method" && one.name === name);
  if (named.length < 2) return named;
  const wanted = parameterCount(signature, name);
  const alike = named.filter((one) => parameterCount(one.signature, name) === wanted);
  return alike.length > 0 ? alike : named;
}

/** Commas between the brackets behind the name that stand in no other ones, and what is before them. */
function parameterCount(signature: string, name: string): number {
  const start = signature.indexOf("(", signature.lastIndexOf(`${name}(`));
  let depth = 0;
  let commas = 0;
  let isEmpty = true;
  for (let at = start; at >= 0 && at < signature.length; at++) {
    const sign = signature[at]!;
    if ("([{<".includes(sign)) depth++;
    else if (")]}".includes(sign) || (sign === ">" && !"=-".includes(signature[at - 1]!))) depth--;
    else if (depth === 1 && sign === ",") commas++;
    else if (sign !== " ") isEmpty = false;
    if (depth === 0) break;
  }
  return isEmpty ? 0 : commas + 1;
}

/** What makes an object is that class's alone, and nobody outside of a class has what is private in it. */
const mayBeOverridden = ({ name, visibility }: CodeNode, owner: CodeNode): boolean =>
  visibility !== "private" && name !== owner.name && !makers.has(name);

const makers = new Set(["__init__", "__new__", "__construct", "constructor", "initialize", "new"]);
