import { afterAll, describe, expect, test } from "@jest/globals";
import type { Dependency } from "../../src/dependencies/dependency.ts";
import type { ApiUse } from "../../src/dependencies/uses.ts";
import { changeLogsIn, onGitHub, tagsOf } from "../../src/examples/at-home.ts";
import type { DependencyEntry } from "../../src/examples/entry.ts";
import { createHomeFinder } from "../../src/examples/find-home.ts";
import { lookUp } from "../../src/examples/look-up.ts";
import { publicCodeWithToken } from "../../src/github/public-code/open-public-code.ts";
import { silentLogger } from "../../src/log.ts";
import { usualLicences } from "../../src/references/licence.ts";
import type { Fault } from "../helpers/github/faults.ts";
import type { ShelvedRepository } from "../helpers/github/shelf-search.ts";
import { type ShelfServer, startShelf } from "../helpers/github/start-shelf.ts";

const servers: ShelfServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

const manifest = '[project]\nname = "parcel"\n';
const home: ShelvedRepository = {
  ...{ fullName: "makers/parcel", language: "Python", licence: "MIT", tags: ["v2.1.0"] },
  files: {
    "pyproject.toml": manifest,
    "examples/send.py": "import parcel\n\ndef main():\n    box = parcel.Box()\n    box.send('x')\n",
    "parcel/inner.py": "import parcel\nparcel.Box().send('inner')\n",
    "CHANGELOG.md": "## 2.0.0\n- `Box.send` wants an address\n- faster\n\n## 1.0.0\n- first\n",
  },
};
const user = (fullName: string, range: string, more: Partial<ShelvedRepository> = {}): ShelvedRepository => ({
  ...{ fullName, language: "Python", licence: "Apache-2.0", description: "uses parcel" },
  files: {
    "requirements.txt": `parcel${range}\n`,
    "app.py": "import parcel\nparcel.Box().send('theirs')\n",
  },
  ...more,
});

const dependency: Dependency = {
  ...{ ecosystem: "pypi", name: "parcel", range: "==2.1.0", version: "2.1.0" },
  ...{ development: false, manifests: ["requirements.txt"] },
};
const apis: readonly ApiUse[] = ["parcel.Box", "parcel.Box.send"].map((api) => ({
  api,
  places: [{ path: "a.py", line: 1 }],
}));

async function look(
  shelf: readonly ShelvedRepository[],
  before?: string,
  faults: readonly Fault[] = [],
  needed = dependency,
): Promise<DependencyEntry & { readonly requests: number }> {
  const server = await startShelf(shelf);
  servers.push(server);
  for (const fault of faults) server.faults.add(fault);
  const code = publicCodeWithToken({ apiUrl: server.apiUrl, token: server.token, logger: silentLogger });
  const entry = await lookUp(
    { dependency: needed, before, uses: { files: ["a.py"], apis }, commit: "c".repeat(40) },
    {
      code,
      home: createHomeFinder(code, undefined),
      licences: usualLicences,
      target: "shop/shop",
      now: () => new Date(0),
    },
    new AbortController().signal,
  );
  return { ...entry, requests: server.requests.length };
}

/** `repository/path:from-to licence names`. */
const examplesOf = ({ examples }: DependencyEntry): readonly string[] =>
  examples.map(
    ({ repository, path, from, to, licence, apis, code }) =>
      `${repository.fullName}/${path}:${from}-${to} ${licence} ${apis.join(",")}${code === undefined ? " (not shown)" : ""}`,
  );

describe("a look-up", () => {
  test("finds the dependency's own example at our version, and what its change log says of our calls", async () => {
    const entry = await look([home, user("theirs/app", "==2.0.0")], "1.0.0");
    expect(examplesOf(entry)).toEqual(["makers/parcel/examples/send.py:3-5 MIT parcel.Box,parcel.Box.send"]);
    expect(entry.examples[0]!.code).toBe("def main():\n    box = parcel.Box()\n    box.send('x')");
    expect(entry.changes).toMatchObject({
      path: "CHANGELOG.md",
      count: 2,
      entries: [{ line: 2, apis: ["parcel.Box.send"] }],
    });
    expect(entry.tried).toEqual([]);
    expect(entry.requests).toBeLessThanOrEqual(10);
  });

  test("says what decides a version that no file of the repository says", async () => {
    const undecided = { ...dependency, range: "", version: undefined, decidedBy: "org.boot:list 3.2.0" };
    const { tried } = await look([home], undefined, [], undecided);
    expect(tried.at(-1)).toBe(
      "Which version is in use is decided by org.boot:list 3.2.0, which was not read; the newest was looked at.",
    );
  });

  test("where there is no change log, the notes of its releases say it, those of other packages do not", async () => {
    const { "CHANGELOG.md": _, ...files } = home.files;
    const releases = [
      { tag: "v2.1.0", notes: "## What's Changed\n* faster by @someone" },
      { tag: "other-v2.0.5", notes: "* `Box.send` sings" },
      { tag: "rel/other-2.0.4", notes: "* `Box.send` dances" },
      { tag: "rel/parcel-2.0.0", notes: "## Breaking\n* `Box.send` wants an address" },
      { tag: "v1.0.0", notes: "* first" },
    ];
    const { changes } = await look([{ ...home, files, releases }], "1.0.0");
    expect(changes).toMatchObject({ count: 2, entries: [{ version: "2.0.0", breaking: true }] });
    expect(changes!.path).toBeUndefined();
  });
  test("of a notebook the code is shown, as it reads there", async () => {
    const cell = (kind: string, source: readonly string[]): object => ({
      ...{ cell_type: kind, metadata: {}, outputs: [], source },
    });
    const cells = [
      cell("markdown", ["# Send"]),
      cell("code", ["import parcel\n", "box = parcel.Box(1)\n", "box.send()"]),
    ];
    const notebook = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1);
    const { "examples/send.py": _, ...files } = home.files;
    const { examples } = await look([{ ...home, files: { ...files, "examples/send.ipynb": notebook } }]);
    expect(examples.find(({ path }) => path.endsWith(".ipynb"))).toMatchObject({
      ...{ language: "python", code: "import parcel\nbox = parcel.Box(1)\nbox.send()" },
    });
  });
  test("reads nothing of a repository without a licence, and goes on to others of the same major", async () => {
    const entry = await look([
      { ...home, licence: undefined },
      user("old/app", "==1.4.0"),
      user("same/app", "==2.0.0"),
      user("copy/app", "==2.0.0", { licence: undefined }),
      user("shop/shop", "==2.1.0"),
    ]);
    expect(examplesOf(entry)).toEqual(["same/app/app.py:1-2 Apache-2.0 parcel.Box,parcel.Box.send"]);
    expect(entry.tried.join("\n")).toMatch(
      /makers\/parcel has no licence[\s\S]*old\/app uses 1\.4\.0, another major[\s\S]*/,
    );
  });
  test("tells where code stands that its licence does not let us show", async () => {
    expect(examplesOf(await look([{ ...home, licence: "GPL-3.0" }]))).toEqual([
      "makers/parcel/examples/send.py:3-5 GPL-3.0 parcel.Box,parcel.Box.send (not shown)",
    ]);
  });
  test("comes to code search only when nothing else was found", async () => {
    const entry = await look([user("hidden/app", "~=2.0", { description: "", fullName: "hidden/tool" })]);
    expect(examplesOf(entry)).toEqual(["hidden/tool/app.py:1-2 Apache-2.0 parcel.Box,parcel.Box.send"]);
    expect(entry.tried.join("\n")).toContain("Code search for");
  });
  test("one that GitHub has blocked is left aside, and the others count", async () => {
    const fault: Fault = { method: "GET", path: /blocked\/app$/, nth: "every", do: { status: 451 } };
    const entry = await look([user("blocked/app", "==2.0.0"), user("same/app", "==2.0.0")], undefined, [
      fault,
    ]);
    expect(examplesOf(entry)).toEqual(["same/app/app.py:1-2 Apache-2.0 parcel.Box,parcel.Box.send"]);
    expect(entry.tried.join("\n")).toContain("blocked/app is gone, empty or closed to us.");
  });
  test("searches that GitHub refuses found nothing", async () => {
    const fault: Fault = { method: "GET", path: /\/search\//, nth: "every", do: { status: 422 } };
    const { examples, tried } = await look([home, user("same/app", "==2.0.0")], undefined, [fault]);
    expect(examples).toEqual([]);
    expect(tried.join("\n")).toMatch(/Code search for .*: 0 hits/);
  });
  test("nothing at all is an answer, with what was tried", async () => {
    const entry = await look([]);
    expect(entry.examples).toEqual([]);
    expect(entry.tried[0]).toBe("Its own repository was not found, neither by a registry nor by its name.");
    expect(entry.tried.length).toBeGreaterThanOrEqual(3);
  });
  test("an untagged version is said to be read at the newest commit", async () => {
    expect((await look([{ ...home, tags: [] }])).tried).toEqual([
      "makers/parcel has no tag for 2.1.0; its newest commit was read.",
    ]);
  });
});

describe("addresses of sources", () => {
  test.each([
    ["git+https://github.com/colinhacks/zod.git", "colinhacks/zod"],
    ["git@github.com:a/b.git", "a/b"],
    ["ssh://git@github.com/a/b", "a/b"],
    ["github:a/b", "a/b"],
    ["https://github.com/a/b/tree/main/packages/c", "a/b"],
    ["https://gitlab.com/a/b", undefined],
    ["https://notgithub.com/a/b", undefined],
    ["https://example.org/github.com", undefined],
  ])("%s: %s", (address, expected) => expect(onGitHub(address)).toBe(expected));
});

describe("change logs", () => {
  test.each([
    [["CHANGELOG.md", "docs/changelog.rst"], "x", ["CHANGELOG.md", "docs/changelog.rst"]],
    [
      ["CHANGELOG.md", "packages/core/CHANGELOG.md", "packages/cli/CHANGELOG.md"],
      "@a/core",
      ["packages/core/CHANGELOG.md", "CHANGELOG.md", "packages/cli/CHANGELOG.md"],
    ],
    [
      ["src/changelog.ts", "HISTORY", "release-please-config.json", "docs/release-process.rst"],
      "x",
      ["HISTORY", "docs/release-process.rst"],
    ],
  ])("%j for %s", (paths, name, expected) => expect(changeLogsIn(paths, name)).toEqual(expected));
});

/** The repository that is taken for a package's own where no registry is asked. */
test.each<
  [string, Pick<Dependency, "ecosystem" | "name">, string, Readonly<Record<string, string>>, boolean]
>([
  [
    "at the top",
    { ecosystem: "npm", name: "@acme/kite" },
    "a/kite",
    { "package.json": '{"name":"@acme/kite"}' },
    true,
  ],
  [
    "in its folder of a repository of several",
    { ecosystem: "maven", name: "com.google.code.gson:gson" },
    "google/gson",
    {
      "pom.xml":
        "<project><groupId>com.google.code.gson</groupId><artifactId>gson-parent</artifactId></project>",
      "gson/pom.xml":
        "<project><parent><groupId>com.google.code.gson</groupId></parent><artifactId>gson</artifactId></project>",
    },
    true,
  ],
  [
    "a major version that only the artifact says",
    { ecosystem: "maven", name: "org.apache.commons:commons-lang3" },
    "apache/commons-lang",
    {
      "pom.xml":
        "<project><groupId>org.apache.commons</groupId><artifactId>commons-lang3</artifactId></project>",
    },
    true,
  ],
  [
    "a project of .NET",
    { ecosystem: "nuget", name: "Polly" },
    "a/Polly",
    { "src/Polly/Polly.csproj": "<Project />" },
    true,
  ],
  [
    "a project of .NET that is published under another name",
    { ecosystem: "nuget", name: "Polly" },
    "a/Polly",
    { "src/Polly/Polly.csproj": "<Project><PackageId>Acme.Polly</PackageId></Project>" },
    false,
  ],
  [
    "a sample that is called like it",
    { ecosystem: "npm", name: "kite" },
    "b/kite",
    { "package.json": '{"name":"other"}', "packages/kite/package.json": '{"name":"@b/kite"}' },
    false,
  ],
])("a package's own repository, by name: %s", async (_, { ecosystem, name }, fullName, files, isOwn) => {
  const server = await startShelf([{ fullName, licence: "MIT", language: "Any", files }]);
  servers.push(server);
  const code = publicCodeWithToken({ apiUrl: server.apiUrl, token: server.token, logger: silentLogger });
  const found = await createHomeFinder(code, undefined)(
    { ...dependency, ecosystem, name },
    new AbortController().signal,
  );
  expect(found).toBe(isOwn ? `https://github.com/${fullName}` : undefined);
});

test.each([
  ["zod", "4.1.0", "v4.1.0"],
  ["github.com/spf13/cobra", "v1.9.1", "v1.9.1"],
  ["github.com/mholt/acmez/v3", "v3.1.2", "v3.1.2"],
  ["github.com/acme/otel/sdk", "v1.44.0", "sdk/v1.44.0"],
  ["github.com/acme/aws/service/s3/v2", "v2.0.1", "service/s3/v2.0.1"],
])("the likeliest tag of %s %s is %s", (name, version, tag) =>
  expect(tagsOf({ ecosystem: "go", name }, version, "acme/otel")[0]).toBe(tag),
);

test.each([
  ["maven:org.apache.commons:commons-lang3", "3.20.0", "apache/commons-lang", "rel/commons-lang-3.20.0"],
  ["maven:io.netty:netty-handler", "4.1.100.Final", "netty/netty", "netty-4.1.100.Final"],
  ["maven:com.google.guava:guava", "33.0.0-jre", "google/guava", "v33.0.0"],
  ["maven:org.junit.jupiter:junit-jupiter-api", "5.10.0", "junit-team/junit5", "r5.10.0"],
  ["maven:org.apache.logging.log4j:log4j-api", "2.20.0", "apache/logging-log4j2", "rel/2.20.0"],
  ["maven:junit:junit", "1.2", "junit-team/junit4", "release-1.2"],
  ["npm:@scope/name", "1.2.3", "makers/things", "@scope/name@1.2.3"],
  ["npm:name", "1.2.3+build.5", "makers/name", "v1.2.3+build.5"],
  ["npm:name", "1.2.3+build.5", "makers/name", "v1.2.3"],
] as const)("%s %s of %s may have the tag %s", (whole, version, repository, tag) => {
  const [ecosystem, ...name] = whole.split(":") as ["maven" | "npm", ...string[]];
  const tags = tagsOf({ ecosystem, name: name.join(":") }, version, repository);
  expect(tags).toContain(tag);
  // Each that is not there costs a request.
  expect(tags.length).toBeLessThanOrEqual(20);
});

test.each([
  ["abseil", "abseil/abseil-cpp"],
  ["abseil-cpp", "abseil/abseil-cpp"],
  ["yaml-cpp", "jbeder/yaml-cpp"],
  ["yaml", undefined],
])("a library of C++ is found by the name that its own build says: %s", async (name, fullName) => {
  const files = {
    "abseil/abseil-cpp": {
      "CMakeLists.txt": "project(absl LANGUAGES CXX)\n",
      "MODULE.bazel":
        'module(\n    name = "abseil-cpp",\n    version = "head",\n)\nbazel_dep(name = "abseil", version = "1")\n',
    },
    "jbeder/yaml-cpp": { "CMakeLists.txt": "project(YAML_CPP)\n" },
  };
  const shelf = Object.entries(files).map(
    ([one, said]): ShelvedRepository => ({ fullName: one, language: "C++", licence: "MIT", files: said }),
  );
  const server = await startShelf(shelf);
  servers.push(server);
  const code = publicCodeWithToken({ apiUrl: server.apiUrl, token: server.token, logger: silentLogger });
  const find = createHomeFinder(code, undefined);
  const needed: Dependency = { ...dependency, ecosystem: "cpp", name };
  expect(await find(needed, new AbortController().signal)).toBe(fullName && `https://github.com/${fullName}`);
});
