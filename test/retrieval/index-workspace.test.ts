import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import { openLocal } from "../../src/workspace/open-local.ts";
import { makeRepository, type TestFiles, type TestRepository } from "../helpers/repository.ts";

const files: TestFiles = {
  "README.md": "# Read me\n",
  "package.json": '{ "name": "shop", "imports": { "#lib/*": "./lib/*.ts" } }\n',
  "lib/price.ts": "/** Adds tax. */\nexport function withTax(n: number): number {\n  return n * 1.2;\n}\n",
  "app.ts": 'import { withTax } from "#lib/price";\nexport const total = (n: number) => withTax(n);\n',
  "link.ts": { mode: "120000", content: "app.ts" },
  "bad.py": new Uint8Array([0xff, 0xfe, 0x00]),
  "tools/a.py": "import tools.b\n\ndef main():\n    tools.b.run()\n",
  "tools/b.py": "def run(): pass\n",
};

let repository: TestRepository;
let cacheDir: string;
beforeEach(async () => {
  repository = await makeRepository(files);
  cacheDir = mkdtempSync(join(tmpdir(), "coderag-cache-"));
});
afterEach(async () => {
  await repository.remove();
  rmSync(cacheDir, { recursive: true, force: true });
});

async function index() {
  const signal = AbortSignal.timeout(240_000);
  const workspace = await openLocal(repository.dir, signal);
  try {
    return await indexWorkspace(workspace, { cacheDir }, signal);
  } finally {
    await workspace.close();
  }
}

describe("indexWorkspace", () => {
  test("draws the graph of what is committed", async () => {
    const { graph, notes, stats } = await index();
    expect(graph.nodes.filter((node) => node.kind === "Module").map((node) => node.id)).toEqual([
      "README.md",
      "app.ts",
      "bad.py",
      "lib/price.ts",
      "package.json",
      "tools/a.py",
      "tools/b.py",
    ]);
    expect(graph.outgoing("app.ts#total", "Call").map((edge) => edge.to)).toEqual(["lib/price.ts#withTax"]);
    expect(graph.outgoing("tools/a.py#main").map((edge) => edge.to)).toEqual(["tools/b.py#run"]);
    expect(notes).toEqual(["bad.py was not read for the code graph: it is not text in UTF-8."]);
    expect(stats).toMatchObject({ files: 7, parsed: 4, cached: 0, skipped: 1, definitions: 4 });
    expect(stats.edges.Call).toEqual({ exact: 2, inferred: 0, ambiguous: 0 });
  });

  test.each([
    [["a"], "a"],
    [["a", "b/c", "d", "e", "f"], "a, b/c, d and 2 more"],
  ])("says which submodules are not in it: %j", async (modules, listed) => {
    for (const path of modules)
      await repository.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},${path}`);
    await repository.git("commit", "-q", "-m", "modules");
    const { notes } = await index();
    expect(notes.at(-1)).toBe(
      `Submodules were not read for the code graph, being repositories of their own: ${listed}.`,
    );
  });

  test.each([
    ["a file that others would call large", " ".repeat(2 ** 20), "it has 1 MB or more"],
    ["a name in Latin-1", new Uint8Array([0x23, 0xa9, 0x0a]), "it is not text in UTF-8"],
    ["a binary file", new Uint8Array([0x00]), "it is not text in UTF-8"],
  ])("says why a file was left out: %s", async (_, content, reason) => {
    const odd = await makeRepository({ "odd.py": content, "even.py": "def run(): pass\n" });
    const workspace = await openLocal(odd.dir);
    const { notes } = await indexWorkspace(workspace, {}, AbortSignal.timeout(240_000));
    await workspace.close();
    await odd.remove();
    expect(notes).toEqual([`odd.py was not read for the code graph: ${reason}.`]);
  });

  test("says where types lead back to themselves further than they are followed, from the cache too", async () => {
    await repository.add({
      "circle.ts": "type L = { [P in keyof L]: L[P] };\nexport const go = (l: L) => l.a.b.go();\n",
    });
    for (const origin of ["cold", "snapshot"]) {
      const { notes, stats } = await index();
      expect(stats.origin.kind).toBe(origin);
      expect(notes).toContainEqual(expect.stringMatching(/^The code graph may lack edges where types/));
    }
  });

  test("reads only what has changed, and draws the same", async () => {
    const first = await index();
    const second = await index();
    expect(second.stats).toMatchObject({ parsed: 0, cached: 4 });
    expect(second.graph.nodes).toEqual(first.graph.nodes);
    await repository.add({ "tools/b.py": "def walk(): pass\n" });
    const third = await index();
    expect(third.stats).toMatchObject({ parsed: 1, cached: 3 });
    expect(third.graph.outgoing("tools/a.py#main")).toEqual([]);
  });
});
