import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { openWorkTree } from "../../src/workspace/open-work-tree.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";

let outside: string;
let repository: TestRepository;
const committed = { "a.py": "a = 1\n", "b.py": "b = 1\n", "lib/c.py": "c = 1\n", ".gitignore": "out/\n" };
beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), "coderag-outside-"));
  await writeFile(join(outside, "c.py"), "secret = 1\n");
  repository = await makeRepository(committed);
});
afterAll(async () => {
  await repository?.remove();
  await rm(outside, { recursive: true, force: true });
});
beforeEach(async () => {
  await repository.git("reset", "--quiet", "--hard");
  await repository.git("clean", "-fdxq");
});
const put = async (path: string, text: string | Uint8Array): Promise<void> => {
  await mkdir(join(repository.dir, path, ".."), { recursive: true });
  await writeFile(join(repository.dir, path), text);
};

describe("a work tree as it stands", () => {
  /** Texts of all files, and the paths that are not as committed. */
  const read = async () => {
    const tree = await openWorkTree(repository.dir);
    try {
      const texts = await tree.readMany([...tree.entries.keys()]);
      return { texts: Object.fromEntries(texts), changed: [...tree.changed].sort(), commit: tree.commit };
    } finally {
      await tree.close();
    }
  };

  test("untouched is the last commit", async () => {
    expect(await read()).toEqual({ texts: committed, changed: [], commit: repository.commit });
  });

  test("has what was changed, staged, added, moved and deleted", async () => {
    await put("a.py", "a = 2\n");
    await put("new dir/é.py", "e = 1\n");
    await put("staged.py", "s = 1\n");
    await repository.git("add", "staged.py");
    await repository.git("rm", "--quiet", "b.py");
    await rename(join(repository.dir, "lib/c.py"), join(repository.dir, "lib/d.py"));
    const { texts, changed } = await read();
    expect(texts).toEqual({
      ...{ "a.py": "a = 2\n", "new dir/é.py": "e = 1\n", "staged.py": "s = 1\n", "lib/d.py": "c = 1\n" },
      ".gitignore": "out/\n",
    });
    expect(changed).toEqual(["a.py", "b.py", "lib/c.py", "lib/d.py", "new dir/é.py", "staged.py"]);
  });

  test("has nothing that is ignored, installed, binary or large", async () => {
    await put("out/x.py", "x = 1\n");
    await put("web/node_modules/left/pad.js", "pad()\n");
    await put("b.py", new Uint8Array([1, 0, 2]));
    await put("large.py", "x = 1\n".repeat(200_000));
    const { texts } = await read();
    expect(Object.keys(texts).sort()).toEqual([".gitignore", "a.py", "lib/c.py"]);
  });

  test("follows no link out of the repository", async () => {
    await symlink(join(outside, "c.py"), join(repository.dir, "link.py"));
    await rm(join(repository.dir, "lib"), { recursive: true });
    await symlink(outside, join(repository.dir, "lib"));
    await rm(join(repository.dir, "a.py"));
    await symlink(join(outside, "c.py"), join(repository.dir, "a.py"));
    const { texts } = await read();
    expect(JSON.stringify(texts)).not.toContain("secret");
    expect(Object.keys(texts).sort()).toEqual([".gitignore", "b.py"]);
  });

  test("runs no filter of the repository", async () => {
    await repository.git("config", "filter.evil.clean", "touch ran; cat");
    await repository.git("config", "filter.evil.required", "true");
    await put(".gitattributes", "*.py filter=evil\n");
    await put("a.py", "a = 3\n");
    const { texts, changed } = await read();
    expect(texts["a.py"]).toBe("a = 3\n");
    expect(changed).not.toContain("ran");
    await repository.git("config", "--remove-section", "filter.evil");
  });

  test("of a bare repository is the last commit", async () => {
    const bare = await makeRepository(committed, { dir: join(outside, "bare.git"), bare: true });
    const tree = await openWorkTree(bare.dir);
    expect([tree.changed, tree.entries.size]).toEqual([[], 4]);
    await tree.close();
  });
});
