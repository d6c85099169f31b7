import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type ObjectReader, openObjects } from "../../src/workspace/git-objects.ts";
import { GitError } from "../../src/workspace/git-run.ts";
import { inOwnProcess } from "../helpers/own-process.ts";
import { runProgram } from "../helpers/programs.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";

const hashOf = (content: Uint8Array | string): string =>
  createHash("sha1")
    .update(`blob ${Buffer.byteLength(content)}\0`)
    .update(content)
    .digest("hex");

const large = Buffer.alloc(900_000, "0123456789abcde\n");
const contents = [
  "one\n",
  "",
  "\n",
  "no line end",
  `${hashOf("one\n")} blob 4\none\n`,
  Buffer.from([0, 255, 10, 0]),
  large,
];
const absent = "1".repeat(40);

let repository: TestRepository;
let objects: ObjectReader;
/** What tests left running that were in this process before. */
let others: readonly number[] = [];
beforeAll(async () => {
  others = await gits();
  repository = await makeRepository(Object.fromEntries(contents.map((content, i) => [`f${i}`, content])));
});
afterAll(() => repository.remove());
beforeEach(() => {
  objects = openObjects({ directory: repository.dir });
});
afterEach(async () => {
  objects.close();
  while ((await gits()).length > 0);
});

async function read(...hashes: readonly string[]): Promise<readonly (readonly [string, string])[]> {
  const found: [string, string][] = [];
  await objects.read(hashes, (hash, content) => found.push([hash, content.toString("latin1")]));
  return found;
}

/** The processes of ours that read objects, or that have ended, which this process does not know yet. */
async function gits(): Promise<readonly number[]> {
  const argv = ["ps", "-eo", "pid=,ppid=,args="] as const;
  const { output } = await runProgram({ argv, env: process.env });
  return output
    .toString()
    .split("\n")
    .map((line) => line.trim().split(/ +/))
    .filter(([, ppid]) => Number(ppid) === process.pid)
    .filter((row) => row.includes("cat-file") || row.includes("<defunct>"))
    .map(([pid]) => Number(pid))
    .filter((pid) => !others.includes(pid));
}

describe("objects of a repository", () => {
  test("are what was committed, whatever is in them, in the order that was asked for", async () => {
    const expected = contents.map((content) => [
      hashOf(content),
      Buffer.from(content as string).toString("latin1"),
    ]);
    expect(await read(...expected.map(([hash]) => hash!))).toEqual(expected);
    expect(await read()).toEqual([]);
  });

  test("that are not there are left out", async () => {
    expect(await read(absent, hashOf("one\n"), absent)).toEqual([[hashOf("one\n"), "one\n"]]);
  });

  test("come from one process, also for several who ask at once", async () => {
    const before = await gits();
    const all = await Promise.all(contents.map((content) => read(hashOf(content), absent)));
    expect(all.map(([one]) => one![0])).toEqual(contents.map(hashOf));
    expect(await gits()).toHaveLength(before.length + 1);
  });

  test("are there again after git was killed", async () => {
    await read(absent);
    for (const pid of await gits()) process.kill(pid, "SIGKILL");
    while ((await gits()).length > 0);
    expect(await read(hashOf("one\n"))).toHaveLength(1);
  });

  test("of what is no repository: what git complains of, and again the next time", async () => {
    objects = openObjects({ directory: repository.dir, gitDir: join(repository.dir, "none") });
    for (const _ of [1, 2]) {
      const failed = read(absent);
      await expect(failed).rejects.toThrow(GitError);
      await expect(failed).rejects.toThrow(/cat-file failed \(exit code 128\).*not a git repository/);
    }
  });

  test("where git may not start", async () => {
    objects = openObjects({ directory: join(repository.dir, "none") });
    await expect(read(absent)).rejects.toThrow(/ENOENT/);
  });

  test("a mistake of whoever takes them reaches them, and others go on", async () => {
    const mistake = new Error("a mistake");
    const failing = objects.read([hashOf(large), hashOf("one\n")], () => {
      throw mistake;
    });
    await expect(failing).rejects.toBe(mistake);
    expect(await read(hashOf("one\n"))).toHaveLength(1);
  });

  test("a git that says nothing is given up", async () => {
    objects = openObjects({ directory: repository.dir }, { milliseconds: 1_500 });
    await read(absent);
    for (const pid of await gits()) process.kill(pid, "SIGSTOP");
    await expect(read(absent)).rejects.toThrow("it said nothing for 1.5 s");
    expect(await read(hashOf("one\n"))).toHaveLength(1);
  });

  test("closing lets what is being read come to its end, and ends git", async () => {
    const reading = read(hashOf(large));
    objects.close();
    expect(await reading).toHaveLength(1);
    while ((await gits()).length > 0);
  });
});

test("a reader that nobody closes does not keep a program from ending, and git ends with it", async () => {
  const module = new URL("../../src/workspace/git-objects.ts", import.meta.url).href;
  const program = `
    import { execFileSync } from "node:child_process";
    import { openObjects } from ${JSON.stringify(module)};
    await openObjects({ directory: ${JSON.stringify(repository.dir)} }).read(["${absent}"], () => undefined);
    const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="]).toString().split("\\n");
    const own = lines.map((line) => line.trim().split(/ +/)).filter(([, parent]) => Number(parent) === process.pid);
    console.log(JSON.stringify(own.filter((words) => words.includes("cat-file")).map(([pid]) => Number(pid))));
  `;
  const [git, ...more] = (await inOwnProcess(program)) as number[];
  expect([git, more]).toEqual([expect.any(Number), []]);
  const env = process.env;
  while ((await runProgram({ argv: ["kill", "-0", String(git)], env })).code === 0);
});
