import { spawnSync } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { showAnswer } from "../../src/cli/graph/answers.ts";
import { findSymbol } from "../../src/cli/graph/find-symbol.ts";
import { coderagEnvironment, coderagProgram, runCoderag } from "../helpers/coderag.ts";
import { graphOf } from "../helpers/graph-of.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";

/** The command line as a person starts it, on a repository and on a folder that is none. */
const cart = "class Cart:\n    def add(self):\n        return price()\n\ndef price():\n    return 1\n";
let home: string;
let folder: string;
let repository: TestRepository;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-graph-"));
  folder = join(home, "loose");
  await mkdir(join(folder, "node_modules"), { recursive: true });
  await writeFile(join(folder, "cart.py"), cart);
  await writeFile(join(folder, "node_modules", "theirs.js"), "function theirs() {}\n");
  await writeFile(join(folder, "\u001b[2Jcart.py"), new Uint8Array([0xff]));
  const sale = "from cart import Cart\n\ndef sell():\n    return Cart().add()\n\ndef price():\n    pass\n";
  repository = await makeRepository({ "cart.py": cart, "sale.py": sale });
});

afterAll(async () => {
  await repository?.remove();
  await rm(home, { recursive: true, force: true });
});

const coderag = (...argv: readonly string[]) => runCoderag(home, "graph", ...argv);

describe("coderag graph", () => {
  test("stats counts what the repository has, twice the same, the second time from the cache", async () => {
    const first = await coderag("stats", "--repo", repository.dir, "--json");
    const second = await coderag("stats", "--repo", repository.dir, "--json");
    const [cold, warm] = [JSON.parse(first.out), JSON.parse(second.out)];
    expect(cold).toMatchObject({
      ...{ commit: repository.commit, files: 2, parsed: 2, languages: { python: 2 } },
      ...{ definitions: { Function: 3, Method: 1, Class: 1 } },
    });
    expect(warm).toMatchObject({ parsed: 0, cached: 2, edges: cold.edges, calls: cold.calls });
  });

  test("answers plain lines in a pipe, with the place of each call", async () => {
    const { out, code } = await coderag("callers", "Cart.add", "--repo", repository.dir);
    expect([code, out]).toEqual([0, expect.stringMatching(/^ {2}sale\.py#sell (?:inferred )?sale\.py:4\n$/)]);
  });

  test("of a place that was given, what stands there is named", async () => {
    const named = await coderag("callers", "cart.py#Cart.add", "--repo", repository.dir);
    const placed = await coderag("callers", "cart.py:3", "--repo", repository.dir);
    expect([named.err, placed.err]).toEqual(["", "i cart.py#Cart.add is meant.\n"]);
    expect(placed.out).toBe(named.out);
    const { out } = await coderag("callers", "cart.py", "--repo", repository.dir);
    expect(out).toContain("cart.py is a file, and nothing calls one");
  });

  test("answers for all overloads of a method together", async () => {
    const java = await makeRepository({
      "Log.java":
        'class Log {\n  void say(String s) {}\n  void say(int n) {}\n  void both() { say(1); say("a"); }\n}\n',
    });
    const { out, code } = await coderag("callers", "Log.say", "--repo", java.dir);
    expect([code, out.split("\n")]).toEqual([
      0,
      [
        "Log.java#Log.say void say(String s)",
        "  Log.java#Log.both Log.java:4",
        "",
        "Log.java#Log.say~2 void say(int n)",
        "  Log.java#Log.both Log.java:4",
        "",
      ],
    ]);
    const { out: told } = await coderag("callers", "say", "--repo", java.dir, "--json");
    expect(JSON.parse(told).overloads).toMatchObject([
      { node: "Log.java#Log.say", callers: [{ from: "Log.java#Log.both" }] },
      { node: "Log.java#Log.say~2", callers: [{ from: "Log.java#Log.both" }] },
    ]);
    await java.remove();
  });

  test("finds the path between two definitions", async () => {
    const { out } = await coderag("path", "sell", "cart.py#price", "--repo", repository.dir);
    expect(out.split("\n")[0]).toBe("sale.py#sell");
    expect(out).toContain("calls cart.py#price");
  });

  test("lists several of one name, and names the nearest of none", async () => {
    const several = await coderag("show", "price", "--repo", repository.dir);
    expect([several.code, several.out]).toEqual([1, expect.stringContaining("cart.py#price")]);
    expect(several.out).toContain("sale.py#price");
    const none = await coderag("show", "prize", "--repo", repository.dir);
    expect([none.code, none.err]).toEqual([1, expect.stringContaining("Did you mean price")]);
  });

  test("reads a folder that is no repository and says so", async () => {
    const { out, err, code } = await coderag("export", "--repo", folder);
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(
        /is no git repository: it was read as it is \(2 files\)[\s\S]*cart\.py was not read/,
      ),
    ]);
    expect(err).not.toContain("\u001b");
    expect(JSON.parse(out).nodes.map(({ id }: { id: string }) => id)).toEqual([
      ...["\u001b[2Jcart.py", "cart.py", "cart.py#Cart", "cart.py#Cart.add", "cart.py#price"],
    ]);
  });

  test("draws a picture", async () => {
    const { out } = await coderag("export", "--format", "svg", "--repo", repository.dir);
    const unclear = await coderag("export", "--format", "svg", "--around", "price", "--repo", repository.dir);
    expect(unclear).toMatchObject({ code: 1, out: "", err: expect.stringContaining("sale.py#price") });
    expect(out).toMatch(/^<\?xml[\s\S]*Cart\.add[\s\S]*<\/svg>\s*$/);
  });

  test.each([["graph", "export"], ["--help"]])(
    "a disk that is full is told, without a trace: %j",
    (...argv) => {
      if (!existsSync("/dev/full")) return;
      const { status, stderr } = spawnSync(process.execPath, [coderagProgram, ...argv], {
        ...{ cwd: repository.dir, env: coderagEnvironment(home), encoding: "utf8" },
        stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
      });
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^The output cannot be written: ENOSPC[^\n]*\n$/),
      ]);
    },
  );

  test("refuses what it does not know", async () => {
    expect((await coderag("export", "--format", "gif")).code).toBe(2);
    expect((await coderag("path", "a", "b", "--hops", "none")).code).toBe(2);
    expect((await coderag("stats", "--repo", "nowhere")).err).toContain("nowhere is not a folder");
    expect((await coderag("stats", "--repo", folder, "--scip", folder)).err).toContain("There is no index");
    expect((await coderag("export", "--format", "dot", "--around", "price")).code).toBe(2);
    expect((await coderag("export", "--format", "svg", "--json")).code).toBe(2);
  });
});

describe("the answer to show", () => {
  const graph = graphOf(
    [
      ["src/a.py#Parser", 1, 9],
      ["src/a.py#Parser.parse", 2, 3, { visibility: "protected", decorators: ["cached\u001b[2J"] }],
      ["tests/test_a.py#test_parse", 1, 2],
      ["tests/test_a.py#test_more", 4, 5],
    ],
    [
      ["tests/test_a.py#test_parse", "Call", "src/a.py#Parser.parse", { line: 2 }],
      ["tests/test_a.py#test_more", "Call", "tests/test_a.py#test_parse", { line: 5 }],
    ],
  );
  const shown = (id: string): readonly string[] =>
    showAnswer(graph, graph.node(id)!)
      .text((_, text) => text)
      .split("\n");
  test("says who may use it, its decorators and its tests", () => {
    expect(shown("src/a.py#Parser.parse").slice(0, 3)).toEqual([
      "src/a.py#Parser.parse Method, src/a.py:2-3, protected",
      "@cached [2J",
      "parse()",
    ]);
    expect(shown("src/a.py#Parser.parse").slice(-3)).toEqual([
      "tests (2)",
      "  tests/test_a.py#test_parse tests/test_a.py:2",
      "  tests/test_a.py#test_more through tests/test_a.py#test_parse tests/test_a.py:5",
    ]);
  });
  test("says nothing of tests of a test", () => {
    expect(shown("tests/test_a.py#test_parse").filter((line) => line.startsWith("tests ("))).toEqual([]);
  });
});

describe("a symbol", () => {
  const graph = graphOf([
    ["src/a.py#Parser", 1, 9],
    ["src/a.py#Parser.parse", 2, 3],
    ["src/b.py#Parser", 1, 2],
    ["src/b.py#parse", 4, 5],
  ]);
  test.each([
    ["src/a.py#Parser.parse", ["src/a.py#Parser.parse"]],
    ["Parser.parse", ["src/a.py#Parser.parse"]],
    ["Parser", ["src/a.py#Parser", "src/b.py#Parser"]],
    ["b.py", ["src/b.py"]],
    ["parse", ["src/b.py#parse"]],
  ])("%s", (asked, expected) => {
    const found = findSymbol(graph, asked);
    expect((found.kind === "one" ? [found.node] : found.nodes).map(({ id }) => id)).toEqual(expected);
  });
  test("that steers the terminal is shown without that", () => {
    expect(() => findSymbol(graph, "\u001b[2Jx")).toThrow(/^Nothing here is called {2}?\[2Jx\.$/);
  });
});
