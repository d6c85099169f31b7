import { expect, test } from "@jest/globals";
import { newPackageList } from "../../src/delivery/new-packages.ts";
import { judgeChange, objectionsIn } from "../../src/jobs/change/judge-change.ts";
import { vetPackages } from "../../src/jobs/change/vet-packages.ts";
import { type MarkedText, marksOf } from "../../src/references/marks.ts";
import { createSearchIndex } from "../../src/retrieval/documents.ts";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import type { FileChange } from "../../src/source/file.ts";
import { createPackageLookup } from "../../src/web/registries/look-up.ts";
import { overlay } from "../../src/workspace/overlay.ts";
import type { CommitWorkspace } from "../../src/workspace/read-commit.ts";
import { graph, workspace } from "../agent/small-repository.ts";
import { signal, smallInternet } from "../web/small-internet.ts";

const search = await createSearchIndex(graph, (paths) => workspace.readMany(paths));
const theirs = Array.from({ length: 9 }, (_, at) => `step_${at} = work(${at})\n`).join("");
const marked = (licence: string, allowed: boolean): MarkedText => ({
  ...{ fullName: "sky/kitelib", commit: "c0ffee", path: "kite.py", licence, allowed },
  marks: marksOf(theirs),
});

test.each<[what: string, files: Readonly<Record<string, string>>, expected: readonly string[]]>([
  ["an ordinary change", { "a.py": "import os\n\n\ndef a():\n    return os.sep\n" }, []],
  ["a package of Python that nobody knows", { "a.py": "import left_padder\n" }, ["- import/undeclared:1"]],
  [
    "one of npm, where the change itself brings the manifest",
    { "package.json": "{}", "a.js": 'import "left-padder";\n' },
    ["! manifest/changed", "! import/undeclared:1"],
  ],
  ["lines of a licence that forbids it", { "a.py": `\n${theirs}` }, ["! licence/copied:2"]],
  ["what may not be written is not looked into", { "/a.py": theirs }, ["! path/refused"]],
])("%s", async (_, files, expected) => {
  const changes = Object.entries(files).map(([path, after]) => ({ path, before: undefined, after }));
  const { complaints, findings } = await judgeChange(
    changes,
    { workspace: workspace as CommitWorkspace, search, graph },
    { checks: {}, marked: [marked("GPL-3.0", false)] },
    signal,
  );
  const said = (mark: string, { kind, line }: { readonly kind: string; readonly line?: number }): string =>
    `${mark} ${kind}${line === undefined ? "" : `:${line}`}`;
  expect([...complaints.map((one) => said("!", one)), ...findings.map((one) => said("-", one))]).toEqual(
    expected,
  );
});

test("arguments are held against what is called, where the graph of the change can be drawn", async () => {
  const after = "from shop.money import round_cents\n\nround_cents(1, 2)\n";
  const changes = [{ path: "src/shop/more.py", before: undefined, after }];
  const graphAfter = async (all: readonly FileChange[], signal: AbortSignal) =>
    (await indexWorkspace(overlay(workspace, all), { workers: 1 }, signal)).graph;
  const { findings } = await judgeChange(
    changes,
    { workspace: workspace as CommitWorkspace, search, graph },
    { checks: {}, graphAfter },
    signal,
  );
  expect(findings.map(({ kind, line }) => `${kind}:${line}`)).toEqual(["call/arguments:3"]);
  expect(objectionsIn(findings)[0]!.message).toMatch(/takes 1 .*Look at what it takes/);
});

test("lines under a licence that asks for attribution pass", async () => {
  const { complaints } = await judgeChange(
    [{ path: "a.py", before: undefined, after: theirs }],
    { workspace: workspace as CommitWorkspace, search, graph },
    { checks: {}, marked: [marked("MIT", true)] },
    signal,
  );
  expect(complaints).toEqual([]);
});

const young = new Date(Date.now() - 5 * 86_400_000).toISOString();
const madeUpEntry =
  "<dependency><groupId>org.made</groupId><artifactId>up</artifactId><version>1</version></dependency>";
const registry: Readonly<Record<string, object>> = {
  "/npm/tinykit@latest/package.json": { version: "1.0.0", scripts: { postinstall: "node x.js" } },
  "/pypi/tinykit/json": { info: { version: "1" }, releases: { "1": [{ upload_time_iso_8601: young }] } },
};

test("a new package is asked for, told with its doubts, and refused where there is none (S01-S03)", async () => {
  const asked: string[] = [];
  const internet = await smallInternet((request, response) => {
    asked.push(request.url!);
    const found = registry[request.url!];
    response.writeHead(found ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(found));
  });
  const packages = createPackageLookup(internet.fetcher());
  const files = {
    "package.json":
      '{ "name": "@acme/shop", "dependencies": { "tinykit": "^1", "madeup": "1", "@acme/ui": "1" } }',
    "requirements.txt": "tinykit==1\n",
  };
  const changes = Object.entries(files).map(([path, after]) => ({ path, before: undefined, after }));
  const own = { "package.json": '{ "name": "@acme/shop" }' };
  const around = {
    entries: new Map([["package.json", workspace.entries.get("src/shop/cart.py")!]]),
    readMany: async () => new Map(Object.entries(own)),
  };
  const vetted = await vetPackages(changes, around, packages, signal);
  expect(newPackageList(vetted).split("\n").slice(2)).toEqual([
    "- [ ] `npm:@acme/ui` `1` in `package.json`: no registry was asked for it",
    "- [ ] `npm:madeup` `1` in `package.json`: **its registry has no such package**",
    "- [ ] `npm:tinykit` `^1` in `package.json`: its registry knows it; look twice: it runs a script when it is installed",
    `- [ ] \`pypi:tinykit\` \`==1\` in \`requirements.txt\`: its registry knows it; look twice: it was first published on ${young.slice(0, 10)}`,
  ]);
  const before = '{ "name": "@acme/shop" }';
  const adding = async (name: string) => {
    const after = `{ "name": "@acme/shop", "dependencies": { "${name}": "^1" } }`;
    const { complaints, findings } = await judgeChange(
      [{ path: "package.json", before, after }],
      { workspace: { ...workspace, ...around } as unknown as CommitWorkspace, search, graph },
      { checks: { allowPackages: true }, packages },
      signal,
    );
    return [...complaints, ...findings].map(({ kind }) => kind);
  };
  expect(await adding("tinykit")).toEqual(["manifest/changed"]);
  expect(await adding("madeup")).toEqual(["package/unknown", "manifest/changed"]);
  expect(asked.join()).not.toContain("acme");
  const pom = (entries: string): string => `<project><dependencies>${entries}</dependencies></project>`;
  const maven = { ...around, entries: new Map([["pom.xml", workspace.entries.get("src/shop/cart.py")!]]) };
  const { complaints: unknown } = await judgeChange(
    [{ path: "pom.xml", before: pom(""), after: pom(madeUpEntry) }],
    { workspace: { ...workspace, ...maven } as unknown as CommitWorkspace, search, graph },
    { checks: { allowPackages: true }, packages },
    signal,
  );
  expect(unknown.map(({ message }) => message).join()).toMatch(
    /maven registry has no package `org\.made:up`/,
  );
  const { complaints } = await judgeChange(
    changes,
    { workspace: workspace as CommitWorkspace, search, graph },
    { checks: { allowManifests: true }, packages },
    signal,
  );
  expect(complaints.filter(({ kind }) => kind === "package/unknown")).toHaveLength(2);
  expect(asked.filter((url) => url.includes("tinykit"))).toHaveLength(2);
});
