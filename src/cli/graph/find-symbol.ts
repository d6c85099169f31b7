import { UserError } from "../../errors.ts";
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { nearestNames } from "../../source/near-names.ts";
import { printable } from "../style.ts";

export type FoundSymbol =
  | { readonly kind: "one"; readonly node: CodeNode }
  /** Of several definitions with this name. */
  | { readonly kind: "several"; readonly nodes: readonly CodeNode[] };

/**
 * What a person means by an id, a qualified name (or its end) or a name, as languages write it: `ns::Foo`, `Foo#bar`,
 * `Box<T>`, `run()`, `pkg.module.Foo`. Throws a UserError that names the nearest.
 */
export function findSymbol(graph: CodeGraph, asked: string): FoundSymbol {
  const exact = graph.node(asked);
  if (exact) return { kind: "one", node: exact };
  const dotted = asDotted(asked);
  if (dotted === "") throw new UserError("The name is empty.", howToAsk);
  const ways = [() => called(graph, asked), () => called(graph, dotted), () => inModule(graph, dotted)];
  for (const way of ways) {
    const nodes = withoutConstructors(way());
    if (nodes.length === 1) return { kind: "one", node: nodes[0]! };
    if (nodes.length > 1) return { kind: "several", nodes };
  }
  const near = nearestTo(graph, dotted);
  throw new UserError(
    `Nothing here is called ${printable(asked)}.`,
    near.length > 0 ? `Near: ${near.map(printable).join(", ")}. ${howToAsk}` : howToAsk,
  );
}

const howToAsk = "An id (src/a.py#Parser.parse), a qualified name or a name can be given.";

/** Without what languages write around a name: parameters, types between angle brackets, signs between its parts. */
const asDotted = (asked: string): string =>
  asked
    .trim()
    .replace(/\([^)]*\)$/, "")
    .replace(/<.*>/, "")
    .replace(/::|->|#/g, ".")
    .replace(/^\.+|\.+$/g, "");

function called(graph: CodeGraph, name: string): readonly CodeNode[] {
  const qualified = graph.nodes.filter((node) => node.qualifiedName === name);
  const ending = (node: CodeNode): boolean =>
    node.qualifiedName.endsWith(`.${name}`) || (node.kind === "Module" && node.path.endsWith(`/${name}`));
  const found = qualified.length > 0 ? qualified : graph.nodes.filter(ending);
  return found.length > 0 ? found : graph.named(name);
}

/** `pkg.module.Foo.bar`: a name in a file or a folder of such a path. */
function inModule(graph: CodeGraph, name: string): readonly CodeNode[] {
  const parts = name.split(".");
  for (let at = 1; at < parts.length; at++) {
    const [place, own] = [`/${parts.slice(0, at).join("/")}`, parts.slice(at).join(".")];
    const isThere = (path: string): boolean =>
      `/${path}`.replace(/\.[^./]*$/, "").endsWith(place) ||
      `/${path}`.replace(/\/[^/]*$/, "").endsWith(place);
    const found = graph.nodes.filter((node) => node.qualifiedName === own && isThere(node.path));
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether these are one method or function with several lists of parameters: who asks who calls it means all of them. */
export const areOverloads = ([first, ...others]: readonly CodeNode[]): boolean =>
  first !== undefined &&
  first.kind !== "Class" &&
  others.every((one) => one.path === first.path && one.qualifiedName === first.qualifiedName);

/** Where constructors have the name of their class (C++, C#, Java), the class is meant; an id names a constructor. */
function withoutConstructors(nodes: readonly CodeNode[]): readonly CodeNode[] {
  const classes = new Set(nodes.filter(({ kind }) => kind === "Class").map((node) => node.qualifiedName));
  return nodes.filter(({ qualifiedName: name }) => !classes.has(name.slice(0, name.lastIndexOf("."))));
}

/** The five names that take the fewest changes of letters. */
function nearestTo(graph: CodeGraph, dotted: string): readonly string[] {
  const names = graph.nodes.map((node) => node.name);
  return nearestNames(names, dotted.slice(dotted.search(/[^./]*$/)), 5);
}
