import { UserError } from "../../errors.ts";
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { hierarchyOf } from "../../graph/hierarchy.ts";
import { innermost } from "../../graph/innermost.ts";
import { counted } from "../../source/counted.ts";
import { nearestNames } from "../../source/near-names.ts";
import { baseName } from "../../source/paths.ts";
import { printable } from "../style.ts";
import { cut } from "../wrap.ts";

export type FoundSymbol =
  | { readonly kind: "one"; readonly node: CodeNode }
  /** Of several definitions with this name. */
  | { readonly kind: "several"; readonly nodes: readonly CodeNode[] };

/**
 * What a person means by an id, a qualified name (or its end) or a name, as languages write it: `ns::Foo`, `Foo#bar`,
 * `Box<T>`, `run()`, `pkg.module.Foo`; a member may be one of a base, and `FILE:LINE` is what stands there. Throws a
 * UserError that names the nearest.
 */
export function findSymbol(graph: CodeGraph, written: string): FoundSymbol {
  // As a shell completes the name of a file.
  const asked = written.replace(/^(?:\.\/)+/, "");
  const exact = graph.node(asked);
  if (exact) return { kind: "one", node: exact };
  const dotted = asDotted(asked);
  if (dotted === "") throw new UserError("The name is empty.", howToAsk);
  const ways = [
    () => endingSo(graph, asked),
    () => called(graph, asked),
    () => atLine(graph, asked),
    () => called(graph, dotted),
    () => inModule(graph, dotted),
    () => inherited(graph, dotted),
  ];
  for (const way of ways) {
    const nodes = withoutConstructors(way());
    if (nodes.length === 1) return { kind: "one", node: nodes[0]! };
    if (nodes.length > 1) return { kind: "several", nodes };
  }
  const outside = beyondLines(graph, asked);
  if (outside) throw outside;
  const near = nearestTo(graph, dotted);
  throw new UserError(
    `Nothing here is called ${cut(printable(asked), 200)}.`,
    near.length > 0 ? `Did you mean ${near.map(printable).join(", ")}?` : howToAsk,
  );
}

const howToAsk = "An id (src/a.py#Parser.parse), a qualified name, a name or FILE:LINE can be given.";

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

/** `a.py#Parser.parse`: an id without its first folders. */
const endingSo = (graph: CodeGraph, asked: string): readonly CodeNode[] =>
  asked.includes("#") ? graph.nodes.filter(({ id }) => id.endsWith(`/${asked}`)) : [];

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

/** `src/a.py:12`, as places are printed: the innermost definition around a line, or the file. */
function atLine(graph: CodeGraph, asked: string): readonly CodeNode[] {
  const [, file = "", line] = placed.exec(asked.trim()) ?? [];
  if (line === undefined) return [];
  const end = `/${file}`;
  return graph.nodes
    .filter(({ kind, path }) => kind === "Module" && `/${path}`.endsWith(end))
    .flatMap(({ path }) => innermost(graph.inFile(path), Number(line)) ?? []);
}

/** `src/a.py:9999`: the file is here, and is not that long. */
function beyondLines(graph: CodeGraph, asked: string): UserError | undefined {
  const [, file = "", line] = placed.exec(asked.trim()) ?? [];
  const found = line === undefined ? [] : called(graph, file).filter(({ kind }) => kind === "Module");
  const [{ path, endLine } = {}] = found;
  if (found.length !== 1) return undefined;
  return new UserError(
    `${printable(path!)} has ${counted(endLine!, "line")}; there is no line ${line}.`,
    `Give a line from 1 to ${endLine}, or the file alone.`,
  );
}

const placed = /^(.+?):(\d+)(?:[:-]\d+)?$/;

/** `Circle.area` where a base of `Circle` has it. */
function inherited(graph: CodeGraph, dotted: string): readonly CodeNode[] {
  const { owner, name } = lastPart(dotted);
  const found = classesCalled(graph, owner).flatMap((one) => {
    const members = membersOf(graph, one).filter((member) => member.name === name);
    return members.filter((member) => member.owner === members[0]!.owner);
  });
  return [...new Set(found)];
}

const classesCalled = (graph: CodeGraph, name: string): readonly CodeNode[] =>
  called(graph, name).filter(({ kind }) => kind === "Class");

/** What a class contains, and then what its bases contain, the nearest first. */
const membersOf = (graph: CodeGraph, { id }: CodeNode): readonly CodeNode[] =>
  [...hierarchyOf(graph, [id], "outgoing")].flatMap((one) =>
    graph.outgoing(one, "Contain").map(({ to }) => graph.node(to)!),
  );

function lastPart(dotted: string): { readonly owner: string; readonly name: string } {
  const at = dotted.search(/[^./]*$/);
  return { owner: dotted.slice(0, Math.max(0, at - 1)), name: dotted.slice(at) };
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

/** Whether a definition is called what was asked for: not where a place was given, or a base has it. */
export const isCalled = ({ id }: CodeNode, asked: string): boolean =>
  id === asked || `.${id.replace(/[#/]/g, ".")}`.endsWith(`.${asDotted(asked).replace(/\//g, ".")}`);

/** Names that take few changes of letters, five at most: members of the class that was named first. */
function nearestTo(graph: CodeGraph, dotted: string): readonly string[] {
  const { owner, name } = lastPart(dotted);
  const members = classesCalled(graph, owner).flatMap((one) => membersOf(graph, one));
  const files = graph.nodes.filter(({ kind }) => kind === "Module");
  const near = [
    ...nearestNames(namesOf(members), name, 3).map((one) => `${owner}.${one}`),
    ...nearestNames(namesOf(files), baseName(dotted.replace(placed, "$1")), 3, 4),
    ...nearestNames(namesOf(graph.nodes), name, 5),
  ];
  return [...new Set(near)].slice(0, 5);
}

const namesOf = (nodes: readonly CodeNode[]): readonly string[] => nodes.map(({ name }) => name);
