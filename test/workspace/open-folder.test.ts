import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { UserError } from "../../src/errors.ts";
import { openFolder } from "../../src/workspace/open-folder.ts";
import { openLocal } from "../../src/workspace/open-local.ts";
import { makeRepository } from "../helpers/repository.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "coderag-folder-"));
  await chmod(root, 0o755);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, content: string | Uint8Array = "x = 1\n"): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}
const run = promisify(execFile);

/** What is listed, and what of it can be read as text. */
async function seen(): Promise<{ listed: readonly string[]; texts: readonly string[] }> {
  const workspace = await openFolder(root);
  const listed = [...workspace.entries.keys()];
  return { listed, texts: [...(await workspace.readMany(listed)).keys()] };
}

interface Row {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly also?: () => Promise<unknown>;
  readonly listed: readonly string[];
  /** Where not all of them are. */
  readonly texts?: readonly string[];
}
const mebi = 2 ** 20;
const rows: Readonly<Record<string, Row>> = {
  "nothing at all": { listed: [] },
  "files in order, deep ones too": {
    files: { "b.py": "", "a/z.py": "", "a/b/c/d.py": "" },
    listed: ["a/b/c/d.py", "a/z.py", "b.py"],
  },
  "installed packages, caches and environments": {
    files: {
      ...{
        "app.py": "",
        "node_modules/x/index.js": "",
        "web/node_modules/y.js": "",
        "__pycache__/app.pyc": "",
      },
      ...{ "env/pyvenv.cfg": "", "env/lib/site.py": "", "env.py": "" },
    },
    listed: ["app.py", "env.py"],
  },
  "hidden folders, but not hidden files": {
    files: { ".cache/a.py": "", "src/.venv/b.py": "", ".eslintrc.js": "", "src/a.js": "" },
    listed: [".eslintrc.js", "src/a.js"],
  },
  "what only .gitignore names is read: nothing of git is here": {
    files: { ".gitignore": "build/\n", "build/out.js": "", "a.js": "" },
    listed: [".gitignore", "a.js", "build/out.js"],
  },
  "a repository inside: its files, not its git": {
    files: { "a.py": "" },
    also: async () => {
      await makeRepository({ "lib.py": "l = 1\n" }, { dir: join(root, "vendor/lib") });
    },
    listed: ["a.py", "vendor/lib/lib.py"],
  },
  "a bare repository inside is files like others": {
    files: { "a.py": "", "old.git/HEAD": "ref: refs/heads/main\n", "old.git/config": "[core]\n" },
    listed: ["a.py", "old.git/HEAD", "old.git/config"],
  },
  "links are not followed: to a file, a folder, themselves, nowhere": {
    files: { "a.py": "", "lib/b.py": "" },
    also: async () => {
      await symlink("a.py", join(root, "copy.py"));
      await symlink("/etc/passwd", join(root, "passwd.py"));
      await symlink("/etc", join(root, "etc"));
      await symlink("..", join(root, "lib/up"));
      await symlink("loop", join(root, "loop"));
      await symlink("nowhere", join(root, "dangling.py"));
    },
    listed: ["a.py", "lib/b.py"],
  },
  "pipes are no files, and nobody waits at them": {
    files: { "a.py": "" },
    also: () => run("mkfifo", [join(root, "pipe.py")]),
    listed: ["a.py"],
  },
  "binary and large ones are there, and are no text": {
    files: {
      ...{ "a.py": "", "nul.py": "a\0b", "latin.py": new Uint8Array([0xe4, 0x0a]) },
      ...{ "almost.py": "#".repeat(mebi - 1), "large.py": "#".repeat(mebi), "ümlaut.py": "ä = 1\n" },
    },
    listed: ["a.py", "almost.py", "large.py", "latin.py", "nul.py", "ümlaut.py"],
    texts: ["a.py", "almost.py", "ümlaut.py"],
  },
};

describe("a folder is read as it is", () => {
  test.each(Object.entries(rows))("%s", async (_name, { files = {}, also, listed, texts = listed }) => {
    for (const [path, content] of Object.entries(files)) await put(path, content);
    await also?.();
    expect(await seen()).toEqual({ listed, texts });
  });

  test("a name that is no text is left out", async () => {
    await put("a.py");
    await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0x2e, 0x70])]), "");
    expect((await seen()).listed).toEqual(["a.py"]);
  });

  test("what may not be read is not there, and is counted", async () => {
    for (const path of ["a.py", "mine.py", "closed/b.py"]) await put(path);
    await chmod(join(root, "mine.py"), 0);
    await chmod(join(root, "closed"), 0);
    // The superuser may read everything, so it steps down for a moment.
    const superuser = process.geteuid!() === 0;
    if (superuser) process.seteuid!(65_534);
    try {
      expect((await seen()).listed).toEqual(["a.py"]);
      expect((await openFolder(root)).notes).toContain(
        "2 files or folders may not be read and were left out.",
      );
    } finally {
      if (superuser) process.seteuid!(0);
      await chmod(join(root, "closed"), 0o755);
    }
  });

  test("what lies too deep for the system is left out", async () => {
    const [half, other] = [1, 2].map((number) =>
      [String(number), ...new Array<string>(25).fill("d".repeat(100))].join("/"),
    );
    await put("a.py");
    for (const folder of [half!, other!]) await put(`${folder}/b.py`);
    await rename(join(root, "2"), join(root, half!, "2"));
    try {
      expect((await seen()).listed).toEqual([`${half}/b.py`, "a.py"]);
    } finally {
      // Nor could it be removed from there.
      await rename(join(root, half!, "2"), join(root, "2"));
    }
  });

  test("hashes are git's, so that outlines are shared; one that was not read has none", async () => {
    const files = { "a.py": "def a():\n    return 1\n", "empty.py": "" };
    const repository = await makeRepository(files);
    const committed = await openLocal(repository.dir);
    for (const [path, content] of Object.entries(files)) await put(path, content);
    await put("large.py", "#".repeat(mebi));
    const { entries, commit } = await openFolder(root);
    for (const path of Object.keys(files))
      expect(entries.get(path)).toEqual({ ...committed.entries.get(path)!, path });
    expect([commit, entries.get("large.py")?.hash]).toEqual(["0".repeat(40), "0".repeat(40)]);
    await repository.remove();
  });

  test("a file that is changed or taken away meanwhile is not there: its hash promised other bytes", async () => {
    for (const path of ["same.py", "changed.py", "gone.py"]) await put(path);
    const workspace = await openFolder(root);
    await put("changed.py", "y = 2\n");
    await rm(join(root, "gone.py"));
    expect([...(await workspace.readMany([...workspace.entries.keys()])).keys()]).toEqual(["same.py"]);
    expect(await workspace.read("changed.py")).toBeUndefined();
  });

  test.each(["../a.py", "/etc/passwd", "lib/../a.py", "./a.py", "", "missing.py"])(
    "%j is nothing that was listed",
    async (path) => {
      await put("a.py");
      expect(await (await openFolder(root)).read(path)).toBeUndefined();
    },
  );

  test("a link to the folder is the folder; a file and nothing are refused with the cure", async () => {
    await put("src/a.py");
    await symlink("src", join(root, "link"));
    expect((await openFolder(join(root, "link"))).directory).toBe(join(root, "src"));
    for (const path of ["src/a.py", "nowhere"])
      await expect(openFolder(join(root, path))).rejects.toThrow(UserError);
  });

  test("ends when it is told to", async () => {
    await put("a.py");
    await expect(openFolder(root, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  });
});
