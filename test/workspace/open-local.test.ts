import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { checkPaths } from "../../src/checks/paths.ts";
import { UserError } from "../../src/errors.ts";
import { isDirty, type LocalWorkspace, openLocal } from "../../src/workspace/open-local.ts";
import { makeRepository, runGit, type TestFiles, type TestRepository } from "../helpers/repository.ts";

const made: string[] = [];
const opened: LocalWorkspace[] = [];
let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "coderag-local-")));
  made.push(folder);
});

afterEach(async () => {
  for (const workspace of opened.splice(0)) await workspace.close();
  for (const path of made.splice(0)) await rm(path, { recursive: true, force: true });
});

/** Until the end of the test. */
async function open(path: string): Promise<LocalWorkspace> {
  const workspace = await openLocal(path);
  opened.push(workspace);
  return workspace;
}

async function repositoryOf(files: TestFiles, bare = false): Promise<TestRepository> {
  return makeRepository(files, { dir: join(folder, "repository"), bare });
}

describe("a local repository", () => {
  test.each([false, true])("is read at HEAD (bare: %s), whatever lies in the work tree", async (bare) => {
    const repository = await repositoryOf({ "a.txt": "committed\r\n", "b/c.txt": "" }, bare);
    if (!bare) await writeFile(join(repository.dir, "a.txt"), "not committed");
    const workspace = await open(repository.dir);
    expect(workspace.commit).toBe(repository.commit);
    expect(await workspace.read("a.txt")).toBe("committed\r\n");
    expect([workspace.directory, workspace.notes]).toEqual([repository.dir, []]);
    await repository.add({ "a.txt": "later" });
    expect(await workspace.readMany(["a.txt", "b/c.txt", "nope"])).toEqual(
      new Map([
        ["a.txt", "committed\r\n"],
        ["b/c.txt", ""],
      ]),
    );
    await workspace.close();
    await expect(workspace.read("a.txt")).rejects.toThrow(/closed/);
  });

  test("gives any file as bytes, as far as the limit allows", async () => {
    const content = Buffer.alloc(3 * 2 ** 20, 0xff);
    const repository = await repositoryOf({ "index.scip": content, link: { mode: "120000", content: "x" } });
    const workspace = await open(repository.dir);
    // Byte by byte, `toEqual` takes a quarter of a minute.
    expect(content.equals((await workspace.readBytes("index.scip", content.length))!)).toBe(true);
    expect(await workspace.readBytes("index.scip", content.length - 1)).toBeUndefined();
    expect([await workspace.readBytes("link", 9), await workspace.readBytes("no", 9)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("is taken as a whole when a folder of it is named, and that is said", async () => {
    const repository = await repositoryOf({ "src/a.txt": "a", "b.txt": "b" });
    const workspace = await open(join(repository.dir, "src"));
    expect([...workspace.entries.keys()]).toEqual(["b.txt", "src/a.txt"]);
    expect(workspace.directory).toBe(repository.dir);
    expect(workspace.notes).toEqual([expect.stringContaining("the whole repository is taken")]);
  });

  test("may be a second work tree of another one", async () => {
    const repository = await repositoryOf({ "a.txt": "a" });
    const second = join(folder, "second");
    await repository.git("worktree", "add", "--quiet", second, "-b", "side");
    expect((await open(second)).directory).toBe(second);
    expect(await isDirty(second)).toBe(false);
  });

  test.each<[string, string, () => Promise<unknown>, RegExp]>([
    ["a plain folder", ".", async () => undefined, /not a git repository/],
    ["a file", "file", () => writeFile(join(folder, "file"), ""), /not a folder/],
    ["nothing", "nope", async () => undefined, /not a folder/],
    ["an empty .git", ".", () => mkdir(join(folder, ".git")), /not a git repository/],
    ["a repository without a commit", ".", () => runGit(folder, ["init", "-q"]), /no commit yet/],
  ])("is not %s, and what to do is said", async (_name, path, make, message) => {
    await make();
    const error = await openLocal(join(folder, path)).catch((e) => e as UserError);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toMatch(message);
    expect((error as UserError).cure).not.toBe("");
  });

  test("that stands for more files than any disk has is refused with the cure", async () => {
    const { dir, git } = await repositoryOf({ a: "a" });
    // Ten folders that are each the same ten folders, eight deep; with names so long that a listing is long soon.
    let tree = await git("rev-parse", "HEAD^{tree}");
    for (let depth = 0; depth < 8; depth++) {
      const names = Array.from({ length: 10 }, (_, at) => `${at}`.padEnd(250, "d"));
      const listed = names.map((name) => `040000 tree ${tree}\t${name}\n`).join("");
      tree = (await runGit(dir, ["mktree"], Buffer.from(listed))).trim();
    }
    await git("update-ref", "HEAD", await git("commit-tree", tree, "-m", "boom"));
    await expect(openLocal(dir)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringMatching(/too large: its files cannot be listed/),
      cure: expect.stringMatching(/smaller repository/),
    });
  });

  test.each<[string, boolean, (repository: TestRepository) => Promise<unknown>]>([
    ["nothing", false, async () => undefined],
    ["a changed file", true, (repository) => writeFile(join(repository.dir, "a.txt"), "b")],
    [
      "a staged file",
      true,
      async (repository) => {
        await writeFile(join(repository.dir, "b.txt"), "b");
        await repository.git("add", "b.txt");
      },
    ],
    ["a new file", true, (repository) => writeFile(join(repository.dir, "new.txt"), "")],
    ["an ignored file", false, (repository) => writeFile(join(repository.dir, "x.log"), "")],
    ["only a new date", false, (repository) => writeFile(join(repository.dir, "a.txt"), "a")],
  ])("with %s is dirty: %s", async (_name, expected, change) => {
    const repository = await repositoryOf({ "a.txt": "a", ".gitignore": "*.log\n" });
    await change(repository);
    expect(await isDirty(repository.dir)).toBe(expected);
  });
});

describe("files", () => {
  const notUtf8 = Buffer.from([0x66, 0xff, 0x2e, 0x74]);
  const names = [
    "new\nline",
    'quo"te\\d',
    "tab\there",
    " leading and trailing ",
    "-dash",
    "--upload-pack=x",
    ":(glob)*",
    "*.?[a]",
    "naïve/功能.txt",
    "CON",
    "Case.txt",
    "case.txt",
    "$(touch pwned)",
    "e\u0301",
    "é",
  ];

  test("with odd names are told apart to the byte (G09)", async () => {
    const files = new Map<string | Buffer, string>(names.map((name) => [name, `content of ${name}`]));
    files.set(notUtf8, "a name that no string can hold");
    const repository = await repositoryOf(files, true);
    const workspace = await open(repository.dir);
    expect([...workspace.entries.keys()].sort()).toEqual([...names].sort());
    for (const name of names) expect(await workspace.read(name)).toBe(`content of ${name}`);
    expect((await workspace.readMany(names)).size).toBe(names.length);
  });

  test.each<[string, TestFiles, string | undefined]>([
    ["text", { f: "a\n" }, "a\n"],
    ["a byte order mark and carriage returns are kept", { f: "\ufeffa\r\nb\r" }, "\ufeffa\r\nb\r"],
    ["an executable", { f: { mode: "100755", content: "#!/bin/sh" } }, "#!/bin/sh"],
    [
      "an LFS pointer is a small text (G05)",
      { f: "version https://git-lfs.github.com/spec/v1\n" },
      "version https://git-lfs.github.com/spec/v1\n",
    ],
    ["binary", { f: Buffer.from([1, 0, 2]) }, undefined],
    ["not UTF-8", { f: Buffer.from([0xc3, 0x28]) }, undefined],
    ["a link", { f: { mode: "120000", content: "/etc/passwd" } }, undefined],
    ["large", { f: "x".repeat(2 ** 20) }, undefined],
    ["just not large", { f: "x".repeat(2 ** 20 - 1) }, "x".repeat(2 ** 20 - 1)],
  ])("%s", async (_name, files, expected) => {
    const workspace = await open((await repositoryOf(files, true)).dir);
    expect(await workspace.read("f")).toBe(expected);
    expect(workspace.entries.get("f")).toMatchObject({
      path: "f",
      mode: expect.any(String),
      hash: expect.any(String),
    });
  });

  test("are handed out as they are for a copy, up to a size", async () => {
    const binary = Buffer.from([0, 255, 1]);
    const files: TestFiles = {
      binary,
      "run.sh": { mode: "100755", content: "#!/bin/sh" },
      link: { mode: "120000", content: "binary" },
      large: "x".repeat(2 ** 20),
    };
    const workspace = await open((await repositoryOf(files, true)).dir);
    expect(await workspace.readAll(1000)).toEqual(
      new Map([
        ["binary", { mode: "100644", content: binary }],
        ["link", { mode: "120000", content: Buffer.from("binary") }],
        ["run.sh", { mode: "100755", content: Buffer.from("#!/bin/sh") }],
      ]),
    );
    await expect(workspace.readAll(10)).rejects.toBeInstanceOf(UserError);
  });

  test("of submodules are left out", async () => {
    const repository = await repositoryOf({ a: "a" });
    await repository.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},module`);
    await repository.git("commit", "-q", "-m", "module");
    const workspace = await open(repository.dir);
    expect([...workspace.entries.keys()]).toEqual(["a"]);
    expect([...workspace.submodules]).toEqual(["module"]);
    expect(checkPaths([{ path: "module/x", before: undefined, after: "" }], workspace)).toHaveLength(1);
  });

  test("by the thousand are read in one go", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [`d${i % 7}/f${i}`, `${i}`.repeat(5000)]),
    );
    const workspace = await open((await repositoryOf(many, true)).dir);
    const texts = await workspace.readMany([...workspace.entries.keys()]);
    expect(texts.size).toBe(3000);
    expect(texts.get("d0/f2996")).toBe("2996".repeat(5000));
  });
});

describe("a hostile repository runs nothing (G03, G04)", () => {
  let canary: string;
  let hook: string;

  beforeEach(async () => {
    canary = join(folder, "canary");
    hook = join(folder, "hook.sh");
    await writeFile(hook, `#!/bin/sh\necho "$0 $*" >> ${canary}\ncat\n`);
    await chmod(hook, 0o755);
  });

  async function arm(repository: TestRepository): Promise<void> {
    const sections = [
      `[core]\n\tfsmonitor = ${hook}\n\thooksPath = ${folder}/hooks\n\tpager = ${hook}\n\tsshCommand = ${hook}\n\taskPass = ${hook}`,
      `[filter "evil"]\n\tclean = ${hook}\n\tsmudge = ${hook}\n\trequired = true`,
      `[filter "odd name.\\"x"]\n\tprocess = ${hook}\n\tclean = ${hook}`,
      `[diff]\n\texternal = ${hook}\n[diff "evil"]\n\ttextconv = ${hook}\n\tcommand = ${hook}`,
      `[merge "evil"]\n\tdriver = ${hook}\n[credential]\n\thelper = ${hook}\n[alias]\n\tstatus = !${hook}\n\tls-tree = !${hook}`,
      `[include]\n\tpath = ${folder}/included`,
    ];
    await writeFile(join(folder, "included"), `[core]\n\tfsmonitor = ${hook}\n`);
    await mkdir(join(folder, "hooks"));
    for (const name of ["post-index-change", "reference-transaction", "pre-commit", "post-checkout"])
      execFileSync("cp", [hook, join(folder, "hooks", name)]);
    await appendFile(join(repository.dir, ".git/config"), `${sections.join("\n")}\n`);
  }

  test("when it is read and looked over", async () => {
    const repository = await repositoryOf({
      "a.txt": "a",
      "b.txt": "b",
      ".gitattributes": "*.txt filter=evil diff=evil\n",
    });
    await arm(repository);
    await writeFile(join(repository.dir, "a.txt"), "b"); // same size, so that git has to look inside
    // The canary sings when git is not held back: the trap is a real one.
    execFileSync("git", ["-C", repository.dir, "diff", "--stat"], { stdio: "ignore" });
    expect(existsSync(canary)).toBe(true);
    await rm(canary);
    const workspace = await open(repository.dir);
    expect(await workspace.read("a.txt")).toBe("a");
    expect(await isDirty(repository.dir)).toBe(true);
    expect(existsSync(canary)).toBe(false);
  });

  test("also not as a bare repository inside of its files", async () => {
    const repository = await repositoryOf({ "a.txt": "outer" });
    const inner = join(repository.dir, "inner");
    await makeRepository({ "evil.txt": "evil" }, { dir: inner, bare: true });
    const workspace = await open(inner);
    expect(workspace.directory).toBe(repository.dir);
    expect([...workspace.entries.keys()]).toEqual(["a.txt"]);
  });
});
