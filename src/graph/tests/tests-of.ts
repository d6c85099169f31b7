/** Which tests reach a definition: by calls, through helpers and fixtures; else by imports; else by the names of files. */

import { callsOfConstructor } from "../construction.ts";
import type { CodeGraph, CodeNode } from "../graph.ts";
import { callsThrough } from "../overrides.ts";
import { fixtureUsers, isFixture } from "./fixtures.ts";
import { testsNamedFor } from "./test-names.ts";

export interface TestTie {
  /** A definition in a test file or, where a test is no definition of its own, the file. */
  readonly test: CodeNode;
  /** `call`: it runs the definition; `import`: it imports its file; `name`: only its file's name says so. */
  readonly by: "call" | "import" | "name";
  /** Calls from the test to the definition: 1 where it calls it itself. */
  readonly hops: number;
  /** The definition next on the way, which the test itself calls or imports; undefined where only a name says so. */
  readonly via: CodeNode | undefined;
  /** 1-based lines of the test's file on which it does; none where a fixture is handed over. */
  readonly lines: readonly number[];
}

export interface TestsOptions {
  /** Calls at most from the test to the definition; 3 where not given. */
  readonly hops?: number;
  /** `dynamic`: also calls of the methods that a method overrides, which may reach it; `static` where not given. */
  readonly dispatch?: "static" | "dynamic";
}

/** Definitions that are walked at most: what everything calls is reached by every test. */
const maxWalked = 2_000;

/**
 * The tests of a definition, nearest first; of a class or file, of all that it contains. A test's helper counts only
 * where no test is found that goes through it. Imports count where nothing calls, names where nothing imports.
 * Unknown id: empty.
 */
export function testsOf(
  graph: CodeGraph,
  id: string,
  { hops = 3, dispatch = "static" }: TestsOptions = {},
): readonly TestTie[] {
  const node = graph.node(id);
  if (!node) return [];
  const calling = testsCalling(graph, node, { hops, dispatch });
  if (calling.length > 0) return calling;
  const importing = testsImporting(graph, node);
  if (importing.length > 0) return importing;
  return testsNamedFor(graph, node.path).map((test) => ({
    test,
    by: "name",
    hops: 0,
    via: undefined,
    lines: [],
  }));
}

function testsCalling(
  graph: CodeGraph,
  node: CodeNode,
  { hops: most, dispatch }: Required<TestsOptions>,
): readonly TestTie[] {
  const found = new Map<CodeNode, TestTie>();
  const helpers = new Set<CodeNode>();
  const seen = new Set<CodeNode>(withInner(graph, node));
  let ring = [...seen];
  for (let hops = 1; hops <= most && seen.size < maxWalked; hops++) {
    const next: CodeNode[] = [];
    for (const via of ring)
      for (const [user, lines] of usersOf(graph, via, dispatch)) {
        if (user.test && via.test && user.kind !== "Module") helpers.add(via);
        if (seen.has(user)) continue;
        seen.add(user);
        if (user.test) found.set(user, { test: user, by: "call", hops, via, lines });
        if (user.kind !== "Module") next.push(user);
      }
    ring = next;
  }
  return [...found.values()].filter(({ test }) => isCase(test) || !helpers.has(test));
}

/** Who calls a definition or builds on it, with the lines; whom a fixture is handed to. */
function usersOf(
  graph: CodeGraph,
  used: CodeNode,
  dispatch: "static" | "dynamic",
): ReadonlyMap<CodeNode, readonly number[]> {
  const users = new Map<CodeNode, number[]>();
  const direct = (["Call", "Inherit"] as const).flatMap((kind) => graph.incoming(used.id, kind));
  const through = dispatch === "static" ? [] : callsThrough(graph, used).flatMap(({ calls }) => calls);
  for (const { from, line } of [...direct, ...callsOfConstructor(graph, used), ...through]) {
    const user = graph.node(from)!;
    const lines = users.get(user);
    if (lines) lines.push(line);
    else users.set(user, [line]);
  }
  if (isFixture(used))
    for (const user of fixtureUsers(graph, used)) if (!users.has(user)) users.set(user, []);
  return users;
}

function withInner(graph: CodeGraph, node: CodeNode): readonly CodeNode[] {
  if (node.kind === "Module") return graph.inFile(node.path);
  const inner = graph.outgoing(node.id, "Contain").map(({ to }) => graph.node(to)!);
  return [node, ...inner.flatMap((one) => withInner(graph, one))];
}

/** What a test runner runs by itself, rather than a helper that tests share. */
export const isCase = ({ kind, name, decorators }: CodeNode): boolean =>
  kind === "Module" ||
  (/^(?:test|Test|Benchmark|Example|Fuzz|it_|spec_)/.test(name) && !/Case$|Base$/.test(name)) ||
  decorators.some((one) => /(?:^|::|\.)(?:test|Test\w*|Fact|Theory|\w*Test|DataRow)\b/.test(one));

function testsImporting(graph: CodeGraph, { path }: CodeNode): readonly TestTie[] {
  const via = graph.node(path);
  if (!via || via.test) return [];
  const ties = new Map<string, TestTie>();
  for (const { from, line } of graph.incoming(path, "Import")) {
    const test = graph.node(from)!;
    if (test.test && !ties.has(from)) ties.set(from, { test, by: "import", hops: 0, via, lines: [line] });
  }
  const named = new Set(testsNamedFor(graph, path).map(({ id }) => id));
  return [...ties.values()].sort((a, b) => Number(named.has(b.test.id)) - Number(named.has(a.test.id)));
}
