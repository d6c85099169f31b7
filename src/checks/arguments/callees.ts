import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { hierarchyOf } from "../../graph/hierarchy.ts";
import type { PlacedCall, ReadFacts, WrittenFunction } from "./read-file.ts";
import type { Takes } from "./takes.ts";

export interface Callees {
  /** What a call of this definition is to give; undefined where that is not certain. */
  takes(node: CodeNode, call: PlacedCall, from: string): Promise<Takes | undefined>;
}

/** Decorators of Python that leave what a function takes as it is. */
const harmless =
  /^(?:staticmethod|classmethod|(?:abc\.)?abstractmethod|(?:typing\.|typing_extensions\.|t\.)?(?:override|final)|(?:contextlib\.)?(?:async)?contextmanager|(?:functools\.)?(?:lru_cache|cache|wraps)\b.*|pytest\.mark\..*)$/;
/** Bases of Python that have no say in what a constructor takes. */
const plainBase =
  /^(?:object|(?:abc\.)?ABC|(?:typing\.|t\.)?Generic\[.*\]|(?:Base)?Exception|[A-Z]\w*Error|(?:threading\.)?Thread)$/;

export function createCallees(graph: CodeGraph, read: ReadFacts): Callees {
  const functionOf = async (node: CodeNode): Promise<WrittenFunction | undefined> => {
    const facts = await read(node.path);
    const named = facts?.functions.filter(
      ({ name, startLine, endLine }) =>
        name === node.name && startLine >= node.startLine && endLine <= node.endLine,
    );
    // Of functions within each other the outermost is meant.
    return named?.find(({ endLine }) => named.every((one) => one.endLine <= endLine));
  };
  const members = (owner: CodeNode, name: string): readonly CodeNode[] =>
    graph.inFile(owner.path).filter((one) => one.owner === owner.id && one.name === name);

  const ofFunction = async (
    node: CodeNode,
    call: PlacedCall,
    language: string,
  ): Promise<Takes | undefined> => {
    const same = graph.inFile(node.path).filter((one) => one.owner === node.owner && one.name === node.name);
    if (same.length > 1) return undefined;
    const written = await functionOf(node);
    if (!written?.takes) return undefined;
    // An object may have something else by that name: `self.run = given`.
    if ((await read(node.path))?.taken.has(`this.${node.name}`)) return undefined;
    if (language === "python") return pythonTakes(node, written.takes, call, graph);
    const owner = node.owner === undefined ? undefined : graph.node(node.owner);
    // `(*Foo).Run(foo)` gives the object as well.
    const isType = (said = ""): boolean => said.replace(/[()*]/g, "").split(".").at(-1) === owner?.name;
    if (language === "go") return isAlone(node, graph) && !isType(call.receiver) ? written.takes : undefined;
    if (language === "java") return isOnly(node, graph) ? written.takes : undefined;
    if (language !== "rust") return written.takes;
    if (!isAlone(node, graph)) return undefined;
    // So does `Foo::run(&foo)`.
    return written.hasSelf && call.receiver?.endsWith("::") ? undefined : written.takes;
  };

  const ofClass = async (node: CodeNode, call: PlacedCall, language: string): Promise<Takes | undefined> => {
    if (
      graph
        .inFile(node.path)
        .some((one) => one.id !== node.id && one.name === node.name && one.owner === node.owner)
    )
      return undefined;
    if (language === "python") return pythonClass(node);
    if (!call.makes || node.decorators.length > 0) return undefined;
    const [maker, ...more] = members(node, language === "java" ? node.name : "constructor");
    if (!maker || more.length > 0) return undefined;
    return (await functionOf(maker))?.takes;
  };

  const pythonClass = async (node: CodeNode, depth = 0): Promise<Takes | undefined> => {
    const bases = basesOf(node);
    const ours = graph
      .outgoing(node.id, "Inherit")
      .filter(({ sureness }) => sureness === "exact")
      .map(({ to }) => graph.node(to)!);
    const foreign = bases.filter(
      (base) => !ours.some(({ name }) => base.replace(/\[.*/s, "").split(".").at(-1) === name),
    );
    if (depth > 5 || !foreign.every((base) => plainBase.test(base)) || members(node, "__new__").length > 0)
      return undefined;
    // What a base refuses to be judged for holds for its heirs.
    const above = await Promise.all(ours.map((base) => pythonClass(base, depth + 1)));
    if (above.includes(undefined)) return undefined;
    const [maker, ...more] = members(node, "__init__");
    if (more.length > 0) return undefined;
    if (maker) {
      const taken =
        node.decorators.length + maker.decorators.length > 0 ? undefined : (await functionOf(maker))?.takes;
      return taken && withoutFirst(taken);
    }
    if (node.decorators.length === 0)
      return ours.length === 1 && foreign.length === 0 ? above[0] : depth > 0 ? open : undefined;
    const isData =
      node.decorators.length === 1 &&
      /^(?:dataclasses\.)?dataclass(?:\((?!.*\b(?:init|kw_only)\b).*\))?$/s.test(node.decorators[0]!);
    if (!isData || bases.length > 0) return undefined;
    const fields = (await read(node.path))?.fields;
    return fields?.find(({ line }) => line >= node.startLine && line <= node.endLine)?.takes;
  };

  return {
    async takes(node, call, from) {
      const facts = await read(node.path);
      if (
        !facts ||
        (await read(from))?.language.replace("tsx", "typescript") !==
          facts.language.replace("tsx", "typescript")
      )
        return undefined;
      return node.kind === "Class"
        ? ofClass(node, call, facts.language)
        : ofFunction(node, call, facts.language);
    },
  };
}

/** A base that is asked for its heirs' sake, and has no constructor. */
const open: Takes = { placed: [], named: [], rest: true, anyName: true };

/** `A`, `B[int]` of `class C(A, B[int])`; `?` for what gives the class another class. */
function basesOf({ signature }: CodeNode): readonly string[] {
  const written = /\((.*)\)/s.exec(signature)?.[1] ?? "";
  if (written.trim() === "") return [];
  if (/=|\*|…|\.\.\./.test(written)) return ["?"];
  return written.split(/,(?![^[(]*[\])])/).map((base) => base.trim());
}

const withoutFirst = ({ placed, ...more }: Takes): Takes | undefined =>
  placed.length > 0 ? { placed: placed.slice(1), ...more } : more.rest ? { placed, ...more } : undefined;

function pythonTakes(
  node: CodeNode,
  takes: Takes,
  { receiver = "" }: PlacedCall,
  graph: CodeGraph,
): Takes | undefined {
  if (!node.decorators.every((one) => harmless.test(one))) return undefined;
  const owner = node.owner === undefined ? undefined : graph.node(node.owner);
  if (owner?.kind !== "Class") return takes;
  if (mayBeOverridden(node, owner, graph)) return undefined;
  if (node.decorators.includes("staticmethod")) return takes;
  if (node.decorators.includes("classmethod") || receiver === "self") return withoutFirst(takes);
  return undefined;
}

/** True where an object of the class may have another method of that name: of an heir, or of what an heir builds on beside it. */
function mayBeOverridden(node: CodeNode, owner: CodeNode, graph: CodeGraph): boolean {
  const relatives = hierarchyOf(graph, hierarchyOf(graph, [owner.id], "incoming"), "outgoing");
  return graph
    .named(node.name)
    .some((one) => one.id !== node.id && one.owner !== undefined && relatives.has(one.owner));
}

/** No other file of the package has one of the name: builds for other systems. */
function isAlone(node: CodeNode, graph: CodeGraph): boolean {
  const folder = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
  return !graph
    .named(node.name)
    .some(
      (one) =>
        one.id !== node.id &&
        one.qualifiedName === node.qualifiedName &&
        folder(one.path) === folder(node.path),
    );
}

const ofObject = new Set([
  "toString",
  "equals",
  "hashCode",
  "clone",
  "getClass",
  "notify",
  "wait",
  "finalize",
]);

/** No class that has it, or that it comes from, has another one of the name. */
function isOnly(node: CodeNode, graph: CodeGraph): boolean {
  const owner = node.owner === undefined ? undefined : graph.node(node.owner);
  // A base that is not ours may have more of the name, and every class has one.
  return (
    owner !== undefined && !ofObject.has(node.name) && !/\b(?:extends|implements)\b/.test(owner.signature)
  );
}
