import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import type { OpenedPull } from "../helpers/github/review-actions.ts";
import { faulty, finding, handIn, model, verdicts } from "./faulty-cart.ts";
import { createHold, type Hold } from "./hold.ts";
import { shop } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

let app: WholeApp;
let held: Hold | undefined;

beforeAll(async () => {
  const around = (surroundings: Surroundings): Surroundings => ({
    ...surroundings,
    options: { ...surroundings.options, format: "on" },
    openWorkspace: async (base, signal) => {
      await held?.wait(signal);
      return surroundings.openWorkspace(base, signal);
    },
  });
  app = await startWholeApp(
    {
      repositories: [{ owner: "acme", name: "shop", files: shop }],
      users: { ada: "write", mia: "maintain", eve: "write" },
    },
    { around },
  );
});
afterAll(() => app?.close());

const open = (files: Record<string, string>) => app.unheard(() => app.github.openPull(files, { as: "ada" }));
const suggest = ({ number }: OpenedPull) => app.command(number, "/coderag suggest", "ada");
const checkOf = (id: string) => app.github.checks().find(({ externalId }) => externalId === id);

const wrongTest = `${shop["tests/test_cart.py"]}

def test_discounted():
    cart = Cart()
    cart.add(Decimal("10"))
    assert cart.discounted(Decimal("25")) == Decimal("75")
`;
const ofTest = '=== tests/test_cart.py\n15:     assert cart.discounted(Decimal("25")) == Decimal("7.50")';

test("a cure of two files has a button for each; what is left of it is not told again", async () => {
  const pull = await open({ "shop/cart.py": faulty, "tests/test_cart.py": wrongTest });
  app.answerWith(model(handIn(finding({ edits: `${finding().edits}\n${ofTest}` })), verdicts("holds")));
  await suggest(pull);
  const comments = app.github.reviewComments(pull.number);
  expect(comments.map(({ path, line }) => [path, line])).toEqual([
    ["shop/cart.py", 22],
    ["tests/test_cart.py", 15],
  ]);
  expect(comments[1]!.body).toContain("**Part 2 of 2**, with part 1 at `shop/cart.py:22`.");
  await app.github.commitSuggestion(comments[0]!);
  const again = finding({ title: "The test is wrong", path: "tests/test_cart.py", line: 15, edits: ofTest });
  app.answerWith(model(handIn(again), verdicts("holds")));
  await suggest(pull);
  expect(app.github.reviewComments(pull.number)).toHaveLength(2);
  expect(await app.github.thread(comments[0]!)).toEqual({ resolved: true, outdated: true });
  expect(await app.github.thread(comments[1]!)).toEqual({ resolved: false, outdated: false });
  const now = await app.github.commitSuggestion(comments[1]!);
  const { repository } = app.github.repository();
  const files = await repository.git("show", `${now}:shop/cart.py`, `${now}:tests/test_cart.py`);
  expect(files).toMatch(/percent\) \/ 100\)[\s\S]+Decimal\("7\.50"\)/);
});

test("the cure of a fault that was told without one comes when somebody finds it, once", async () => {
  const pull = await open({ "shop/cart.py": faulty, "tests/test_cart.py": wrongTest });
  const other = finding({ title: "The test", path: "tests/test_cart.py", line: 15, edits: ofTest });
  const told: string[] = [];
  const look = async (one: object, verdict = "holds") => {
    const answer = model(handIn(one, other), verdicts(verdict, "holds"));
    app.answerWith((request) => {
      if (request.body.tools?.length) told.push(String(request.body.messages[1]!.content));
      return answer(request);
    });
    const { id } = await suggest(pull);
    return checkOf(id)!.annotations.length;
  };
  const bodies = () => app.github.reviewComments(pull.number).map(({ path }) => path);
  expect(await look(finding(), "fault-only")).toBe(1);
  expect(bodies()).toEqual(["tests/test_cart.py"]);
  expect(await look(finding({ edits: "" }))).toBe(0);
  expect(await look(finding())).toBe(0);
  expect(bodies()).toEqual(["tests/test_cart.py", "shop/cart.py"]);
  expect(await look(finding())).toBe(0);
  expect(bodies()).toHaveLength(2);
  const title = "shop/cart.py: The discount is ten times too small";
  expect(told.map((prompt) => prompt.includes(`- ${title} (told without a cure)\n`))).toEqual([
    ...[false, true, true, false],
  ]);
  expect(told.at(-1)).toContain(`- ${title}\n`);
});

test("what a maintainer told on the diff is known to the model; what others told there is not", async () => {
  const pull = await open({ "shop/cart.py": faulty });
  const remark = (body: string, as: string) =>
    app.github.commentOnDiff(pull.number, { path: "shop/cart.py", line: 22, body }, as);
  await remark("Ten times too small.", "mia");
  await remark("Better:\n```suggestion\n    return 1\n```", "mia");
  await remark("There is no fault here.", "eve");
  await remark("I mean it so.", "ada");
  app.github.setPermission("eve", "read");
  let prompt = "";
  app.answerWith((request) => {
    prompt = String(request.body.messages[1]!.content);
    return handIn();
  });
  await suggest(pull);
  const [, told] = /by a maintainer; do not repeat[^\n]*\n\n<data[^\n]*\n([\s\S]*?)\n<\/data/.exec(prompt)!;
  expect(told!.split("\n")).toEqual([
    "- shop/cart.py:22: Ten times too small. (by a maintainer, told without a cure)",
    "- shop/cart.py:22: Better: ```suggestion return 1 ``` (by a maintainer)",
  ]);
});

test.each([
  [70, ["4", "78"], "One does not compile without the other: add all of them to one batch"],
  [20, ["5-28"], ""],
])(
  "an import of Go %i lines from its use has a button of its own where one is too few",
  async (far, lines, says) => {
    const constants = Array.from({ length: far }, (_, at) => `const c${at} = ${at}`);
    const text = [
      "package shop",
      "",
      "import (",
      '\t"strconv"',
      ")",
      ...constants,
      "",
      "func Price(s string) (float64, error) {",
      "\treturn strconv.ParseFloat(s, 64)",
      "}",
      "",
    ];
    const pull = await open({ "shop/price.go": text.join("\n") });
    const use = text.indexOf("\treturn strconv.ParseFloat(s, 64)") + 1;
    const edits = `=== shop/price.go\n4+: \t"strings"\n${use}: \treturn strconv.ParseFloat(strings.TrimSpace(s), 64)`;
    app.answerWith(model(handIn(finding({ path: "shop/price.go", line: use, edits })), verdicts("holds")));
    await suggest(pull);
    const comments = app.github.reviewComments(pull.number);
    expect(comments.map(({ startLine, line }) => (startLine ? `${startLine}-${line}` : `${line}`))).toEqual(
      lines,
    );
    for (const { body } of comments) expect(body).toContain(says);
  },
);

test("of two cures whose places lie between each other's both have their buttons, and one import does", async () => {
  const text = [
    "def ratio(part, whole):",
    ...Array.from({ length: 24 }, (_, at) => `    x${at + 2} = whole`),
  ];
  const pull = await open({ "shop/ratio.py": `${text.join("\n")}\n` });
  const cure = (line: number, more: object, ...edits: string[]) =>
    finding({
      ...{ path: "shop/ratio.py", line, ...more },
      edits: ["=== shop/ratio.py", "1_: import math", ...edits].join("\n"),
    });
  const better = cure(16, {}, "16:     x16 = math.floor(whole)");
  const more = { title: "Another", severity: "low" };
  const other = cure(13, more, "13:     x13 = math.ceil(whole)", "20:     x20 = part");
  app.answerWith(model(handIn(better, other), verdicts("holds", "holds")));
  await suggest(pull);
  const comments = app.github.reviewComments(pull.number);
  expect(comments.map(({ line }) => line)).toEqual([1, 16, 13, 20]);
  for (const { body } of comments.slice(2))
    expect(body).toContain("It needs the other suggestion at `shop/ratio.py:1`, too.");
  let now = "";
  for (const comment of comments) now = await app.github.commitSuggestion(comment);
  const expected = text
    .with(15, "    x16 = math.floor(whole)")
    .with(12, "    x13 = math.ceil(whole)")
    .with(19, "    x20 = part");
  const { repository } = app.github.repository();
  expect(await repository.git("show", `${now}:shop/ratio.py`)).toBe(
    ["import math", "", "", ...expected].join("\n"),
  );
});

test("a cure is laid out as its repository is", async () => {
  const pull = await open({ "shop/cart.py": faulty, "ruff.toml": "[format]\n" });
  const edits = "=== shop/cart.py\n22:         return round_cents(self.total()*(100 - percent)/100 )";
  app.answerWith(model(handIn(finding({ edits })), verdicts("holds")));
  await suggest(pull);
  const said = app.github.reviewComments(pull.number).map(({ body }) => body);
  expect(said.join()).toContain("\n        return round_cents(self.total() * (100 - percent) / 100)\n```");
});

test("a cancelled review is said to tell its end where it does", async () => {
  const pull = await open({ "shop/cart.py": faulty });
  held = createHold();
  const { id } = await app.github.comment(pull.number, "/coderag suggest", { as: "ada" });
  await held.reached;
  await app.command(pull.number, "/coderag cancel", "ada");
  const run = await app.ended(id);
  held.release();
  held = undefined;
  expect((await app.said(pull.number)).join()).toContain("its own check run says how it ended.");
  expect(checkOf(run.id)!.output["summary"]).toContain("**Cancelled by `ada`.**");
});

test.each([
  ["nothing", { "shop/cart.py": shop["shop/cart.py"] }, "- No line of any file is new."],
  ["a lock file", { "yarn.lock": "x\n" }, "- Not looked at: yarn.lock (a lock file)."],
])("of a pull request that changes %s nothing was looked at", async (_, files, said) => {
  const pull = await open(files);
  const run = await suggest(pull);
  const listed = app.github.requests.filter(({ path }) => path.endsWith(`/pulls/${pull.number}/files`));
  expect(listed).toHaveLength(1);
  const { title, summary } = checkOf(run.id)!.output;
  expect(title).toBe("Nothing was looked at.");
  expect(summary).toContain(`**Nothing was looked at.**\n\n${said}\n\n`);
});
