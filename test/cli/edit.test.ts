import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { writeChanges } from "../../src/cli/edit/write-changes.ts";
import { beginCoderag, runCoderag } from "../helpers/coderag.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";

/** The command line as a person starts it. */
const area = "import math\n\ndef area(r):\n    return 3.14 * r * r\n";
const answer = "=== src/area.py\n4:     return math.pi * r * r\n=== notes.md (new)\n+: Hello\n";
let home: string;
let repository: TestRepository;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-edit-"));
  repository = await makeRepository({ "src/area.py": area, "old.py": "x = 1\ndef f():\n    return 1\n" });
  await writeFile(join(home, "answer.txt"), answer);
});

afterAll(async () => {
  await repository?.remove();
  await rm(home, { recursive: true, force: true });
});

const edit = (...argv: readonly string[]) => runCoderag(home, "edit", ...argv, "--repo", repository.dir);

describe("coderag edit", () => {
  test("render shows the file under its path in the repository", async () => {
    const file = join(repository.dir, "src", "area.py");
    const { code, out, err } = await runCoderag(home, "edit", "render", file, "--around", "area");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^=== src\/area\.py#[a-z]{4} \(4 lines\)\n1..: import math\n2..=:\n3..: def area\(r\):\n/,
    );
    expect(err).toMatch(/^i 4 of 4 lines, \d+ tokens \(the bare file has \d+\)\n$/);
  });

  test("render shows a model nothing that no reader of the file sees", async () => {
    await writeFile(join(home, "odd.py"), "x = 1  # \u{e0041}\u202eodd\u001b[31m\n");
    const { out } = await runCoderag(home, "edit", "render", join(home, "odd.py"));
    expect(out).toMatch(/\n1..: x = 1 {2}# odd\[31m\n$/);
  });

  test("apply prints a diff and writes only when told to", async () => {
    const dry = await edit("apply", "answer.txt");
    expect(dry).toMatchObject({ code: 0, err: expect.stringContaining("Dry run") });
    expect(dry.out).toContain("-    return 3.14 * r * r\n+    return math.pi * r * r\n");
    expect(await readFile(join(repository.dir, "src/area.py"), "utf8")).toBe(area);
    await chmod(join(repository.dir, "src/area.py"), 0o755);
    const written = await edit("apply", "answer.txt", "--write", "--json");
    expect(JSON.parse(written.out)).toMatchObject({ applied: true, written: true, added: 2, removed: 1 });
    expect(await readFile(join(repository.dir, "src/area.py"), "utf8")).toContain("math.pi");
    expect(await readFile(join(repository.dir, "notes.md"), "utf8")).toBe("Hello\n");
    expect((await stat(join(repository.dir, "src/area.py"))).mode & 0o777).toBe(0o755);
  });

  test("apply keeps line ends that git has otherwise", async () => {
    const place = join(repository.dir, "run.bat");
    await repository.add({ ".gitattributes": "*.bat text eol=crlf\n", "run.bat": "echo one\necho two\n" });
    await repository.git("checkout", "--", ".");
    await writeFile(place, "echo one\r\necho two\r\n");
    const rendered = await runCoderag(home, "edit", "render", place, "--whole");
    const head = /^=== \S+/.exec(rendered.out)![0];
    await writeFile(join(home, "bat.txt"), `${head}\n1: echo ONE\n`);
    expect(await edit("apply", "bat.txt", "--write")).toMatchObject({ code: 0 });
    expect(await readFile(place, "utf8")).toBe("echo ONE\r\necho two\r\n");
  });

  test("check draws what breaks the syntax, of an answer on standard input", async () => {
    const { child, ended } = beginCoderag(home, ["edit", "check", "-", "--repo", repository.dir]);
    child.stdin.end("=== old.py\n3: return 1\n");
    const { code, out } = await ended;
    expect(code).toBe(1);
    expect(out).toMatch(
      /^Refused\. 1 complaint:\n1\. old\.py:2: .*\n.*\n.*\n +\| +\^ expected an indented block\n/s,
    );
  });

  test("render finds a file in the folder that is named", async () => {
    const { code, out } = await edit("render", "src/area.py");
    expect([code, out]).toEqual([0, expect.stringMatching(/^=== src\/area\.py#\w+ /)]);
  });

  test("refuses what it cannot read", async () => {
    expect((await edit("apply", "nowhere.txt")).err).toContain("There is no file nowhere.txt.\nName a text");
    expect((await edit("apply", ".")).err).toContain(". is a folder, not a file.\n");
    await writeFile(join(home, "noise.txt"), new Uint8Array([0, 255, 1]));
    expect((await edit("check", "noise.txt")).err).toContain("noise.txt is not UTF-8 text.\n");
    await writeFile(join(home, "long.txt"), "a".repeat(1_000_001));
    expect((await edit("check", "long.txt")).err).toContain("long.txt is larger than 1 MB.\n");
    const { err } = await edit("apply", "answer.txt", "--file", "area.py");
    expect(err).toContain(
      "There is no file area.py in this repository.\nName it from the top of the repository: --file src/area.py.",
    );
  });
});

describe("writeChanges", () => {
  const change = (path: string, before: string | undefined, after: string | undefined) => ({
    path,
    before,
    after,
  });

  test("writes through no link and over nothing that changed meanwhile", async () => {
    const root = await mkdtemp(join(home, "tree-"));
    const outside = await mkdtemp(join(home, "outside-"));
    await writeFile(join(root, "a"), "1");
    await writeFile(join(outside, "f"), "1");
    await symlink(outside, join(root, "out"));
    await symlink(join(outside, "f"), join(root, "link"));
    const refusals = [
      [change("a", "1", "2"), change("link", "1", "2")],
      [change("a", "1", "2"), change("out/new", undefined, "2")],
      [change("a", "1", "2"), change("out/deep/new", undefined, "2")],
      [change("a", "0", "2")],
      [change("a", undefined, "2")],
      [change("gone", "1", "2")],
    ];
    for (const changes of refusals)
      await expect(writeChanges(root, changes)).rejects.toThrow(/nothing was written/);
    expect(await readFile(join(root, "a"), "utf8")).toBe("1");
    expect(await readFile(join(outside, "f"), "utf8")).toBe("1");
  });

  test("keeps the rights of a renamed file", async () => {
    const root = await mkdtemp(join(home, "tree-"));
    await writeFile(join(root, "run"), "1", { mode: 0o755 });
    await writeChanges(root, [
      change("run", "1", undefined),
      { ...change("bin/run", undefined, "2"), movedFrom: "run" },
    ]);
    expect((await stat(join(root, "bin/run"))).mode & 0o111).toBe(0o111);
  });

  test("makes folders, and a folder where a file was", async () => {
    const root = await mkdtemp(join(home, "tree-"));
    await mkdir(join(root, "x"));
    await writeFile(join(root, "x", "y"), "1");
    await writeChanges(root, [change("x/y/z", undefined, "3"), change("x/y", "1", undefined)]);
    expect(await readFile(join(root, "x/y/z"), "utf8")).toBe("3");
  });
});
