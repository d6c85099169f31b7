import { execFile, spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { graphWritten } from "../../src/retrieval/draw-graph.ts";
import { type IndexedWorkspace, indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import type { FileChange } from "../../src/source/file.ts";
import { openLocal } from "../../src/workspace/open-local.ts";
import { overlay } from "../../src/workspace/overlay.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";

/** Enough text that writing it takes longer than one call of the system. */
const files = Object.fromEntries([
  ["package.json", '{ "imports": { "#a": "./a.ts" } }\n'],
  ["a.ts", "export function f() {}\n"],
  ["list.html", '<a (click)="save()">\n'],
  ["b.ts", 'import { f } from "#a";\nexport function g() { f(); }\n'],
  ...Array.from({ length: 40 }, (_, i) => [
    `pkg/m${i}.py`,
    `from pkg import m${(i + 1) % 40}\n\ndef f${i}(x):\n    """Number ${i}: ${"word ".repeat(50)}"""\n    return m${(i + 1) % 40}.f${(i + 1) % 40}(x)\n`,
  ]),
]) as Record<string, string>;

let repository: TestRepository;
let filled: string;
let cacheDir: string;
let cold: ReturnType<typeof seen>;
const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "coderag-graphs-"));
  folders.push(folder);
  return folder;
};

beforeAll(async () => {
  repository = await makeRepository(files);
  filled = newFolder();
  cold = seen(await index(filled));
});
beforeEach(() => {
  // Another folder each time: the memory of this process knows nothing of it.
  cacheDir = newFolder();
  cpSync(filled, cacheDir, { recursive: true });
});
afterAll(async () => {
  await repository.remove();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function index(
  folder: string | undefined,
  changes: readonly FileChange[] = [],
): Promise<IndexedWorkspace> {
  const signal = AbortSignal.timeout(240_000);
  const workspace = await openLocal(repository.dir, signal);
  try {
    const options = { workers: 0, ...(folder === undefined ? {} : { cacheDir: folder }) };
    return await indexWorkspace(overlay(workspace, changes), options, signal);
  } finally {
    await workspace.close();
  }
}

function seen({ graph, stats: { calls } }: IndexedWorkspace) {
  return { nodes: graph.nodes, edges: graph.nodes.flatMap((node) => graph.outgoing(node.id)), calls };
}

const graphFile = (folder: string): string =>
  join(folder, readdirSync(folder).find((name) => name.endsWith(".graph"))!);
const change = (path: string, after: string | undefined): FileChange =>
  ({ path, before: files[path], after }) as FileChange;

describe("the graph of a tree that was indexed before", () => {
  test("comes from the cache, and is the same", async () => {
    const warm = await index(cacheDir);
    expect(warm.stats).toMatchObject({ origin: { kind: "snapshot" }, parsed: 0, cached: 42 });
    expect(seen(warm)).toEqual(cold);
  });

  test.each<[string, FileChange[], object]>([
    [
      "a body",
      [change("a.ts", "export function f() { g(); }\n")],
      { kind: "updated", changed: 1, relinked: 1 },
    ],
    ["a name", [change("a.ts", "export function e() {}\n")], { kind: "updated", changed: 1, relinked: 2 }],
    ["a README that came", [change("README.md", "# A\n")], { kind: "updated", changed: 1, relinked: 1 }],
    ["a file that went", [change("a.ts", undefined)], { kind: "updated", changed: 1, relinked: 1 }],
    [
      "a file under another name",
      [change("a.ts", undefined), change("c.ts", files["a.ts"])],
      { kind: "updated", changed: 2, relinked: 2 },
    ],
    [
      "a package.json that came",
      [change("c/package.json", '{ "name": "c" }\n')],
      { kind: "updated", changed: 1, relinked: 1 },
    ],
    [
      "where imports lead",
      [change("package.json", '{ "imports": { "#a": "./b.ts" } }\n')],
      { kind: "updated", changed: 1, relinked: 2 },
    ],
    [
      "a component that came beside its template",
      [change("list.ts", '@Component({ templateUrl: "./list.html" })\nexport class List { save() {} }\n')],
      { kind: "cold" },
    ],
  ])("is brought up to date after a change: %s", async (_, changes, origin) => {
    const found = await index(cacheDir, changes);
    expect(found.stats.origin).toEqual(origin);
    expect(seen(found)).toEqual(seen(await index(undefined, changes)));
    expect((await index(cacheDir, changes)).stats.origin).toEqual({ kind: "snapshot" });
  });
});

test("a template without its component is no template any more", async () => {
  const list = change(
    "list.ts",
    '@Component({ templateUrl: "./list.html" })\nexport class List { save() {} }\n',
  );
  const calls = ({ graph }: IndexedWorkspace) => graph.outgoing("list.html", "Call").map(({ to }) => to);
  expect(calls(await index(cacheDir, [list]))).toEqual(["list.ts#List.save"]);
  expect(calls(await index(cacheDir))).toEqual([]);
  expect(calls(await index(cacheDir, [list]))).toEqual(["list.ts#List.save"]);
});

describe("push after push in one process", () => {
  test("gives what linking everything gives", async () => {
    const long = "x = [\n".repeat(200_000);
    const pushes: readonly FileChange[][] = [
      [change("pkg/m3.py", "from pkg import m5\n\ndef f3(x):\n    return m5.f5(x)\n")],
      // The content of another file, which is known by its hash under that path.
      [change("pkg/m7.py", files["pkg/m8.py"])],
      [change("a.ts", files["b.ts"]!), change("b.ts", files["a.ts"]!)],
      [change("pkg/m3.py", long), change("pkg/m4.py", "def f4(x): pass\n")],
      [change("pkg/m3.py", long), change("pkg/m4.py", "def g4(x): pass\n")],
      [change("pkg/m9.py", long)],
    ];
    for (const changes of pushes) {
      const [found, anew] = [await index(cacheDir, changes), await index(undefined, changes)];
      expect(found.stats.origin.kind).toBe("updated");
      expect(seen(found)).toEqual(seen(anew));
      expect(found.notes).toEqual(anew.notes);
    }
  });
});

describe("a damaged cache", () => {
  test("is rebuilt, whatever its bytes", async () => {
    const whole = readFileSync(graphFile(cacheDir));
    const places = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    });
    let rebuilt = 0;
    await fc.assert(
      fc.asyncProperty(places, fc.option(fc.nat(whole.length - 1)), async (damage, length) => {
        const folder = newFolder();
        cpSync(filled, folder, { recursive: true });
        const bytes = Buffer.from(whole);
        for (const [at, difference] of damage) bytes[at] = bytes[at]! ^ difference;
        writeFileSync(graphFile(folder), length === null ? bytes : bytes.subarray(0, length));
        const found = await index(folder);
        expect(seen(found)).toEqual(cold);
        expect(found.notes).toEqual([]);
        if (found.stats.origin.kind !== "snapshot") rebuilt++;
      }),
      { numRuns: 40 },
    );
    expect(rebuilt).toBeGreaterThan(20);
  });

  test("of another tree, or of another version, is not taken", async () => {
    const file = graphFile(cacheDir);
    await repository.add({ "pkg/m0.py": "def f0(x): pass\n" }, { branch: "other" });
    const changed = await index(cacheDir, [change("a.ts", "export function e() {}\n")]);
    await graphWritten();
    const other = readdirSync(cacheDir).find((name) => name.endsWith(".graph") && !file.endsWith(name))!;
    const folder = newFolder();
    cpSync(filled, folder, { recursive: true });
    cpSync(join(cacheDir, other), graphFile(folder));
    expect(changed.stats.origin.kind).toBe("updated");
    expect(seen(await index(folder))).toEqual(cold);
  });

  test("without the outlines of its graph links everything", async () => {
    for (const name of readdirSync(cacheDir).filter((one) => one.endsWith(".pack")))
      truncateSync(join(cacheDir, name), 100);
    const changes = [change("a.ts", "export function e() {}\n")];
    const found = await index(cacheDir, changes);
    expect(found.stats.origin).toEqual({ kind: "cold" });
    expect(seen(found)).toEqual(seen(await index(undefined, changes)));
  });
});

describe("a disk that does not do what it should", () => {
  const worker = join(import.meta.dirname, "cache-worker.ts");

  test("is said in one sentence: a file is where the folder should be", async () => {
    const file = join(cacheDir, "file");
    writeFileSync(file, "");
    const found = await index(file);
    expect(seen(found)).toEqual(cold);
    expect(found.notes).toEqual([
      "The cache of the code graph was not used: a file is where the folder should be.",
    ]);
  });

  test("is said in one sentence: no file may be as large as the cache", async () => {
    const folder = newFolder();
    const limited = `ulimit -f 1; exec "$0" "$1" "$2" "$3"`;
    const { stdout } = await promisify(execFile)(
      "sh",
      ["-c", limited, process.execPath, worker, repository.dir, folder],
      { maxBuffer: 2 ** 26 },
    );
    const found = JSON.parse(stdout) as Record<string, unknown>;
    expect(found["nodes"]).toEqual(JSON.parse(JSON.stringify(cold.nodes)));
    expect(found["notes"]).toEqual([
      "The cache of the code graph was not used: a file may not be so large there.",
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("kill -9 at any moment: the next run is right", async () => {
    const folder = newFolder();
    for (const delay of [400, 550, 700, 850, 1_000]) {
      const child = spawn(process.execPath, [worker, repository.dir, folder], { stdio: "ignore" });
      const closed = new Promise((resolve) => child.once("close", resolve));
      await sleep(delay);
      child.kill("SIGKILL");
      await closed;
    }
    expect(seen(await index(folder))).toEqual(cold);
  });

  test("what dead writers left is removed, what living ones write is not", async () => {
    const [old, young] = ["old.graph.x.part", "young.graph.x.part"].map((name) => join(cacheDir, name));
    for (const file of [old!, young!]) writeFileSync(file, "half");
    utimesSync(old!, new Date(0), new Date(0));
    await index(cacheDir);
    expect(readdirSync(cacheDir).filter((name) => name.endsWith(".part"))).toEqual(["young.graph.x.part"]);
  });
});

test("the graphs used longest ago go first", async () => {
  mkdirSync(cacheDir, { recursive: true });
  const [version] = /^[0-9a-f]+-[0-9a-f]+/.exec(
    readdirSync(cacheDir).find((name) => name.endsWith(".graph"))!,
  )!;
  for (let i = 0; i < 70; i++) {
    const file = join(cacheDir, `${version}-${i}.graph`);
    writeFileSync(file, "x");
    utimesSync(file, new Date(1_000 * (i + 1)), new Date(1_000 * (i + 1)));
  }
  writeFileSync(join(cacheDir, "0000-0000-1.graph"), "another version");
  await index(cacheDir, [change("a.ts", "export function e() {}\n")]);
  await graphWritten();
  const left = readdirSync(cacheDir).filter((name) => name.endsWith(".graph"));
  expect(left).toHaveLength(64);
  expect(left).toContain(`${version}-69.graph`);
  expect(left).not.toContain(`${version}-0.graph`);
  expect(left.every((name) => statSync(join(cacheDir, name)).isFile() && name.startsWith(version))).toBe(
    true,
  );
});
