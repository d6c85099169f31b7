/** Methods that take each other's place when the program runs: which of them a call reaches depends on the object. */
import { constructors } from "./construction.ts";
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

/** Calls of the methods in whose place a method runs, also in an heir: they may reach it. Only methods that are called. */
export const callsThrough = (graph: CodeGraph, node: CodeNode): readonly CallsThrough[] =>
  [...new Set([...overridden(graph, node), ...fulfilled(graph, node)])]
    .map((method) => ({ method, calls: graph.incoming(method.id, "Call") }))
    .filter(({ calls }) => calls.length > 0);

function sameMethods(graph: CodeGraph, node: CodeNode, way: "outgoing" | "incoming"): readonly CodeNode[] {
  const owner = ownerOf(graph, node);
  if (!owner) return [];
  const [, ...others] = hierarchyOf(graph, [owner.id], way);
  return others.flatMap((id) => methodsLike(graph, id, node));
}

/**
 * What other bases and interfaces of an heir declare that has the method from here: of `class Kept extends Memory implements
 * Store` it is `Memory.add` that answers a call of `Store.add`, of which `Memory` knows nothing.
 */
function fulfilled(graph: CodeGraph, node: CodeNode): readonly CodeNode[] {
  const owner = ownerOf(graph, node);
  if (!owner) return [];
  const above = hierarchyOf(graph, [owner.id], "outgoing");
  const below = hierarchyOf(graph, [owner.id], "incoming");
  const inherit = new Set([owner.id]);
  // Grows while it is gone through. Behind an heir with a method of its own nobody has this one.
  for (const id of inherit)
    for (const { from } of graph.incoming(id, "Inherit"))
      if (inherit.size <= mostHeirs && methodsLike(graph, from, node).length === 0) inherit.add(from);
  const declared = [...hierarchyOf(graph, inherit, "outgoing")].filter(
    (id) => !above.has(id) && !below.has(id),
  );
  return declared.flatMap((id) => methodsLike(graph, id, node));
}

/** The class whose method may run in place of others, and they in its. */
function ownerOf(graph: CodeGraph, node: CodeNode): CodeNode | undefined {
  const owner = node.owner === undefined ? undefined : graph.node(node.owner);
  const isOne = node.kind === "Method" && owner?.kind === "Class" && mayBeOverridden(node, owner);
  return isOne ? owner : undefined;
}

/** A base of a framework has thousands. */
const mostHeirs = 200;

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

const makers: ReadonlySet<string> = new Set([...constructors, "new"]);
