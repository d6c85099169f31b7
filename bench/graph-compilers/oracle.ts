/** What a compiler says, in the terms of the comparison with other indexers. */
import { readFileSync } from "node:fs";
import type { CodeGraph, CodeNode } from "../../src/graph/graph.ts";
import type { Judge, Verdict } from "../graph-truth/compare.ts";
import type { CallPlace } from "../graph-truth/syntax.ts";

/** One line of what JavaCalls.java, CSharpCalls.cs, clang_calls.py, rust_told.py, go_calls.go, php_calls.php, php_runs.php and ruby_told.py print. */
export interface ToldCall {
  readonly kind: "call" | "new" | "this" | "reference" | "read" | "inherit";
  readonly file: string;
  /** 1-based place of the called name. */
  readonly line: number;
  readonly column: number;
  /** Of `inherit` the base, where it is said. */
  readonly callee: string;
  /** `path:line` of the definition's name, `outside` or `unclear`. */
  readonly truth: string;
  /** `path:line:name` of the method, else the class, in which the call stands. */
  readonly caller?: string;
  /** It was seen to be called: of other calls nothing is known, neither on its line nor elsewhere. */
  readonly seen?: true;
  /** Of what was seen: the methods that the one which ran overrides, nearest first. By its types a call may mean any of these. */
  readonly behind?: readonly string[];
  /** Of `inherit`: `path:line:name` of the class that is the heir. */
  readonly heir?: string;
}

export const readTold = (path: string): readonly ToldCall[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ToldCall);

export interface CompilerOracle {
  readonly judge: Judge;
  readonly places: ReadonlyMap<string, { readonly calls: readonly CallPlace[] }>;
}

/** `kinds` are those that count as calls. A constructor and its class are one callee. */
export function createCompilerOracle(
  graph: CodeGraph,
  all: readonly ToldCall[],
  kinds: ReadonlySet<string>,
): CompilerOracle {
  // A run also comes to what is no file of the repository: what a package manager puts there.
  const isRead = (path: string): boolean => graph.inFile(path).length > 0;
  const told = all.filter(
    ({ kind, seen, file, truth }) =>
      kinds.has(kind) && (!seen || (isRead(file) && isRead(truth.replace(/:\d+$/, "")))),
  );
  const calls = new Map<string, CallPlace[]>();
  const truths = new Map<string, ToldCall>();
  for (const one of told) {
    const place = { line: one.line - 1, column: one.column - 1, name: one.callee, startLine: one.line - 1 };
    calls.set(one.file, [...(calls.get(one.file) ?? []), place]);
    truths.set(`${one.file} ${place.line}:${place.column} ${one.callee}`, one);
  }
  const same = (id: string): string => {
    const node = graph.node(id);
    const owner = node?.owner === undefined ? undefined : graph.node(node.owner);
    // A class in a class of its name is another one: `new Foo() { }` within Foo.
    const isMaker = owner?.kind === "Class" && owner.name === node?.name && node.kind !== "Class";
    return isMaker ? owner.id : id;
  };
  const verdict = (path: string, { line, column, name }: CallPlace): Verdict => {
    const { truth, behind = [] } = truths.get(`${path} ${line}:${column} ${name}`)!;
    if (truth === "unclear") return { kind: "silent" };
    if (truth === "outside") return { kind: "outside", symbol: name };
    const may = [truth, ...behind].map((place) => nodeAt(graph, place, name) ?? nodeAt(graph, place));
    const from = nodeAt(graph, `${path}:${line + 1}`) ?? graph.inFile(path)[0];
    const ours = new Set(from && graph.outgoing(from.id, "Call").map(({ to }) => to));
    const node = may.find((one) => one && ours.has(one.id)) ?? may.at(-1);
    return node ? { kind: "node", id: same(node.id) } : { kind: "no node", symbol: truth };
  };
  const holder = (path: string, { line, column, name }: CallPlace): string | undefined => {
    const { caller } = truths.get(`${path} ${line}:${column} ${name}`)!;
    return caller === undefined ? undefined : nodeNamed(graph, caller)?.id;
  };
  const inherit = new Set<string>();
  /** Heirs of something that is not told. */
  const openHeirs = new Set<string>();
  for (const { kind, heir, truth, callee } of all) {
    if (kind !== "inherit") continue;
    if (truth === "unclear") {
      const open = nodeNamed(graph, heir!);
      if (open) openHeirs.add(open.id);
      continue;
    }
    const [from, to] = [nodeNamed(graph, heir!), nodeAt(graph, truth, callee) ?? nodeAt(graph, truth)];
    if (from && to) inherit.add(`${from.id} ${to.id}`);
  }
  // Also those of which it says no more than that somebody builds on them: an interface calls nothing.
  const builtOn = all.flatMap(({ kind, truth }) =>
    kind === "inherit" ? (/^(.+):\d+$/.exec(truth)?.[1] ?? []) : [],
  );
  const files = new Map(
    [...all.map(({ file }) => file).filter(isRead), ...builtOn].map((file) => [file, file]),
  );
  const places = new Map([...files.keys()].map((file) => [file, { calls: calls.get(file) ?? [] }]));
  const isPartial = all.some(({ seen }) => seen);
  return { judge: { documents: files, same, verdict, holder, isPartial, inherit, openHeirs }, places };
}

/** A class without a name has that of its base, as it is written there: `Outer.Inner`. */
const isNamed = (node: CodeNode, name: string | undefined): boolean =>
  name === undefined || node.name === name || node.name.endsWith(`.${name}`);

/** The innermost node of that name around `path:line:name`. */
function nodeNamed(graph: CodeGraph, said: string): CodeNode | undefined {
  const colon = said.lastIndexOf(":");
  return nodeAt(graph, said.slice(0, colon), said.slice(colon + 1));
}

/** The innermost node around `path:line`, where a definition's name stands. */
function nodeAt(graph: CodeGraph, place: string, name?: string): CodeNode | undefined {
  const colon = place.lastIndexOf(":");
  const line = Number(place.slice(colon + 1));
  let best: CodeNode | undefined;
  for (const node of graph.inFile(place.slice(0, colon)))
    if (node.kind !== "Module" && isNamed(node, name) && node.startLine <= line && line <= node.endLine)
      if (!best || node.endLine - node.startLine < best.endLine - best.startLine) best = node;
  return best;
}
