import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { beginCoderag, type Ended } from "../helpers/coderag.ts";
import { type ShelfServer, startShelf } from "../helpers/github/start-shelf.ts";

let home: string;
let server: ShelfServer;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-examples-"));
  server = await startShelf([
    {
      ...{ fullName: "makers/parcel", language: "Python", licence: "MIT", tags: ["v2.0.0", "v1.2.0"] },
      files: {
        "pyproject.toml": '[project]\nname = "parcel"\n',
        "examples/send.py": "import parcel\n\n\ndef main():\n    parcel.Box().send('home\u009b2J')\n",
        "CHANGELOG.md": "## 2.0.0\n- `Box.send` wants an address\n\n## 1.2.0\n- old\n",
      },
    },
  ]);
  await mkdir(join(home, "shop"));
  await writeFile(join(home, "shop", "requirements.txt"), "parcel==1.2.0\nfeather==1.0\n");
  await writeFile(join(home, "shop", "ship.py"), "import parcel\n\nparcel.Box().send('x')\n");
});
afterAll(async () => {
  await server?.close();
  await rm(home, { recursive: true, force: true });
});

function examples(argv: readonly string[], token: string | undefined = server.token): Promise<Ended> {
  return beginCoderag(home, ["examples", ...argv, "--repo", "shop"], {
    ...{ GITHUB_API_URL: server.apiUrl, GITHUB_URL: "https://github.com" },
    ...(token !== "" && { GITHUB_TOKEN: token }),
  }).ended;
}

describe("coderag examples", () => {
  test("tells calls, changes and examples, and its progress apart", async () => {
    const { code, out, err } = await examples(["parcel@2.0.0"]);
    expect([code, err]).toEqual([0, expect.stringContaining("Look it up in public code: 1 example\n")]);
    expect(out).toMatch(/^parcel 1\.2\.0 → 2\.0\.0 \(pypi\)\nCalled here:\n {2}parcel\.Box ship\.py:3/);
    expect(out).toContain("2.0.0 called here: parcel.Box.send. `Box.send` wants an address");
    expect(out).toMatch(
      /makers\/parcel\/examples\/send\.py:4-5\n {2}https:\/\/\S+\/blob\/[0-9a-f]{40}\/examples\/send\.py#L4-L5\n {2}MIT; its own repository at /,
    );
    expect(out).not.toContain("\u009b");
  });

  test("prints the answer as JSON, and asks GitHub nothing twice; without a token it says what that means", async () => {
    const before = server.requests.length;
    const { code, out } = await examples(["parcel@2.0.0", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      entry: {
        ...{ version: "2.0.0", before: "1.2.0", ecosystem: "pypi", name: "parcel" },
        examples: [{ path: "examples/send.py", own: true }],
      },
      notes: [],
    });
    expect(server.requests).toHaveLength(before);
    expect((await examples(["parcel", "--markdown"], "")).err).toContain("Without GITHUB_TOKEN");
  });

  test("prints the comment", async () => {
    const { out } = await examples(["parcel@2", "--markdown"]);
    expect(out).toMatch(/^\*\*How public code uses `parcel` 1\.2\.0 → 2\.\*\*/);
    expect(out).toContain("https://redirect.github.com/makers/parcel/blob/");
  });

  test("what nobody shows ends with 1, and a name that nobody declares is a mistake", async () => {
    const nothing = await examples(["feather"]);
    expect([nothing.code, nothing.out]).toEqual([1, expect.stringContaining("No public example was found.")]);
    const unknown = await examples(["parcle"]);
    expect([unknown.code, unknown.err]).toEqual([
      1,
      expect.stringMatching(/declares no dependency `parcle`[\s\S]*`parcel`/),
    ]);
  });
});
