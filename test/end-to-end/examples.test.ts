import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { shop } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

let app: WholeApp;

beforeAll(async () => {
  app = await startWholeApp(
    {
      repositories: [
        {
          owner: "acme",
          name: "shop",
          files: {
            ...shop,
            "requirements.txt": "parcel==1.2.0\n",
            "shipping.py": "import parcel\n\n\ndef ship(address):\n    return parcel.Box().send(address)\n",
          },
        },
      ],
      users: { ada: "write", walter: "write" },
      shelf: [
        {
          ...{ fullName: "makers/parcel", language: "Python", licence: "MIT", tags: ["v2.0.0"] },
          files: {
            "pyproject.toml": '[project]\nname = "parcel"\n',
            "examples/send.py": "import parcel\n\n\ndef main():\n    parcel.Box().send('home')\n",
            "CHANGELOG.md": "## 2.0.0\n- `Box.send` wants an address, says @maker in #3\n\n## 1.2.0\n- old\n",
          },
        },
      ],
    },
    {},
  );
});

afterAll(() => app?.close());

test("write access that was taken away meanwhile keeps what was found back", async () => {
  const { github } = app;
  const issue = await github.openIssue("Bump parcel?", "What changes?", { as: "ada" });
  const taken = async (): Promise<void> => github.setPermission("walter", "read");
  github.faults.add({ method: "GET", path: /\/makers\/parcel/, do: { meanwhile: taken } });
  const run = await app.command(issue.number, "/coderag examples parcel@2.0.0", "walter");
  expect(run.state).toBe("declined");
  expect((await app.said(issue.number)).join()).not.toContain("makers/parcel");
});

test("one dependency is answered at once, with what the new major did to our calls, and nobody is told", async () => {
  const { github } = app;
  const issue = await github.openIssue("Bump parcel?", "What changes?", { as: "ada" });
  const run = await app.command(issue.number, "/coderag examples parcel@2.0.0", "ada");
  if (run.state !== "delivered") console.log(run, app.log.filter((line) => !line.includes("debug")).join(""));
  expect(run).toMatchObject({ state: "delivered", verb: "examples" });
  const said = await app.said(issue.number);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain("`parcel` 1.2.0 → 2.0.0");
  expect(said[0]).toMatch(
    /Called here: \[`parcel\.Box`\]\([^)]+\/acme\/shop\/blob\/[0-9a-f]{40}\/shipping\.py#L5\)/,
  );
  expect(said[0]).toContain("**called here: `parcel.Box.send`.**");
  expect(said[0]).toMatch(
    /makers\/parcel\/blob\/[0-9a-f]{40}\/examples\/send\.py#L4-L5\) \(its own repository, MIT\)/,
  );
  expect(said[0]).not.toMatch(/(?<!`)(?:@maker|#3)/);
  expect(await github.reactions(run.commentId!)).toMatchObject([{ content: "rocket" }]);
});

test("what could not be read is told, where a name is not found and where it is", async () => {
  await app.github.push({ "web/package.json": '{"dependencies": {' });
  const issue = await app.github.openIssue("Broken", "x", { as: "ada" });
  expect((await app.command(issue.number, "/coderag examples parcle", "ada")).state).toBe("declined");
  expect((await app.said(issue.number))[0]).toMatch(/not read: .*web\/package\.json.* cannot be read/);
  const third = await app.github.openIssue("Found", "x", { as: "ada" });
  expect((await app.command(third.number, "/coderag examples parcel@2.0.0", "ada")).state).toBe("delivered");
  expect((await app.said(third.number))[0]).toMatch(
    /Not read<\/summary>\s+- .*web\/package\.json.* cannot be read/,
  );
});

test("a name that nobody declares is answered with the nearest one", async () => {
  const issue = await app.github.openIssue("Typo", "x", { as: "ada" });
  const run = await app.command(issue.number, "/coderag examples parcle", "ada");
  expect(run.state).toBe("declined");
  expect((await app.said(issue.number))[0]).toMatch(/declares no dependency `parcle`[\s\S]*`parcel`/);
});
