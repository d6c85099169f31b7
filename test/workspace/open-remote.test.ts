import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { UserError } from "../../src/errors.ts";
import { folderName } from "../../src/workspace/git-names.ts";
import { openRemote, type RemoteOptions } from "../../src/workspace/open-remote.ts";
import { startGitServer } from "../helpers/git-server.ts";
import type { Listening } from "../helpers/listen.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";

const token = "ghs_0123456789abcdefghijklmnopqrstuvwxyz";
const credential = Buffer.from(`x-access-token:${token}`).toString("base64");
const forever = new AbortController().signal;

let root: string;
let cacheDir: string;
let server: Listening;
let repository: TestRepository;
let onRequest: (request: IncomingMessage) => void | Promise<void>;
let packs: number;
/** So many requests are refused before the token is known. */
let unknown: number;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "coderag-remote-"));
  cacheDir = join(root, "cache");
  onRequest = () => undefined;
  packs = 0;
  unknown = 0;
  repository = await makeRepository(
    {
      "src/a.ts": "export const a = 1;\n",
      "large.txt": "x".repeat(2 ** 20),
      "almost.txt": "y".repeat(2 ** 20 - 1),
    },
    { dir: join(root, "octo/demo.git"), bare: true },
  );
  server = await startGitServer({
    root,
    authorise: async (request) => {
      await onRequest(request);
      if (request.url?.endsWith("/git-upload-pack")) packs += 1;
      return unknown-- <= 0 && request.headers.authorization === `Basic ${credential}`;
    },
  });
});

afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

const optionsFor = (more: Partial<RemoteOptions> = {}): RemoteOptions => ({
  url: `${server.url}/octo/demo.git`,
  repositoryKey: "octo/demo",
  want: { branch: "main" },
  cacheDir,
  quotaBytes: 2 ** 30,
  access: async () => ({ token }),
  limits: { fetchMilliseconds: 240_000, repositoryBytes: 2 ** 30, files: 1000 },
  ...more,
});

const open = (more?: Partial<RemoteOptions>, signal = forever) => openRemote(optionsFor(more), signal);

async function textsBelow(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = names
    .filter((name) => name.isFile())
    .map((name) => readFile(join(name.parentPath, name.name), "latin1"));
  return (await Promise.all(texts)).join("\n");
}

async function folders(): Promise<string[]> {
  return (await readdir(join(cacheDir, folderName("octo/demo"))).catch(() => [])).sort();
}

describe("a repository is opened at one commit", () => {
  test("of a branch, without large files", async () => {
    const workspace = await open();
    expect(workspace.commit).toBe(repository.commit);
    expect([...workspace.entries.keys()]).toEqual(["almost.txt", "large.txt", "src/a.ts"]);
    expect(workspace.entries.get("large.txt")?.size).toBeUndefined();
    expect(await workspace.read("src/a.ts")).toBe("export const a = 1;\n");
    expect(await workspace.read("large.txt")).toBeUndefined();
    expect((await workspace.read("almost.txt"))?.length).toBe(2 ** 20 - 1);
    await workspace.close();
  });

  test("of a SHA; the second time from the cache, without asking for a token", async () => {
    const second = await repository.add({ "b.ts": "b" });
    await (await open({ want: { commit: repository.commit } })).close();
    const workspace = await open({
      want: { commit: repository.commit },
      access: () => Promise.reject(new Error("not needed")),
    });
    expect(workspace.commit).not.toBe(second);
    expect(workspace.entries.has("b.ts")).toBe(false);
    await workspace.close();
  });

  test("stays at its commit while the branch moves on and the next run reads the new one", async () => {
    const old = await open();
    const second = await repository.add({ "src/a.ts": "export const a = 2;\n" });
    const fresh = await open();
    expect([old.commit, fresh.commit]).toEqual([repository.commit, second]);
    expect(await fresh.read("src/a.ts")).toBe("export const a = 2;\n");
    expect(await fresh.read("almost.txt")).toBeDefined();
    expect(await old.read("src/a.ts")).toBe("export const a = 1;\n");
    await Promise.all([old.close(), fresh.close()]);
  });

  test("by many at once, and nothing half done is left", async () => {
    const workspaces = await Promise.all([1, 2, 3].map(() => open()));
    for (const workspace of workspaces)
      expect(await workspace.read("src/a.ts")).toBe("export const a = 1;\n");
    await Promise.all(workspaces.map((workspace) => workspace.close()));
    expect(await folders()).toEqual([`${repository.commit}.git`]);
    expect(
      await readdir(join(cacheDir, folderName("octo/demo"), `${repository.commit}.git`, "in-use")),
    ).toEqual([]);
  });

  test("again after the cache was damaged", async () => {
    await (await open()).close();
    const pack = join(cacheDir, folderName("octo/demo"), `${repository.commit}.git`, "objects/pack");
    await rm(pack, { recursive: true });
    await mkdir(pack);
    const workspace = await open({ want: { commit: repository.commit } });
    expect(await workspace.read("src/a.ts")).toBe("export const a = 1;\n");
    await workspace.close();
  });
});

describe("the token (G06)", () => {
  test("is in no command line, file, message or debug output", async () => {
    const seen: string[] = [];
    onRequest = async () => {
      const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
      const lines = processes.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => ""));
      seen.push((await Promise.all(lines)).filter((line) => line.includes("/octo/demo")).join("\n"));
    };
    const workspace = await open();
    expect(seen.join("")).toContain("remote-http");
    for (const text of [seen.join("\n"), await textsBelow(cacheDir)]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(credential);
    }
    expect(await textsBelow(cacheDir)).not.toContain(server.url);
    await workspace.close();
  });

  test("is not in the errors either", async () => {
    const wrong = `${token}wrong`;
    const error = await open({ access: async () => ({ token: wrong }) }).catch((e) => e as Error);
    expect(error).toBeInstanceOf(UserError);
    const whole = JSON.stringify([
      String(error),
      error,
      (error as Error).stack,
      String((error as Error).cause),
    ]);
    expect(whole).not.toContain(token);
    expect(whole).not.toContain(Buffer.from(`x-access-token:${wrong}`).toString("base64"));
  });

  test("is not printed with DEBUG=*", async () => {
    const script = join(root, "open.mjs");
    const source = new URL("../../src/workspace/open-remote.ts", import.meta.url).href;
    const options = { ...optionsFor(), access: undefined };
    await writeFile(
      script,
      `import { openRemote } from ${JSON.stringify(source)};
       const options = { ...${JSON.stringify(options)}, access: async () => ({ token: process.env.THE_TOKEN }) };
       const workspace = await openRemote(options, new AbortController().signal);
       console.log(workspace.commit);`,
    );
    const env = { PATH: process.env["PATH"], DEBUG: "*", THE_TOKEN: token };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script], {
      env,
      maxBuffer: 2 ** 26,
    });
    expect(stdout.trim()).toBe(repository.commit);
    expect(stderr).toContain("simple-git");
    expect(stderr).not.toContain(token);
    expect(stderr).not.toContain(credential);
  });
});

test("a tree that stands for far more files than are allowed is not listed to its end", async () => {
  const names = Array.from({ length: 100 }, (_, i) => [`${"d".repeat(100)}/${i}`, "x"]);
  await repository.add(Object.fromEntries(names), { branch: "many" });
  const limits = { fetchMilliseconds: 240_000, repositoryBytes: 2 ** 30, files: 2 };
  await expect(open({ want: { branch: "many" }, limits })).rejects.toThrow(
    /too large: its files cannot be listed/,
  );
});

describe("what a person can cure is said with the cure", () => {
  test.each<[string, Partial<RemoteOptions>, RegExp]>([
    ["no such branch", { want: { branch: "nope" } }, /no such branch/],
    ["no such commit", { want: { commit: "1".repeat(40) } }, /no longer in the repository/],
    ["no access", { access: async () => ({ token: undefined }) }, /cannot be read/],
    [
      "too many files",
      { limits: { fetchMilliseconds: 240_000, repositoryBytes: 2 ** 30, files: 2 } },
      /3 files/,
    ],
    ["too many bytes", { limits: { fetchMilliseconds: 240_000, repositoryBytes: 9, files: 9 } }, /too large/],
    ["larger than the whole cache", { quotaBytes: 9 }, /too large/],
    ["an odd branch", { want: { branch: "--upload-pack=x" } }, /branch named/],
    ["an odd address", { url: "ext::sh -c id" }, /does not fetch/],
  ])("%s", async (_name, more, message) => {
    const error = await open(more).catch((e) => e as UserError);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toMatch(message);
    expect((error as UserError).cure).not.toBe("");
    expect((await folders()).filter((name) => name.startsWith("partial"))).toEqual([]);
  });

  test("is fetched with a token that was made a moment ago, and is not known to all of GitHub yet", async () => {
    unknown = 1;
    await expect(open()).rejects.toThrow("cannot be read");
    unknown = 1;
    const workspace = await open({ access: async () => ({ token, minted: true }) });
    expect(await workspace.read("src/a.ts")).toBe("export const a = 1;\n");
    await workspace.close();
  });

  test("is fetched from where it is by now", async () => {
    const [url, old] = [`${server.url}/octo/demo.git`, `${server.url}/octo/before.git`];
    const workspace = await open({ url: old, access: async () => ({ token, url }) });
    expect(await workspace.read("src/a.ts")).toBe("export const a = 1;\n");
    await workspace.close();
  });

  test.each<[string, () => Promise<string>]>([
    ["is not there", async () => "http://127.0.0.1:9/octo/demo.git"],
    ["has no address", async () => "https://nobody.invalid/octo/demo.git"],
    [
      "is at fault",
      async () => {
        const faulty = createServer((_, response) => response.writeHead(502).end()).listen(0, "127.0.0.1");
        await once(faulty, "listening");
        faulty.unref();
        return `http://127.0.0.1:${(faulty.address() as AddressInfo).port}/octo/demo.git`;
      },
    ],
  ])("a server that %s is no person's mistake, and worth another try", async (_what, url) => {
    const error = await open({ url: await url() }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "RemoteGitError", transient: true });
  });
});

describe("a fetch that hangs (G12)", () => {
  const gitProcesses = async () => {
    const { stdout } = await promisify(execFile)("ps", ["-eo", "args"]);
    return stdout.split("\n").filter((line) => line.includes(server.url));
  };

  test.each<[string, RegExp, Partial<RemoteOptions>, "aborted" | "waited for"]>([
    [
      "is ended by the clock",
      /too large to be fetched/,
      { limits: { fetchMilliseconds: 3_000, repositoryBytes: 2 ** 30, files: 9 } },
      "waited for",
    ],
    ["is ended by the signal", /AbortError/, {}, "aborted"],
  ])("%s with all its processes, and leaves nothing", async (_name, expected, more, is) => {
    let release: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      onRequest = () => {
        resolve();
        return new Promise<void>((done) => {
          release = done;
        });
      };
    });
    const controller = new AbortController();
    const opening = open(more, controller.signal).catch((e) => e as Error);
    await arrived;
    expect((await gitProcesses()).length).toBeGreaterThan(1);
    if (is === "aborted") controller.abort();
    expect(String(await opening)).toMatch(expected);
    expect(await gitProcesses()).toEqual([]);
    expect(await folders()).toEqual([]);
    release();
  });
});

describe("the cache", () => {
  const age = async (...path: string[]) => {
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(cacheDir, ...path), hourAgo, hourAgo);
  };

  test("keeps within its quota: the repository unused for longest goes, one in use never", async () => {
    const noise = () => Array.from({ length: 40_000 }, () => Math.random().toString(36).slice(2)).join("\n");
    for (const name of ["one", "two", "three"])
      await makeRepository({ a: noise() }, { dir: join(root, `octo/${name}.git`), bare: true });
    const openNamed = (name: string) =>
      open({ url: `${server.url}/octo/${name}.git`, repositoryKey: name, quotaBytes: 1_000_000 });
    const used = await openNamed("one");
    await (await openNamed("two")).close();
    await (await openNamed("three")).close();
    const left = await Promise.all(
      ["one", "two", "three"].map(async (name) => (await readdir(join(cacheDir, folderName(name)))).length),
    );
    expect(left).toEqual([1, 0, 1]);
    expect(await used.read("a")).toBeDefined();
    await used.close();
  });

  test("loses what a killed process left: partial folders, stale marks, a half-done eviction", async () => {
    await (await open()).close();
    const folder = folderName("octo/demo");
    const snapshot = `${repository.commit}.git`;
    await mkdir(join(cacheDir, folder, "partial-dead/in-use"), { recursive: true });
    await writeFile(join(cacheDir, folder, "partial-dead/in-use/mark"), "");
    await writeFile(join(cacheDir, folder, snapshot, "in-use/mark"), "");
    await writeFile(join(cacheDir, folder, snapshot, "evicting"), "");
    for (const path of [
      "partial-dead/in-use/mark",
      "partial-dead",
      `${snapshot}/in-use/mark`,
      `${snapshot}/evicting`,
    ])
      await age(folder, path);
    const workspace = await open({ want: { commit: repository.commit } });
    expect(await workspace.read("src/a.ts")).toBeDefined();
    await workspace.close();
    expect(await folders()).toEqual([snapshot]);
  });

  test("is built upon: the second commit brings only what is new", async () => {
    await (await open()).close();
    const second = await repository.add({ "src/b.ts": "export const b = 1;\n" });
    await (await open()).close();
    const names = await readdir(join(cacheDir, folderName("octo/demo"), `${second}.git`, "objects/pack"));
    expect(names.filter((name) => name.endsWith(".pack"))).toHaveLength(2);
    expect(packs).toBeGreaterThan(0);
  });
});

describe("objects of old commits that git would refuse today", () => {
  /** Writes an object as it stands, however odd it is, and gives its id. */
  async function write(type: "commit" | "tree", content: Buffer): Promise<string> {
    const file = join(root, "object");
    await writeFile(file, content);
    return repository.git("hash-object", "-t", type, "-w", "--literally", file);
  }
  const commitOf = (tree: string, author: string): Buffer =>
    Buffer.from(`tree ${tree}\nauthor ${author}\ncommitter A <a@example.com> 1 +0000\n\nold\n`);

  test.each<[string, string]>([
    ["a time zone of five digits", "A <a@example.com> 1 +051800"],
    ["no blank before the date", "A <a@example.com>1 +0000"],
    ["no address", "A 1 +0000"],
  ])("%s is read", async (_, author) => {
    const commit = await write("commit", commitOf(await repository.git("rev-parse", "main^{tree}"), author));
    await repository.git("update-ref", "refs/heads/main", commit);
    const workspace = await open();
    expect(workspace.commit).toBe(commit);
    await workspace.close();
  });

  test("a mode that begins with 0 is read", async () => {
    const blob = await repository.git("rev-parse", "main:src/a.ts");
    const inner = await write(
      "tree",
      Buffer.concat([Buffer.from("100644 a.ts\0"), Buffer.from(blob, "hex")]),
    );
    const tree = await write("tree", Buffer.concat([Buffer.from("040000 src\0"), Buffer.from(inner, "hex")]));
    const commit = await write("commit", commitOf(tree, "A <a@example.com> 1 +0000"));
    await repository.git("update-ref", "refs/heads/main", commit);
    const workspace = await open();
    expect(await workspace.readMany(["src/a.ts"])).toEqual(new Map([["src/a.ts", "export const a = 1;\n"]]));
    await workspace.close();
  });

  test("what is dangerous is still refused", async () => {
    const blob = await repository.git("rev-parse", "main:src/a.ts");
    const tree = await write("tree", Buffer.concat([Buffer.from("100644 .git\0"), Buffer.from(blob, "hex")]));
    const commit = await write("commit", commitOf(tree, "A <a@example.com> 1 +0000"));
    await repository.git("update-ref", "refs/heads/main", commit);
    await expect(open()).rejects.toThrow(/holds an object that git's safety check refuses/);
    expect(await folders()).toEqual([]);
  });
});
