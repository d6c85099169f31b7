/** Which files are tests, and which file a test is named for: `test_x.py`, `spec_x.rb`, `x.test.ts`, `x_test.go`, `XTest.java`. */
import { baseName } from "../../source/paths.ts";
import type { CodeGraph, CodeNode } from "../graph.ts";

const testFolder = /(?:^|[/._-])(?:[Tt]ests?|__tests__|specs?|e2e)\//;
const testName = /(?:^test_|[_.-]test\.|[_.-]spec\.|^conftest\.py$|Tests?\.\w+$)/;

/** True where a file is a test by its folder or its name. */
export function isTestPath(path: string): boolean {
  return testFolder.test(path) || testName.test(baseName(path));
}

/** What a file is, and not what it is about: `Search3Test` is of `Search3Controller` where both are in a folder `Subsonic`. */
const role = /(?<=..)(?:controller|command|handler|component|service)(?= \.)/;

/** Tests that need more than the code, `NodeIT.java` among them: unit tests come before them. */
const wide = /(?:^|\/)(?:integration|e2e|acceptance|functional|system)\w*\/|\wIT\.\w+$/;

/** Checked by a compiler, and never run: `test/types/cart.ts`, `cart.test-d.ts`. */
const ofTypes =
  /(?:^|\/)(?:tests?|__tests__|specs?)\/(?:\w+\/)?(?:types?|typings?|tsd|dts)\/|(?:^|\/)test-d\/|\.test-d\.\w+$/;

/** True of a test that only says which types fit. */
export const checksTypes = (path: string): boolean => ofTypes.test(path);

/** The test files that are named for a file, those in the nearest folders first. */
export function testsNamedFor(graph: CodeGraph, path: string): readonly CodeNode[] {
  const [tests, stem] = [testsByStem(graph), stemOf(path)];
  const named = tests.get(stem);
  return (named ?? tests.get(stem.replace(role, "")) ?? [])
    .filter((test) => test.path !== path)
    .map((test) => {
      const needs = Number(wide.test(test.path));
      return { test, near: nearness(test.path, path), needs, depth: test.path.split("/").length };
    })
    .filter(({ near }) => named !== undefined || near > 0)
    .sort(
      (a, b) =>
        b.near - a.near || a.needs - b.needs || a.depth - b.depth || (a.test.path < b.test.path ? -1 : 1),
    )
    .map(({ test }) => test);
}

/**
 * Where no test file is named for a file, those whose name is made of words of its path, half of its own words at least
 * among them: `test_shop_cart.py` of `shop/carts/cart_model.py`. The nearest first.
 */
export function testsAlikeFor(graph: CodeGraph, path: string): readonly CodeNode[] {
  const own = new Set(wordsOf(bareStem(path)));
  const around = new Set([...own, ...path.split("/").slice(0, -1).flatMap(wordsOf)]);
  return [...testsByStem(graph).values()]
    .flat()
    .filter((test) => test.path !== path && endingOf(test.path) === endingOf(path))
    .flatMap((test) => {
      const words = wordsOf(bareStem(test.path));
      const shared = words.filter((word) => own.has(word)).length;
      const fits = shared * 2 >= own.size && shared > 0 && words.every((word) => around.has(word));
      return fits ? [{ test, shared, near: nearness(test.path, path) }] : [];
    })
    .sort((a, b) => b.shared - a.shared || b.near - a.near || (a.test.path < b.test.path ? -1 : 1))
    .map(({ test }) => test);
}

/** `httpClient` and `http_client` are two words. */
const wordsOf = (name: string): readonly string[] =>
  name
    .split(/[._-]+|(?<=[\p{Ll}\d])(?=\p{Lu})/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());

const known = new WeakMap<CodeGraph, ReadonlyMap<string, readonly CodeNode[]>>();

function testsByStem(graph: CodeGraph): ReadonlyMap<string, readonly CodeNode[]> {
  let tests = known.get(graph);
  if (!tests) {
    const modules = graph.nodes.filter((node) => node.kind === "Module" && node.test);
    tests = Map.groupBy(modules, ({ path }) => stemOf(path));
    known.set(graph, tests);
  }
  return tests;
}

/** Names that say nothing of what is in the file: its folder's name does. */
const nameless = /^(?:__init__|index|mod|main|lib|package)$/;

/** What a file is about, and its ending: `query .py` of `query.py`, `test_query.py`, `query/__init__.py`. */
function stemOf(path: string): string {
  return `${bareStem(path).toLowerCase().replace(/[._-]/g, "")} .${endingOf(path)}`;
}

/** The name of a file, or of its folder, without what makes it a test. */
function bareStem(path: string): string {
  const parts = path.split("/");
  const bare = parts
    .at(-1)!
    .replace(/\.[^.]*$/, "")
    .replace(
      isTestPath(path) ? /^(?:tests?|specs?)[._-]|^Tests?(?=\p{Lu})/u : /^tests?[._-]|^Tests?(?=\p{Lu})/u,
      "",
    )
    .replace(/[._-](?:unit[._-])?(?:tests?|specs?)$|(?<=[\p{Ll}\d])(?:Tests?|TestCase|Specs?|IT)$/u, "");
  return nameless.test(bare) && parts.length > 1 ? parts.at(-2)! : bare;
}

/** The ending of a path; those whose files may test each other as one. */
function endingOf(path: string): string {
  const ending = path.slice(path.lastIndexOf(".") + 1);
  if (/^[cm]?[jt]sx?$/.test(ending)) return "js";
  return /^(?:[ch]|cc|hh|[ch](?:pp|xx))$/.test(ending) ? "c" : ending;
}

/** Folders that two paths share, whatever comes between: `src/a/x.py` is near `tests/a/test_x.py`. */
function nearness(a: string, b: string): number {
  const folders = new Set(a.split("/").slice(0, -1));
  return b
    .split("/")
    .slice(0, -1)
    .filter((folder) => folders.has(folder)).length;
}
