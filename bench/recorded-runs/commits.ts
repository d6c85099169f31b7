import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isTestPath } from "../../src/graph/tests/test-names.ts";

/** A commit that changes source and tests, and what the first of its tests called that fails without the source. */
export interface RecordedCommit {
  readonly commit: string;
  readonly parent: string;
  readonly message: string;
  readonly trace: string;
}

/** Source files of a commit: more is about several things. And commits whose tests are run: some repositories' do not run here. */
const most = { files: 5, tried: 200 };
const recorder = join(import.meta.dirname, "record.py");

/** Newest first. Runs the repository's own tests, with its source before each commit and its tests after it. */
export function* recordedCommits(clone: string): Generator<RecordedCommit> {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", clone, ...args], { encoding: "utf8", maxBuffer: 1e9 });
  const tree = mkdtempSync(join(tmpdir(), "coderag-recorded-"));
  git("worktree", "add", "--quiet", "--detach", tree);
  let tried = 0;
  try {
    for (const commit of git("log", "--no-merges", "--format=%H", "HEAD").trim().split("\n")) {
      const changed = git("show", "--format=", "--name-only", "--diff-filter=M", commit).trim().split("\n");
      const python = changed.filter((path) => path.endsWith(".py"));
      const tests = python.filter((path) => isTestPath(path) && /(?:^|\/)test_[^/]*$/.test(path));
      const source = python.filter((path) => !isTestPath(path));
      if (tests.length === 0 || source.length === 0 || source.length > most.files) continue;
      if (++tried > most.tried) return;
      const trace = failingTest(tree, commit, tests);
      if (trace === undefined) continue;
      const [parent, message] = [
        git("rev-parse", `${commit}~1`).trim(),
        git("show", "-s", "--format=%B", commit),
      ];
      yield { commit, parent, message, trace };
    }
  } finally {
    git("worktree", "remove", "--force", tree);
    rmSync(tree, { recursive: true, force: true });
  }
}

function failingTest(tree: string, commit: string, tests: readonly string[]): string | undefined {
  const git = (...args: readonly string[]) => execFileSync("git", ["-C", tree, ...args], { stdio: "ignore" });
  git("checkout", "--quiet", "--force", `${commit}~1`);
  git("clean", "-fdxq");
  git("checkout", "--quiet", commit, "--", ...tests);
  const out = join(tree, ".recorded.json");
  try {
    execFileSync("/usr/bin/python3", [recorder, out, ...tests], {
      ...{ cwd: tree, stdio: "ignore", timeout: 120_000, killSignal: "SIGKILL" },
      env: { ...process.env, PYTHONPATH: `${tree}/src:${tree}`, PYTHONDONTWRITEBYTECODE: "1" },
    });
    return undefined;
  } catch {
    return existsSync(out) ? readFileSync(out, "utf8") : undefined;
  }
}
