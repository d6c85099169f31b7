/** Fixtures of pytest: a test names one as a parameter, and nobody calls it. */
import type { CodeGraph, CodeNode } from "../graph.ts";
import { parametersIn } from "../notation/signatures.ts";

/** A function as far as that is concerned. */
interface Decorated {
  readonly name: string;
  readonly decorators?: readonly string[] | undefined;
}

export const isFixture = ({ decorators = [] }: Decorated): boolean =>
  decorators.some((decorator) => /^(?:\w+\.)*fixture\b/.test(decorator));

/** The name that tests say for a fixture: `@pytest.fixture(name="client")` may give another one than the function's. */
export function fixtureName(one: Decorated): string | undefined {
  if (!isFixture(one)) return undefined;
  const names = one.decorators!.flatMap(
    (decorator) => /\bfixture\(.*\bname=["'](\w+)["']/.exec(decorator)?.[1] ?? [],
  );
  return names[0] ?? one.name;
}

/** By which a fixture is found that has a name for tests. */
export const fixtureKey = (name: string): string => `fixture ${name}`;

/**
 * The tests and fixtures that a fixture is handed to: those with a parameter of its name, in its file or, for one
 * of a `conftest.py`, anywhere below its folder.
 */
export function fixtureUsers(graph: CodeGraph, fixture: CodeNode): readonly CodeNode[] {
  const name = fixtureName(fixture) ?? fixture.name;
  const { path } = fixture;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const isShared = path.endsWith("conftest.py");
  return (usersByName(graph).get(name) ?? []).filter(
    (user) => user !== fixture && (isShared ? user.path.startsWith(folder) : user.path === path),
  );
}

const known = new WeakMap<CodeGraph, ReadonlyMap<string, readonly CodeNode[]>>();

/** Python functions in test files by the names of their parameters; worked out once for each graph. */
function usersByName(graph: CodeGraph): ReadonlyMap<string, readonly CodeNode[]> {
  let users = known.get(graph);
  if (!users) {
    const byName = new Map<string, CodeNode[]>();
    for (const node of graph.nodes) {
      if (!node.test || !node.path.endsWith(".py")) continue;
      if (node.kind !== "Function" && node.kind !== "Method") continue;
      for (const name of parameterNames(node.signature)) {
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
export const parameterNames = (signature: string): readonly string[] =>
  (parametersIn(signature) ?? []).flatMap((part) => /^\s*(\w+)\s*(?::[^=]*)?$/.exec(part)?.[1] ?? []);
