import { UserError } from "../../errors.ts";
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { nearestNames } from "../../source/near-names.ts";

export type FoundSymbol =
  | { readonly kind: "one"; readonly node: CodeNode }
  /** Of several definitions with this name. */
  | { readonly kind: "several"; readonly nodes: readonly CodeNode[] };

/** What a person means by an id, a qualified name (or its end) or a name. Throws a UserError that names the nearest. */
export function findSymbol(graph: CodeGraph, asked: string): FoundSymbol {
  const exact = graph.node(asked);
  if (exact) return { kind: "one", node: exact };
  const qualified = graph.nodes.filter((node) => node.qualifiedName === asked);
  const ending = (node: CodeNode): boolean =>
    node.qualifiedName.endsWith(`.${asked}`) || (node.kind === "Module" && node.path.endsWith(`/${asked}`));
  const found = qualified.length > 0 ? qualified : graph.nodes.filter(ending);
  const nodes = withoutConstructors(found.length > 0 ? found : graph.named(asked));
  if (nodes.length === 1) return { kind: "one", node: nodes[0]! };
  if (nodes.length > 1) return { kind: "several", nodes };
  const near = nearestTo(graph, asked);
  throw new UserError(
    `Nothing here is called ${printable(asked)}.`,
    near.length > 0
      ? `Near: ${near.map(printable).join(", ")}. An id (src/a.py#Parser.parse), a qualified name or a name can be given.`
      : "An id (src/a.py#Parser.parse), a qualified name or a name can be given.",
  );
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

/** Text of a repository, without what would steer a terminal. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ");

/** The five names that take the fewest changes of letters. */
function nearestTo(graph: CodeGraph, asked: string): readonly string[] {
  const names = graph.nodes.map((node) => node.name);
  return nearestNames(names, asked.slice(asked.search(/[^#./]*$/)), 5);
}
