import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type LinkShare, unpackShare } from "../../src/graph/link-share.ts";
import { beginLinks, type FreshLinks, linkAll, sourcesOf } from "../../src/graph/linked.ts";
import type { FileOutline, Outline } from "../../src/graph/outline.ts";
import { encodeLinked } from "../../src/graph/snapshot.ts";
import { bareOutline } from "../../src/languages/bare-outline.ts";
import { createLinkHelpers } from "../../src/languages/link-helpers.ts";
import { linkPart } from "../../src/languages/link-part.ts";
import { sharedTurns, turnsIn } from "../../src/languages/link-turns.ts";
import { openOutlinePool } from "../../src/languages/outline-pool.ts";
import { type LoadedProject, loadProject } from "../../src/languages/rules.ts";
import { filesOf } from "../graph/fixture.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "coderag-link-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signal = (): AbortSignal => AbortSignal.timeout(30_000);

/** Files that lead to each other in a circle, in languages that are linked in different ways. */
const many = Array.from({ length: 70 }, (_, i) => {
  const next = (i + 1) % 70;
  return `//- py/m${i}.py
from .m${next} import C${next}
class C${i}(C${next}):
    def f${i}(self): return self.f${next}()
//- src/r${i}.rs
use crate::r${next}::S${next};
pub struct S${i} {}
impl S${i} { pub fn go(&self, s: S${next}) { s.go() } }
//- ts/t${i}.ts
import { t${next} } from "@/t${next}";
export const t${i} = () => t${next}();
`;
});
const files = filesOf(
  `//- tsconfig.json
{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["ts/*"] } } }
//- Cargo.toml
[package]
name = "a"
//- README.md
# Nothing is known of this file.
${many.join("")}`,
);
const known = [...files].flatMap(([path, text]) => {
  const language = { py: "python", rs: "rust", ts: "typescript" }[path.split(".").at(-1)!];
  return language === undefined ? [] : [{ path, text, language }];
});

const projectOf = (): Promise<LoadedProject> =>
  loadProject(
    [...files.keys()].sort(),
    async (some) => new Map(some.map((path) => [path, files.get(path)!])),
  );

/** Links by a pool's threads that have outlined the files; `entry` stands for the worker's own. */
async function linkedBy(workers: number, entry?: URL) {
  const pool = openOutlinePool({ workers, ...(entry ? { entry } : {}) }, signal());
  const helpers = createLinkHelpers();
  const outlines: Outline[] = [];
  try {
    await pool.outline(known, (result, index) => {
      const { path } = known[index]!;
      if (!("json" in result)) throw new Error(result.skipped);
      outlines.push({ path, ...(JSON.parse(result.json) as FileOutline) });
      // Of some the helpers hear nothing: those were known before.
      if (index % 5 > 0) helpers.hear(path, result.json);
    });
    await helpers.adopt(await pool.leave());
    for (const path of files.keys())
      if (!known.some((one) => one.path === path)) outlines.push(bareOutline(path));
    return { outlines, linked: await helpers.link(outlines, await projectOf(), signal()) };
  } finally {
    await helpers.close();
  }
}

/** The worker itself, but for what it does when it is asked to link. */
function entryThat(does: string): URL {
  const [file, source] = [join(folder, "entry.mjs"), new URL("../../src/languages/", import.meta.url).href];
  writeFileSync(
    file,
    `import { parentPort } from "node:worker_threads";
import { turnsIn } from "${source}link-turns.ts";
const on = parentPort.on.bind(parentPort);
parentPort.on = (name, hear) => on(name, (asked) => {
  if (!("turns" in asked)) return hear(asked);
  const turns = turnsIn(asked.turns, asked.paths.length);
  ${does}
});
await import("${source}outline-worker.ts");`,
  );
  return new URL(`file://${file}`);
}

describe("links in threads", () => {
  test.each<[string, number, string | undefined]>([
    ["no thread to help", 1, undefined],
    ["two threads that help", 3, undefined],
    ["a thread that ends before it takes part", 2, "process.exit(1);"],
    ["a thread that ends in the middle", 2, "if (turns.join(asked.thread)) turns.next(); process.exit(1);"],
    ["a thread that throws", 2, "turns.join(asked.thread); turns.next(); throw new Error('broken');"],
    ["a thread that never answers, nor takes part", 2, "setInterval(() => undefined, 1000);"],
    ["a thread that was ready too late", 2, "parentPort.postMessage(undefined);"],
  ])("are those of one thread: %s", async (_, workers, does) => {
    const entry = does === undefined ? undefined : entryThat(does);
    const { outlines, linked } = await linkedBy(workers, entry);
    const alone = linkAll(outlines, await projectOf());
    expect(linked.edges.from.length).toBeGreaterThan(400);
    expect(encodeLinked(linked).equals(encodeLinked(alone))).toBe(true);
  });

  test("do not keep a thread that comes when all is over", async () => {
    const helpers = createLinkHelpers();
    await helpers.close();
    const pool = openOutlinePool({ workers: 2 }, signal());
    await pool.outline(known.slice(0, 40), () => undefined);
    const threads = await pool.leave();
    await helpers.adopt(threads);
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
  });
});

describe("linkPart", () => {
  const task = async (outlines: readonly Outline[]) => ({
    paths: outlines.map(({ path }) => path),
    json: outlines.map(({ path: _, ...said }) => (said.language === "" ? undefined : JSON.stringify(said))),
    projectFiles: (await projectOf()).files,
    turns: sharedTurns(2),
    thread: 1,
  });

  test("links what nobody has taken, and says it in numbers", async () => {
    const { outlines } = await linkedBy(1);
    const sources = sourcesOf(outlines);
    const asked = await task(sources.heads.map((_, index) => sources.outline(index)));
    const taken = turnsIn(asked.turns, asked.paths.length).next()!;
    const share = (await linkPart(structuredClone(asked))) as LinkShare;
    expect(share.files).toHaveLength(asked.paths.length - (taken.end - taken.start));
    const linking = beginLinks(sources, await projectOf(), undefined);
    const links: (FreshLinks | undefined)[] = asked.paths.map((_, file) =>
      file < taken.end ? linking.link(file) : undefined,
    );
    unpackShare(structuredClone(share), links);
    const together = linking.finish(links, share.isDeep)!;
    expect(encodeLinked(together).equals(encodeLinked(linkAll(outlines, await projectOf())))).toBe(true);
    expect(await linkPart(await task(outlines.slice(0, 0)))).toBeUndefined();
  });
});

describe("turns", () => {
  test.each([0, 1, 5, 63, 64, 65, 1000])("come once for each of %d files", (count) => {
    const memory = sharedTurns(1);
    const sides = [turnsIn(memory, count), turnsIn(memory, count)] as const;
    const taken: number[] = [];
    for (let at = 0, turn = sides[0].next(); turn; turn = sides[++at % 2]!.next())
      for (let file = turn.start; file < turn.end; file++) taken.push(file);
    expect(taken).toEqual(Array.from({ length: count }, (_, file) => file));
  });

  test("whoever is not waited for takes none", () => {
    const turns = turnsIn(sharedTurns(3), 10);
    expect(turns.join(1)).toBe(true);
    expect([turns.hasJoined(0), turns.hasJoined(1), turns.hasJoined(2)]).toEqual([false, true, false]);
    expect([turns.join(0), turns.join(2)]).toEqual([false, false]);
    while (turns.next());
    expect(turnsIn(sharedTurns(1), 0).join(0)).toBe(false);
  });
});
