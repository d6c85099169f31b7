import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { builder, edits, handInWith, shop, wish } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

let app: WholeApp;

beforeAll(async () => {
  app = await startWholeApp(
    {
      repositories: [
        { owner: "acme", name: "shop", files: { ...shop, "CONTRIBUTING.md": "Write short names.\n" } },
        { owner: "acme", name: ".github", files: { ".github/coderag.yml": "verbs:\n  implement: false\n" } },
        { owner: "acme", name: "bare", files: shop },
      ],
      users: { ada: "write" },
    },
    { settings: { CODERAG_MODELS: "other, third" } },
  );
});
beforeEach(() => app.answerWith(builder));
afterAll(() => app?.close());

const configure = (text: string) =>
  app.github.repository("acme/shop").repository.add({ ".github/coderag.yml": text });

const implement = async (where = "acme/shop") => {
  const { number } = await app.github.openIssue(wish.title, wish.body, { as: "ada", in: where });
  const run = await app.command(number, "/coderag implement", "ada", where);
  return { run, said: await app.said(number, where) };
};

test("limits, models, language and paths of the default branch are those of the run", async () => {
  await configure(
    "models:\n  implement: other\nlanguage: de\npaths:\n  ignore: [shop/money.py]\nlimits:\n  files: 2\n",
  );
  const asked = app.model.requests.length;
  const { run } = await implement();
  expect(run.state).toBe("delivered");
  const [first] = app.model.requests.slice(asked);
  expect(first!.body.model).toBe("other");
  const prompt = JSON.stringify(first!.body.messages);
  expect(prompt).toContain("will read in German");
  expect(prompt).toContain("shop/cart.py");
  expect(prompt).not.toContain("def round_cents");
  const pull = await app.github.pull(run.pullNumber!);
  expect(pull.body).toContain("Read for the style, as data: `CONTRIBUTING.md`");
});

test.each([
  ["what is protected", "paths:\n  protect: [tests/]", /`tests\/test_discount\.py` is protected/],
  ["what is hidden", "paths:\n  ignore: [tests/**]", /`tests\/test_discount\.py` is protected/],
  ["more files than one", "limits:\n  files: 1", /2 files change; at most 1 are accepted/],
])("nothing changes %s", async (_name, text, complaint) => {
  await configure(text);
  const asked = app.model.requests.length;
  let turn = 0;
  app.answerWith(() => {
    turn += 1;
    return handInWith({ title: `Try ${turn}`, edits: `\`\`\`\n${edits}\`\`\`` });
  });
  const { run } = await implement();
  expect(run.state).toBe("declined");
  const told = app.model.requests[asked + 1]!.body.messages.filter(({ role }) => role === "tool");
  expect(told.map(({ content }) => content)).toEqual([expect.stringMatching(complaint)]);
});

test("a fault is told once, with its line, and the last good configuration goes on", async () => {
  await configure("verbs:\n  implement: false\n");
  expect((await implement()).said).toEqual([
    expect.stringContaining("`implement` is switched off for this repository in `.github/coderag.yml`"),
  ]);
  await configure("verbs:\n  implement: maybe\n  dance: true\n");
  const { number } = await app.github.openIssue(wish.title, wish.body, { as: "ada" });
  const help = await app.command(number, "/coderag help", "ada");
  expect(help.state).toBe("delivered");
  const [told, ...rest] = (await app.said(number)).filter((text) => !text.includes("reads a command"));
  expect(rest).toEqual([]);
  expect(told).toContain("cannot be used, so the last good configuration stays in force");
  expect(told).toContain("- Line 2: verbs.implement must be true or false.");
  expect(told).toContain("- Line 3: verbs.dance is not a setting.");
  const again = await implement();
  expect(again.said).toEqual([expect.stringContaining("is switched off")]);
  await configure("verbs: {}\n");
  expect((await implement()).run.state).toBe("delivered");
});

test.each([
  ["a link", { mode: "120000", content: "../README.md" } as const, /The file is no plain file\./],
  ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0x00]), /is no plain text/],
])("%s at the path is a fault", async (_name, file, says) => {
  await app.github.repository("acme/shop").repository.add({ ".github/coderag.yml": file });
  const { number } = await app.github.openIssue(wish.title, wish.body, { as: "ada" });
  await app.command(number, "/coderag help", "ada");
  expect((await app.said(number)).join("\n")).toMatch(says);
});

test("a configuration that a pull request brings counts for nothing, and one that was deleted for nothing any more", async () => {
  const { repository } = app.github.repository("acme/shop");
  await configure("verbs:\n  implement: false\n");
  await repository.add({ ".github/coderag.yml": undefined });
  await repository.add({ ".github/coderag.yml": "verbs:\n  implement: true\n" }, { branch: "evil" });
  // Without a file of its own the owner's holds, which switches it off.
  expect((await implement()).run.state).toBe("declined");
  expect((await implement("acme/bare")).said).toEqual([expect.stringContaining("is switched off")]);
  await configure("");
  expect((await implement()).run.state).toBe("delivered");
});
