import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Measured } from "../../src/cli/bench/measure-commit.ts";
import { type BenchReport, reportOf } from "../../src/cli/bench/report.ts";
import { benchText } from "../../src/cli/bench/text.ts";
import { beginCoderag, runCoderag } from "../helpers/coderag.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";
import { shop } from "../helpers/shop.ts";

let home: string;
let repository: TestRepository;
let head: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-bench-"));
  repository = await makeRepository(shop);
  const { add, git } = repository;
  const banner = shop["web/banner.ts"].replace('"&lt;")', '"&lt;").replaceAll(">", "&gt;")');
  await add({ "web/banner.ts": banner }, { message: "Make text safe: escape HTML of closing tags too (#2)" });
  await add({ "shop/rebate.py": "def rebate():\n    return 0\n" }, { message: "Add rebates" });
  await add({ "README.md": "# A shop\n" }, { message: "Say more" });
  await git("branch", "side", repository.commit);
  const money = shop["shop/money.py"].replace("round(amount, 2)", "round(float(amount), 2)");
  await add({ "shop/money.py": money }, { branch: "side", message: "wip" });
  const message = "Merge pull request #3 from octo/side\n\nAn amount of money may be text: round_cents";
  await git("merge", "--quiet", "--no-ff", "-m", message, "side");
  head = await git("rev-parse", "HEAD");
});
afterAll(async () => {
  await repository?.remove();
  await rm(home, { recursive: true, force: true });
});
const bench = (...argv: readonly string[]) => runCoderag(home, "bench", "--repo", repository.dir, ...argv);

describe("coderag bench", () => {
  test("asks with each merged commit's message for what it touched, and leaves the work tree alone", async () => {
    await writeFile(join(repository.dir, "shop/money.py"), "what somebody is writing\n");
    const before = await repository.git("status", "--porcelain");
    const { code, out, err } = await bench("--json");
    expect([code, err]).toEqual([0, ""]);
    const report = JSON.parse(out) as BenchReport;
    expect(report).toMatchObject({
      ...{ version: 1, directory: repository.dir, head, commits: 2, withFunctions: 2, interrupted: false },
      skipped: {
        "no source changed": 2,
        "the first commit; a shallow clone ends early: git fetch --unshallow": 1,
      },
      located: { "files@1": 1, "files@5": 1, "functions@5": 1, "functions@10": 1 },
      ...{ bm25: { "files@5": 1 }, misses: [] },
    });
    expect(await repository.git("status", "--porcelain")).toBe(before);
    expect(await repository.git("rev-parse", "HEAD")).toBe(head);
  });

  test("stops at the number that was asked for", async () => {
    expect(JSON.parse((await bench("--json", "--commits", "1")).out)).toMatchObject({ commits: 1 });
  });

  test("Ctrl-C prints what there is", async () => {
    const { child, ended } = beginCoderag(home, ["bench", "--repo", repository.dir, "--json"]);
    // Before the program listens the system ends it, after its last commit there is nothing to end.
    const timer = setTimeout(() => child.kill("SIGINT"), 700);
    const { code, out } = await ended;
    clearTimeout(timer);
    if (code === 130) expect(JSON.parse(out)).toMatchObject({ interrupted: true });
    expect([130, 0, null]).toContain(code);
  });

  test.each<[string, readonly string[], number, RegExp]>([
    ["no repository", ["--repo", tmpdir()], 1, /is not a git repository/],
    ["an address", ["--repo", "octo/demo"], 1, /is not a folder/],
    ["no number", ["--commits", "0"], 2, /whole number/],
  ])("%s is told", async (_name, argv, expected, said) => {
    const { code, out, err } = await runCoderag(home, "bench", ...argv);
    expect([code, out, err]).toEqual([expected, "", expect.stringMatching(said)]);
  });
});

describe("the report", () => {
  const wanted = (id: string, rank: number | null) => ({
    id,
    rank,
    reason: "shares words with the request",
  });
  const measured = (commit: string, ranks: readonly (number | null)[]): Measured => {
    const functions = ranks.map((rank, at) => wanted(`src/a.py#f${at}`, rank));
    const found = Array.from({ length: 20 }, (_, at) => {
      const one = functions.find(({ rank }) => rank === at + 1);
      return one?.id ?? `src/b.py#other${at}`;
    });
    const rankings = { files: ["src/a.py"], functions: found };
    return {
      ...{ commit, title: `Commit ${commit}`, files: [wanted("src/a.py", 1)], functions },
      first: { file: "src/a.py", function: found[0]!, reason: "the request names it" },
      ...{ located: rankings, bm25: { files: [], functions: [] } },
    };
  };
  const rest = { directory: "/shop", head: "1".repeat(40), skipped: { "no words": 2 }, milliseconds: 3_000 };
  const of = (all: readonly Measured[], interrupted = false) => reportOf(all, { ...rest, interrupted });

  test("has the mean over commits, of functions over those that touched one", () => {
    const report = of([measured("a", [1, 7]), measured("b", []), measured("c", [null])]);
    expect(report).toMatchObject({
      ...{ commits: 3, withFunctions: 2, bm25: { "files@1": 0, "functions@10": 0 } },
      located: { "files@1": 1, "files@5": 1, "functions@5": 0.25, "functions@10": 0.5 },
    });
    expect(report.misses.map(({ commit }) => commit)).toEqual(["c"]);
  });
  test("of nothing says why", () => {
    expect(of([], true).located["files@1"]).toBeNull();
    expect(benchText(of([], true), (_, text) => text, 80)).toBe(
      "No commit could be measured before it was interrupted. Passed over: 2 (no words).",
    );
  });
  test("is a table and the worst misses", () => {
    const text = benchText(
      of([measured("a".repeat(40), [1, 12, null, 14, 20])], true),
      (_, plain) => plain,
      80,
    );
    expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(text).toMatchSnapshot();
  });
});
