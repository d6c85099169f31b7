import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { type EmbeddedDatabase, startEmbedded } from "../../src/store/embedded.ts";
import { silentLog } from "../helpers/postgres.ts";
import { eventually } from "../helpers/runs.ts";
import { testBinaries } from "../helpers/test-server.ts";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "coderag-pg-"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

const start = (): Promise<EmbeddedDatabase> =>
  startEmbedded({ directory, binaries: testBinaries, log: silentLog, fast: true });

async function ask(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const serverPid = async (): Promise<number> =>
  Number((await readFile(join(directory, "data", "postmaster.pid"), "utf8")).split("\n")[0]);

const stopped = async (): Promise<boolean> =>
  stat(join(directory, "data", "postmaster.pid")).then(
    () => false,
    () => true,
  );

describe("an embedded PostgreSQL", () => {
  test("is one for all who start it at the same moment, and stops with the last of them", async () => {
    const all = await Promise.all([start(), start(), start()]);
    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
    await ask(all[0]!.url, "create table kept as select 42 as answer");
    await all[0]!.stop();
    await all[1]!.stop();
    expect(await ask(all[2]!.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    expect(await stopped()).toBe(false);
    await all[2]!.stop();
    expect(await stopped()).toBe(true);
  });

  test("keeps its password to its user", async () => {
    expect((await stat(join(directory, "password"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, "data"))).mode & 0o777).toBe(0o700);
  });

  test("refuses who does not know the password", async () => {
    const database = await start();
    const url = new URL(database.url);
    url.password = "wrong";
    await expect(ask(url.href, "select 1")).rejects.toThrow(/password authentication failed/);
    await database.stop();
  });

  test("outlives a starter that is killed, and is joined by the next", async () => {
    const program = `
      import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, "../../src/store/embedded.ts"))};
      const log = { warn() {}, error() {} };
      const { url } = await startEmbedded({ directory: ${JSON.stringify(directory)}, binaries: ${JSON.stringify(testBinaries)}, log, fast: true });
      console.log(url);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [url] = await new Promise<string[]>((done) =>
      createInterface(child.stdout).once("line", (line) => done([line])),
    );
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
    const heir = await start();
    expect(heir.url).toBe(url);
    expect(await ask(heir.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    await heir.stop();
    expect(await stopped()).toBe(true);
  });

  test.each(["SIGKILL", "SIGINT", "SIGQUIT"] as const)(
    "comes back where it was when the server itself ends: %s",
    async (signal) => {
      const database = await start();
      const pid = await serverPid();
      process.kill(pid, signal);
      const rows = await eventually("the server to come back", async () => {
        const now = await serverPid().catch(() => pid);
        return now !== pid && ask(database.url, "select answer from kept").catch(() => undefined);
      });
      expect(rows).toEqual([{ answer: 42 }]);
      await database.stop();
    },
  );

  test("starts over the lock file of a killed server whose process number another program has", async () => {
    const database = await start();
    const pid = await serverPid();
    await database.stop();
    // As in a restarted container: the number is taken, by us.
    const lock = `${process.pid}\n${join(directory, "data")}\n1\n1\n\n127.0.0.1\n\nready\n`;
    await writeFile(join(directory, "data", "postmaster.pid"), lock);
    const again = await start();
    expect(await serverPid()).not.toBe(pid);
    expect(await ask(again.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    await again.stop();
  });

  const asRoot = process.getuid?.() === 0 ? test : test.skip;
  asRoot("says where root's server could not go", async () => {
    const closed = join(directory, "closed");
    await mkdir(closed);
    await chmod(closed, 0o700);
    await expect(
      startEmbedded({ directory: join(closed, "database"), binaries: testBinaries, log: silentLog }),
    ).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining(`cannot enter ${closed}`),
    });
  });
});
