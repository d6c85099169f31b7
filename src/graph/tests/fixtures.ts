/** Fixtures of pytest: a test names one as a parameter, and nobody calls it. */
import type { CodeGraph, CodeNode } from "../graph.ts";

export const isFixture = ({ decorators }: CodeNode): boolean =>
  decorators.some((decorator) => /^(?:\w+\.)*fixture\b/.test(decorator));

/**
 * The tests and fixtures that a fixture is handed to: those with a parameter of its name, in its file or, for one
 * of a `conftest.py`, anywhere below its folder.
 */
export function fixtureUsers(graph: CodeGraph, fixture: CodeNode): readonly CodeNode[] {
  const name = nameOf(fixture);
  const { path } = fixture;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const isShared = path.endsWith("conftest.py");
  return (usersByName(graph).get(name) ?? []).filter(
    (user) => user !== fixture && (isShared ? user.path.startsWith(folder) : user.path === path),
  );
}

/** `@pytest.fixture(name="client")` may give another name than the function's. */
function nameOf({ name, decorators }: CodeNode): string {
  for (const decorator of decorators) {
    const said = /\bfixture\(.*\bname=["'](\w+)["']/.exec(decorator)?.[1];
    if (said !== undefined) return said;
  }
  return name;
}

const known = new WeakMap<CodeGraph, ReadonlyMap<string, readonly CodeNode[]>>();

/** Python functions in test files by the names of their parameters; worked out once for each graph. */
function usersByName(graph: CodeGraph): ReadonlyMap<string, readonly CodeNode[]> {
  let users = known.get(graph);
  if (!users) {
    const byName = new Map<string, CodeNode[]>();
    for (const node of graph.nodes) {
      if (!node.test || !node.path.endsWith(".py")) continue;
      for (const name of parametersOf(node)) {
        const list = byName.get(name);
        if (list) list.push(node);
        else byName.set(name, [node]);
      }
    }
    users = byName;
    known.set(graph, users);
  }
  return users;
}

/** Parameters that are handed over: those without a default. */
function parametersOf({ kind, signature }: CodeNode): readonly string[] {
  if (kind !== "Function" && kind !== "Method") return [];
  const list = /^(?:async )?def \w+\s*\((.*)\)/.exec(signature)?.[1] ?? "";
  const bare = list.replace(/\[[^[\]]*\]|\([^()]*\)/g, "");
  return bare.split(",").flatMap((part) => /^\s*(\w+)\s*(?::[^=]*)?$/.exec(part)?.[1] ?? []);
}
