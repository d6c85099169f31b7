import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { contextAnswer } from "../../../src/cli/context/answer.ts";
import { beginCoderag, runCoderag } from "../../helpers/coderag.ts";
import { makeRepository, type TestRepository } from "../../helpers/repository.ts";
import { shop } from "../../helpers/shop.ts";

let home: string;
let repository: TestRepository;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-context-"));
  repository = await makeRepository(shop);
});
afterAll(async () => {
  await repository?.remove();
  await rm(home, { recursive: true, force: true });
});
const context = (...argv: readonly string[]) =>
  runCoderag(home, "context", "--repo", repository.dir, ...argv);
const answer = async (...argv: readonly string[]) => {
  const { out, err, code } = await context(...argv, "--json");
  expect([code, err]).toEqual([0, ""]);
  return contextAnswer.strict().parse(JSON.parse(out));
};
const wish = "give the total of the cart with a discount before tax is added";

describe("coderag context", () => {
  test("tells a person where, what for, and at which cost, within 80 columns", async () => {
    const { out, err, code } = await context(wish);
    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(out).not.toContain("\u001b");
    const headings = out.split("\n").filter((line) => /^[A-Z]/.test(line));
    expect(headings).toEqual([
      "Where the change probably belongs",
      "Files",
      "What the new code will probably call or build on",
    ]);
    expect(out).toMatch(/\n\d+ of 8,000 tokens in \d passages of \d files; /);
    expect(out).toContain("Cart.total  shop/cart.py:12\n        def total(self, rate)\n");
  });

  test("answers JSON of the documented shape", async () => {
    const found = await answer(wish);
    expect(found).toMatchObject({ version: 1, retrieval: "bigraph", target: null, budget: 8_000 });
    expect(found.repository).toEqual({
      ...{ directory: repository.dir, commit: repository.commit, uncommitted: 0 },
    });
    expect(found.places.definitions.map(({ id }) => id)).toContain("shop/cart.py#Cart.total");
    expect(found.passages.map(({ text }) => text).join("\n")).toContain("def add_tax(price, rate):");
    expect(found.tokens).toBe(found.passages.reduce((sum, { tokens }) => sum + tokens, 0));
  });

  test("writes Markdown that another agent can read, code as it stands", async () => {
    const { out } = await context(wish, "--markdown");
    expect(out).toContain(`> ${wish}\n`);
    expect(out).toMatch(/^- `shop\/prices\.py#add_tax`, line 10: `def add_tax\(price, rate\)` \(/m);
    expect(out).toContain(
      `### \`shop/prices.py\`, lines 1 to 12\n\n\`\`\`python\n${shop["shop/prices.py"]}\`\`\`\n`,
    );
  });

  test("draws a picture", async () => {
    const { out } = await context("the total with a discount", "--at", "shop/cart.py:13", "--svg");
    expect(out).toMatch(/^<\?xml[\s\S]*Cart\.total[\s\S]*<\/svg>\s*$/);
    expect(out).toMatch(/class="node method marked"/);
  });

  test.each<[string, string]>([
    ["shop/cart.py:13", "shop/cart.py#Cart.total"],
    ["cart.py:6", "shop/cart.py#Cart"],
    ["shop/cart.py:1", "shop/cart.py"],
    ["./shop/cart.py", "shop/cart.py"],
    ["shop/cart.py:13:7", "shop/cart.py#Cart.total"],
  ])("--at %s is %s, which is not looked for", async (at, target) => {
    const found = await answer("the total with a discount", "--at", at);
    expect([found.target, found.places.definitions]).toEqual([target, []]);
    expect(found.support.map(({ id }) => id)).not.toContain(target);
  });

  test("what a place needs is found through what stands around it", async () => {
    const found = await answer("tells the price after a rebate", "--at", "shop/prices.py:10");
    const called = ({ support }: typeof found) =>
      support.find(({ id }) => id === "shop/money.py#round_cents");
    expect(called(found)!.reasons.map(({ signal }) => signal)).toContain("fileCalls");
    const without = await answer(
      ...["tells the price after a rebate", "--at", "shop/prices.py:10"],
      ...["--without", "fileCalls,fileCallsOften"],
    );
    expect(called(without)!.reasons.map(({ signal }) => signal)).not.toContain("fileCalls");
  });

  test("holds the budget and names what was left out", async () => {
    const found = await answer(wish, "--tokens", "120");
    expect(found.tokens).toBeLessThanOrEqual(120);
    expect(found.leftOut.length).toBeGreaterThan(0);
  });

  test.each(["none", "bm25", "graph"])("--retrieval %s is there to compare", async (retrieval) => {
    const found = await answer(wish, "--retrieval", retrieval);
    expect(found.retrieval).toBe(retrieval);
    expect(found.support.length > 0).toBe(retrieval !== "none");
    expect(found.places.definitions).toEqual([]);
  });

  describe("with a recorded run", () => {
    const stacks = (...of: readonly string[]) => of.map((stack) => `${stack} 1\n`).join("");
    const main = "main (/app/start.py:1)";
    const receipt = `${main};receipt (/app/shop/cart.py:16)`;
    const run = stacks(
      `${receipt};total (/app/shop/cart.py:12);sum (<built-in>)`,
      `${receipt};format_amount (/app/shop/money.py:9)`,
    );
    const file = async (name: string, text: string) => {
      await writeFile(join(home, name), text);
      return join(home, name);
    };

    test("shows what ran, and how it was called", async () => {
      const trace = await file("run.folded", run);
      const found = await answer("escape the message", "--trace", trace);
      expect(found.ran).toMatchObject({ own: 3, others: 2 });
      expect(found.ran!.tree).toBe(
        "Cart.receipt shop/cart.py:16\n  Cart.total :12\n  format_amount shop/money.py:9",
      );
      const ran = found.passages.filter(({ route }) => route.includes("ran in the recorded run"));
      expect(ran.map(({ path }) => path)).toEqual(expect.arrayContaining(["shop/cart.py", "shop/money.py"]));
      const passages = found.passages.reduce((sum, { tokens }) => sum + tokens, 0);
      expect(found.tokens).toBe(passages + found.ran!.tokens);
      const { out } = await context("escape the message", "--trace", trace, "--markdown");
      expect(out).toContain("```\nCart.receipt shop/cart.py:16\n  Cart.total :12\n");
    });

    test("leaves out what its start-up calls", async () => {
      const startup = await file("start.folded", stacks(`${receipt};total (/app/shop/cart.py:12)`));
      const trace = await file("run.folded", run);
      const found = await answer("the amount", "--trace", trace, "--startup-trace", startup);
      expect(found.ran!.tree).toBe("Cart.receipt shop/cart.py:16\n  format_amount shop/money.py:9");
    });

    test.each<[string, readonly string[], string, RegExp]>([
      ["a missing file", ["--trace", "no.json"], "", /There is no file no\.json\.\n.*speedscope/],
      ["no trace", ["--trace", "-"], "hello\n", /- is no execution trace.*\n.*docs\/traces\.md/],
      ["another program's", ["--trace", "-"], "a;b 1\n", /None of the 2 functions.*\n.*this repository's/],
      ["half of it", ["--startup-trace", "-"], "a;b 1\n", /start-up trace without a trace.*\n.*--trace FILE/],
      ["the same twice", ["--trace", "-", "--startup-trace", "-"], "", /standard input\.\n.*Name a file/],
    ])("%s is told with the cure", async (_what, argv, input, said) => {
      const { child, ended } = beginCoderag(home, ["context", "--repo", repository.dir, "total", ...argv]);
      child.stdin.end(input);
      const { code, out, err } = await ended;
      expect([code, out, err]).toEqual([1, "", expect.stringMatching(said)]);
    });
  });

  test.each<[string, readonly string[], number, RegExp]>([
    ["an empty requirement", [" "], 1, /requirement is empty.*\n.*coderag context/],
    ["no requirement", [], 2, /missing required argument/],
    [
      "no such file",
      ["x", "--at", "nothing.py:3"],
      1,
      /no file nothing\.py.*\nGive its path .*src\/a\.py:12/,
    ],
    ["a near file", ["x", "--at", "lib/Cart.py:3"], 1, /no file lib\/Cart\.py.*\n.*shop\/cart\.py/],
    ["no such line", ["x", "--at", "shop/cart.py:99"], 1, /has 18 lines.*\n.*from 1 to 18/],
    ["no endpoint", ["x", "--retrieval", "embedding"], 1, /embeddings.*\n.*CODERAG_EMBEDDING_MODEL/],
    ["two forms", ["x", "--json", "--svg"], 2, /cannot be used with/],
    ["an unknown signal", ["x", "--without", "luck"], 2, /The signals are: words, purpose/],
    ["no number", ["x", "--tokens", "many"], 2, /whole number/],
  ])("%s is told with the cure", async (_name, argv, expected, said) => {
    const { code, out, err } = await context(...argv);
    expect([code, out, err]).toEqual([expected, "", expect.stringMatching(said)]);
    expect(err).not.toContain("    at ");
  });

  test("a folder without source is told with the cure", async () => {
    const folder = join(home, "empty");
    await mkdir(folder);
    await writeFile(join(folder, "notes.txt"), "nothing here\n");
    const { code, err } = await runCoderag(home, "context", "x", "--repo", folder);
    expect([code, err]).toEqual([1, expect.stringMatching(/no source.*\n.*--repo/)]);
  });
});

describe("the work tree is what a person sees", () => {
  test("changed, new and deleted files count, ignored and binary ones do not", async () => {
    const mine = await makeRepository({ ...shop, ".gitignore": "out/\n" });
    try {
      const put = (path: string, text: string | Uint8Array) => writeFile(join(mine.dir, path), text);
      await mkdir(join(mine.dir, "out"));
      await put("out/x.py", "def ignored_discount():\n    pass\n");
      await put("shop/rebate.py", 'def rebate(price):\n    """The discount on a price."""\n    return 0\n');
      await put("web/logo.py", new Uint8Array([0, 1, 2]));
      await rm(join(mine.dir, "web/banner.ts"));
      const { out, err, code } = await runCoderag(
        ...([home, "context", "the discount on a price", "--repo", mine.dir, "--json"] as const),
      );
      expect([code, err]).toEqual([0, "i 3 uncommitted files are seen.\n"]);
      const found = contextAnswer.parse(JSON.parse(out));
      const ids = [...found.places.definitions, ...found.support].map(({ id }) => id);
      expect(ids).toContain("shop/rebate.py#rebate");
      expect(ids.filter((id) => /ignored|banner|logo/.test(id))).toEqual([]);
    } finally {
      await mine.remove();
    }
  });
});
