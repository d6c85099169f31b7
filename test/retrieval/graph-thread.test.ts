import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { UserError } from "../../src/errors.ts";
import { drawGraph } from "../../src/retrieval/draw-graph.ts";
import {
  type GraphThread,
  type GraphThreadOptions,
  openGraphThread,
} from "../../src/retrieval/graph-thread.ts";
import { type IndexedWorkspace, indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import { openLocal } from "../../src/workspace/open-local.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { makeRepository, type TestFiles, type TestRepository } from "../helpers/repository.ts";

const files: TestFiles = {
  "README.md": "# Read me\n",
  "bad.py": new Uint8Array([0xff, 0xfe, 0x00]),
  "tools/a.py": "import tools.b\n\n@cached\ndef größe():\n    '''Wie groß.'''\n    tools.b.run()\n",
  "tools/b.py": "def run(): pass\n",
};
const entry = new URL("./faulty-graph-worker.ts", import.meta.url);
const signal = AbortSignal.timeout(240_000);

let open: AsyncDisposableStack;
let cacheDir: string;
beforeEach(() => {
  open = new AsyncDisposableStack();
  cacheDir = mkdtempSync(join(tmpdir(), "coderag-cache-"));
  open.defer(() => rmSync(cacheDir, { recursive: true, force: true }));
});
afterEach(() => open.disposeAsync());

function threadWith(options: GraphThreadOptions = {}): GraphThread {
  const thread = openGraphThread({ entry, ...options });
  open.defer(thread.close);
  return thread;
}

async function repositoryOf(some: TestFiles): Promise<{ repository: TestRepository; workspace: Workspace }> {
  const repository = await makeRepository(some);
  const workspace = await openLocal(repository.dir, signal);
  open.defer(async () => {
    await workspace.close();
    await repository.remove();
  });
  return { repository, workspace };
}

/** With one file more, of a name that the thread does not bear. */
const faulty = async (name: string): Promise<Workspace> =>
  (await repositoryOf({ ...files, [name]: "def f(): pass\n" })).workspace;
const sound = async (): Promise<Workspace> => (await repositoryOf(files)).workspace;

const said = ({ graph, notes, stats: { milliseconds: _, ...stats } }: IndexedWorkspace) => ({
  ...{ nodes: graph.nodes, edges: graph.nodes.flatMap(({ id }) => graph.outgoing(id)) },
  ...{ into: graph.nodes.flatMap(({ id }) => graph.incoming(id)), calls: graph.calls, notes, stats },
});

describe("a graph that is drawn in a thread", () => {
  test("is the one that is drawn here: from nothing, from the cache, and brought up to date", async () => {
    const thread = threadWith();
    const { repository } = await repositoryOf(files);
    const here = mkdtempSync(join(tmpdir(), "coderag-cache-"));
    open.defer(() => rmSync(here, { recursive: true, force: true }));
    const origins: string[] = [];
    for (const change of [undefined, undefined, { "tools/b.py": "def walk(): pass\n" }]) {
      if (change) await repository.add(change);
      const workspace = await openLocal(repository.dir, signal);
      const drawn = await indexWorkspace(workspace, { draw: thread.draw, cacheDir }, signal);
      expect(said(drawn)).toEqual(said(await indexWorkspace(workspace, { cacheDir: here }, signal)));
      origins.push(drawn.stats.origin.kind);
      await workspace.close();
    }
    expect(origins).toEqual(["cold", "snapshot", "updated"]);
  });

  test("stays as it was when the thread draws the next one", async () => {
    const thread = threadWith();
    const { repository, workspace } = await repositoryOf(files);
    const first = await indexWorkspace(workspace, { draw: thread.draw, cacheDir }, signal);
    const before = said(await indexWorkspace(workspace, { draw: drawGraph }, signal));
    await repository.add({ "tools/b.py": "def walk(): pass\n" });
    const next = await openLocal(repository.dir, signal);
    open.defer(() => next.close());
    await indexWorkspace(next, { draw: thread.draw, cacheDir }, signal);
    expect(said(first).nodes).toEqual(before.nodes);
    expect(said(first).edges).toEqual(before.edges);
  });

  test("several at once do not mix", async () => {
    const thread = threadWith();
    const names = ["one", "two", "three"];
    const drawn = await Promise.all(
      names.map(async (name) => {
        const { workspace } = await repositoryOf({ [`${name}.py`]: `def ${name}(): pass\n` });
        return indexWorkspace(workspace, { draw: thread.draw }, signal);
      }),
    );
    expect(drawn.map(({ graph }) => graph.nodes.map(({ id }) => id))).toEqual(
      names.map((name) => [`${name}.py`, `${name}.py#${name}`]),
    );
  });

  test("is on disk when the thread is closed", async () => {
    const thread = threadWith();
    await indexWorkspace(await sound(), { draw: thread.draw, cacheDir }, signal);
    await thread.close();
    expect(readdirSync(cacheDir).filter((name) => name.endsWith(".graph"))).toHaveLength(1);
  });

  test("a cache that cannot be used is told", async () => {
    const draw = threadWith().draw;
    const { notes } = await indexWorkspace(await sound(), { draw, cacheDir: "/dev/null/there" }, signal);
    expect(notes.at(-1)).toMatch(/^The cache of the code graph was not used: /);
  });

  test("files that cannot be read fail as they fail here, and the thread goes on", async () => {
    const { draw } = threadWith();
    const failure = new UserError("git is gone.", "Install it.");
    const workspace = { ...(await sound()), readMany: () => Promise.reject(failure) };
    await expect(indexWorkspace(workspace, { draw }, signal)).rejects.toBe(failure);
    expect((await indexWorkspace(await sound(), { draw }, signal)).stats.definitions).toBe(2);
  });
});

describe("what is too much for the thread", () => {
  const cases = {
    "ends.py": "The thread of the code graph ended unexpectedly.",
    "throws.py": "This was too much.",
    "eats.py": "The code graph of this repository needs more than 64 MB of memory.",
    "stands.py": "The code graph of this repository was not done: nothing moved for 20 seconds.",
  };
  test.each(Object.entries(cases))("%s fails alone", async (name, message) => {
    // Short only for the one that stands still: a machine with much to do may take long for all else.
    const limits = name === "stands.py" ? { standstillMs: 20_000 } : {};
    const { draw } = threadWith({ heapMegabytes: 64, ...limits });
    const all = [await sound(), await faulty(name), await sound()];
    const drawn = await Promise.allSettled(all.map((one) => indexWorkspace(one, { draw }, signal)));
    expect(drawn.map((one) => (one.status === "rejected" ? one.reason.message : "drawn"))).toEqual([
      "drawn",
      message,
      "drawn",
    ]);
    expect((await indexWorkspace(await sound(), { draw }, signal)).stats.definitions).toBe(2);
  });

  test("what a person can cure says how", async () => {
    const { draw } = threadWith({ heapMegabytes: 64 });
    const drawn = indexWorkspace(await faulty("eats.py"), { draw }, signal);
    await expect(drawn).rejects.toMatchObject({
      name: "UserError",
      cure: expect.stringMatching(/`paths\.ignore`.*--max-old-space-size=128/),
    });
  });

  test("one that is given up while it stands still is answered at once, and others are begun again", async () => {
    const { draw } = threadWith({ graceMs: 50 });
    const giveUp = new AbortController();
    const stuck = indexWorkspace(await faulty("spins.py"), { draw }, giveUp.signal);
    const reason = new Error("cancelled");
    setTimeout(() => giveUp.abort(reason), 300);
    await expect(stuck).rejects.toBe(reason);
    expect((await indexWorkspace(await sound(), { draw }, signal)).stats.definitions).toBe(2);
  });

  test("one that is given up beforehand, or waits, is not begun", async () => {
    const thread = threadWith({ graceMs: 50 });
    const workspace = await sound();
    const early = indexWorkspace(workspace, { draw: thread.draw }, AbortSignal.abort(new Error("early")));
    await expect(early).rejects.toThrow("early");
    await thread.close();
    await expect(indexWorkspace(workspace, { draw: thread.draw }, signal)).rejects.toThrow("is closed");
  });

  test("closing ends what is drawn", async () => {
    const thread = threadWith({ graceMs: 50 });
    const stuck = indexWorkspace(await faulty("spins.py"), { draw: thread.draw }, signal);
    const ended = expect(stuck).rejects.toThrow("is closed");
    await thread.close();
    await ended;
  });
});
