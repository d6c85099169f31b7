import { afterEach, describe, expect, test } from "@jest/globals";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import type { GivenIndex } from "../../src/retrieval/use-index.ts";
import { openLocal } from "../../src/workspace/open-local.ts";
import { overlay } from "../../src/workspace/overlay.ts";
import { makeRepository, type TestFiles, type TestRepository } from "../helpers/repository.ts";
import { marked, scipOf } from "../helpers/scip.ts";

let repository: TestRepository | undefined;
afterEach(async () => {
  await repository?.remove();
  repository = undefined;
});

const cart = marked(
  "cart.py",
  `class ‹Cart:=cart/Cart#›:
    def ‹total:=cart/Cart#total().›(self): pass
def ‹use:=cart/use().›(‹c:=cart/use().(c)›):
    ‹c=cart/use().(c)›.first().‹total=cart/Cart#total().›()
`,
);
const index = scipOf([cart.document]);

async function draw(
  files: TestFiles,
  indexes: readonly GivenIndex[] = [],
  changes: Parameters<typeof overlay>[1] = [],
) {
  repository = await makeRepository(files);
  const signal = AbortSignal.timeout(240_000);
  const workspace = await openLocal(repository.dir, signal);
  try {
    const { graph, notes, stats } = await indexWorkspace(overlay(workspace, changes), { indexes }, signal);
    const calls = graph.nodes.flatMap(({ id }) => graph.outgoing(id, "Call").map(({ to }) => `${id} ${to}`));
    return { calls, notes: notes.filter((note) => /index|scip/.test(note)), precise: stats.precise };
  } finally {
    await workspace.close();
  }
}

describe("an index is taken", () => {
  const at = (folder: string) => [`${folder}cart.py#use ${folder}cart.py#Cart.total`];

  test.each<[string, TestFiles, readonly string[]]>([
    ["from the top", { "cart.py": cart.text, "index.scip": index }, at("")],
    ["from a folder, for that folder", { "lib/cart.py": cart.text, "lib/index.scip": index }, at("lib/")],
    [
      "from the top, made in a folder",
      {
        "packages/lib/cart.py": cart.text,
        "index.scip": scipOf([cart.document], "file:///runner/work/shop/packages/lib"),
      },
      at("packages/lib/"),
    ],
    ["from nowhere", { "cart.py": cart.text }, []],
  ])("%s", async (_, files, expected) => {
    const { calls, notes, precise } = await draw(files);
    expect([calls, notes, precise?.added]).toEqual([expected, [], expected.length || undefined]);
  });

  test("that is given rather than committed", async () => {
    const given = { name: "the build's index", bytes: index };
    expect((await draw({ "cart.py": cart.text }, [given])).calls).toEqual(at(""));
  });
});

describe("an index is left out, and that is said", () => {
  test.each<[string, TestFiles, string]>([
    [
      "where it is none",
      { "cart.py": cart.text, "index.scip": "no index\n" },
      "index.scip was not used: it is damaged, or no index in the form of SCIP.",
    ],
    [
      "where one document is damaged",
      { "cart.py": cart.text, "index.scip": scipOf([Buffer.concat([cart.document, Buffer.from([18])])]) },
      "Left out of index.scip, as damaged or too large: 1.",
    ],
    [
      "where it is about other files",
      { "other.py": cart.text, "index.scip": index },
      "index.scip is about no file of this repository.",
    ],
    [
      "where the file has changed since",
      { "cart.py": `import os\n${cart.text}`, "index.scip": index },
      "An index is of another version of 1 file: calls in them are inferred.",
    ],
    [
      "where its paths lead out of the repository",
      { "cart.py": cart.text, "index.scip": scipOf([marked("../cart.py", "").document]) },
      "index.scip is about no file of this repository.",
    ],
  ])("%s", async (_, files, note) => {
    expect(await draw(files)).toMatchObject({ calls: [], notes: [note] });
  });

  test("for the files that a draft changes", async () => {
    const files = { "cart.py": cart.text, "index.scip": index };
    const change = { path: "cart.py", before: cart.text, after: `import os\n${cart.text}` };
    expect(await draw(files, [], [change])).toMatchObject({ calls: [], precise: { stale: 1, files: 0 } });
  });
});
