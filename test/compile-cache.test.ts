import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { homeFolder, ownFolder } from "../src/compile-cache.mjs";
import { coderagProgram } from "./helpers/coderag.ts";

let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "coderag-compiled-")));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the folder for compiled modules", () => {
  const check = async (
    name: string,
    prepare: (home: string) => Promise<unknown>,
    is: "taken" | "refused",
  ) => {
    const home = join(folder, name, "home");
    await mkdir(home, { recursive: true });
    await prepare(home);
    expect([name, ownFolder(home)]).toEqual([name, is === "taken" ? join(home, "compiled") : undefined]);
  };
  const made = async (path: string, mode: number) => {
    await mkdir(path, { recursive: true });
    await chmod(path, mode);
  };

  test.each<[string, (home: string) => Promise<unknown>, "taken" | "refused"]>([
    ["it is made", async () => undefined, "taken"],
    ["it was there", (home) => made(join(home, "compiled"), 0o700), "taken"],
    ["others may read it", (home) => made(join(home, "compiled"), 0o755), "refused"],
    ["a group may write to it", (home) => made(join(home, "compiled"), 0o770), "refused"],
    ["everybody may move it", (home) => made(home, 0o777), "refused"],
    ["a group may move what is above it", (home) => made(join(home, ".."), 0o775), "refused"],
    ["everybody may write beside it", (home) => made(home, 0o1777), "taken"],
    [
      "a link leads elsewhere",
      async (home) => {
        await made(join(home, "..", "open", "compiled"), 0o700);
        await chmod(join(home, "..", "open"), 0o777);
        await symlink(join(home, "..", "open", "compiled"), join(home, "compiled"));
      },
      "refused",
    ],
  ])("%s", check);

  test("is made for its user alone", async () => {
    expect((await stat(ownFolder(join(folder, "new", "home"))!)).mode & 0o777).toBe(0o700);
    expect(ownFolder("home")).toBeUndefined();
    // Node's own way to make folders never ends here.
    expect(() => ownFolder("/proc/coderag/home")).toThrow("/proc/coderag");
  });

  test.each([
    [{ given: "/srv/rag", data: "/data", root: true }, "/srv/rag"],
    [{ given: undefined, data: "/data", root: true }, "/var/lib/coderag"],
    [{ given: undefined, data: "/data", root: false }, "/data/coderag"],
    [{ given: undefined, data: "data", root: false }, "/home/ada/.local/share/coderag"],
  ])("lies below our own: %j", (facts, home) =>
    expect(homeFolder({ ...facts, homeDirectory: "/home/ada" })).toBe(home),
  );
});

describe("a start of the program", () => {
  /** Of the program's own modules: how many were found compiled, and how many had to be compiled. */
  const start = async (home: string, more: Record<string, string> = {}) => {
    const env = { PATH: process.env["PATH"]!, HOME: folder, NODE_DEBUG_NATIVE: "COMPILE_CACHE", ...more };
    const told = await new Promise<string>((resolve, reject) => {
      execFile(
        process.execPath,
        [coderagProgram, "--help"],
        { cwd: home, env, maxBuffer: 1e7 },
        (error, out, err) => (error ? reject(error) : resolve(out + err)),
      );
    });
    expect(told).toContain("Usage: coderag");
    const own = told.split("\n").filter((line) => line.includes("/src/cli/"));
    return [/was accepted/, /writing cache/].map((form) => own.some((line) => form.test(line)));
  };

  test("finds what the one before it compiled", async () => {
    const home = join(folder, "program");
    await mkdir(home);
    expect(await start(home, { CODERAG_HOME: home })).toEqual([false, true]);
    expect(await start(home, { CODERAG_HOME: home })).toEqual([true, false]);
    // As an operator may have written it.
    await writeFile(join(home, ".env"), `CODERAG_HOME=${home}\n`);
    expect(await start(home)).toEqual([true, false]);
    expect(await start(home, { CODERAG_HOME: home, NODE_DISABLE_COMPILE_CACHE: "1" })).toEqual([
      false,
      false,
    ]);
    const other = join(folder, "chosen by the user");
    expect(await start(home, { CODERAG_HOME: home, NODE_COMPILE_CACHE: other })).toEqual([false, true]);
    expect((await stat(other)).isDirectory()).toBe(true);
  });

  test("does without where the folder cannot be made or trusted", async () => {
    const home = join(folder, "unsafe");
    await mkdir(home);
    await chmod(home, 0o777);
    expect(await start(home, { CODERAG_HOME: home })).toEqual([false, false]);
    await writeFile(join(folder, "file"), "");
    expect(await start(folder, { CODERAG_HOME: join(folder, "file", "home") })).toEqual([false, false]);
    expect(await start(folder, { CODERAG_HOME: "relative" })).toEqual([false, false]);
  });
});
