/**
 * `coderag implement` on three public repositories, each in a throw-away clone, with the recorded answers of
 * `bench/real-repositories/recordings/` replayed over HTTP. The repository's own tests judge the result: they run
 * before the change and after it.
 *
 *   npm exec -c 'node bench/real-repositories.ts FOLDER'
 *
 * FOLDER holds clones of the repositories, named as in `repositories` below, that contain the pinned commits. A
 * folder `node_modules` in a clone is taken along, so install there what the tests need.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { startModelEndpoint } from "../test/helpers/model-endpoint.ts";
import { readRecording } from "../test/helpers/recording.ts";

const run = promisify(execFile);

interface RealRepository {
  readonly name: string;
  readonly url: string;
  readonly language: string;
  readonly commit: string;
  readonly issue: string;
  /** Its own tests; run by a shell in the clone. */
  readonly tests: string;
  /** Finds how many passed. */
  readonly passed: RegExp;
}

const repositories: readonly RealRepository[] = [
  {
    name: "more-itertools",
    url: "https://github.com/more-itertools/more-itertools",
    language: "Python",
    commit: "2fe1b2eeb9d75f994113fe3ac76d14b6bcd6fb10",
    issue: "more-itertools",
    tests: "python3 -m unittest tests.test_recipes",
    passed: /Ran (\d+) tests[\s\S]*\nOK/,
  },
  {
    name: "ufo",
    url: "https://github.com/unjs/ufo",
    language: "TypeScript",
    commit: "11308c0bb5cb4a4bc3bfcbdc5c03177b097423e6",
    issue: "ufo",
    tests: "NO_COLOR=1 node node_modules/vitest/vitest.mjs run",
    passed: /Tests\s+(\d+) passed \(/,
  },
  {
    name: "commander.js",
    url: "https://github.com/tj/commander.js",
    language: "JavaScript",
    commit: "ba6d13ddb4243e5913367734f8c159089ffe7834",
    issue: "commander",
    tests: "node --test --test-reporter=tap",
    passed: /[#ℹ] pass (\d+)\n[#ℹ] fail 0/,
  },
];

const clones = process.argv[2];
if (clones === undefined)
  throw new Error("Name the folder that holds the clones; the top of this file says more.");
const here = import.meta.dirname;
const rows: string[] = [];
for (const repository of repositories) rows.push(await measure(repository, resolve(clones, repository.name)));
console.log(`Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()})\n`);
console.log("| repository | language | commit | files | lines | run | own tests before | own tests after |");
console.log("|---|---|---|--:|--:|--:|--:|--:|");
console.log(rows.join("\n"));

async function measure(repository: RealRepository, origin: string): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), "coderag-real-"));
  const { answers } = readRecording(
    join(here, "real-repositories", "recordings", `${repository.issue}.json`),
  );
  const endpoint = await startModelEndpoint({ script: answers });
  try {
    const clone = join(work, repository.name);
    await run("git", ["clone", "--quiet", "--no-checkout", origin, clone]);
    await run("git", ["-C", clone, "checkout", "--quiet", repository.commit]);
    if (existsSync(join(origin, "node_modules")))
      await symlink(join(origin, "node_modules"), join(clone, "node_modules"));
    const before = await passing(repository, clone);
    const started = performance.now();
    const { branch } = await implement(clone, repository.issue, endpoint.url, join(work, "home"));
    const seconds = (performance.now() - started) / 1000;
    await run("git", ["-C", clone, "checkout", "--quiet", branch]);
    const after = await passing(repository, clone);
    const stat = await run("git", ["-C", clone, "diff", "--shortstat", repository.commit, branch]);
    const [files, added, removed = "0"] = stat.stdout.match(/\d+/g) ?? [];
    const { name, url, language, commit } = repository;
    return `| [${name}](${url}) | ${language} | ${commit.slice(0, 12)} | ${files} | +${added} -${removed} | ${seconds.toFixed(1)} s | ${before} | ${after} |`;
  } finally {
    await endpoint.close();
    await rm(work, { recursive: true, force: true });
  }
}

async function implement(
  clone: string,
  issue: string,
  url: string,
  home: string,
): Promise<{ branch: string }> {
  const program = join(here, "..", "src", "cli", "bin.mjs");
  const path = join(here, "real-repositories", "issues", `${issue}.md`);
  const { stdout } = await run(
    process.execPath,
    [program, "implement", "--repo", clone, "--issue", path, "--write", "--json"],
    {
      maxBuffer: 2 ** 26,
      env: {
        ...{ PATH: process.env["PATH"], HOME: process.env["HOME"], CODERAG_HOME: home },
        ...{ OPENAI_BASE_URL: url, OPENAI_API_KEY: "recording", CODERAG_MODEL: "recorded-answers" },
      },
    },
  );
  return (JSON.parse(stdout) as { outcome: { branch: string } }).outcome;
}

async function passing({ tests, passed }: RealRepository, clone: string): Promise<string> {
  const { stdout, stderr } = await run("sh", ["-c", tests], { cwd: clone, maxBuffer: 2 ** 26 }).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  return passed.exec(stdout + stderr)?.[1] ?? "not all";
}
