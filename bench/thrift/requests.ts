/** The newest commits of a repository as requests: the message is what is asked for, the commit before is the code. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type ChangedLines, changedLines } from "../../src/retrieval/history/changed-lines.ts";
import type { Request } from "../../src/retrieval/request.ts";

export interface CommitRequest {
  readonly request: Request;
  /** Puts the folder at the commit before. */
  readonly checkOut: () => void;
  /** What the commit then changed, by the lines of the commit before. */
  readonly changed: () => readonly ChangedLines[];
}

export interface CommitRequests {
  readonly name: string;
  /** A clone of its own that shares the objects. */
  readonly folder: string;
  readonly requests: readonly CommitRequest[];
  close(): void;
}

const source = /\.(?:py|js|ts|tsx|mjs|go|java|rs|rb|php|cs|c|cc|cpp|h|hpp)$/;
const chores =
  /bump|release|version|changelog|typo|lint|format|pre-commit|docs?:|chore|annotation|merge|revert|deps|ci:/i;

/** Commits with one parent and a message that is no chore, which touch one to eight source files. */
export function requestsOf(clone: string, count: number): CommitRequests {
  const scratch = mkdtempSync(join(tmpdir(), "coderag-requests-"));
  const folder = join(scratch, basename(clone));
  execFileSync("git", ["clone", "--quiet", "--shared", "--no-checkout", clone, folder]);
  const git = (...args: string[]): string =>
    execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", maxBuffer: 2 ** 26 });
  const log = git("log", "--no-merges", "-n", "400", "--name-only", "--format=%x01%H%x02%s%x02%b%x02");
  const requests = log
    .split("\u0001")
    .slice(1)
    .flatMap((entry): CommitRequest[] => {
      const [sha = "", title = "", body = "", names = ""] = entry.split("\u0002");
      const touched = names.split("\n").filter((name) => source.test(name));
      if (chores.test(title) || touched.length === 0 || touched.length > 8) return [];
      const checkOut = (): void => void git("checkout", "--quiet", "--force", `${sha}^`);
      const changed = (): readonly ChangedLines[] =>
        changedLines(git("diff", "--unified=0", "--no-renames", `${sha}^`, sha, "--", ...touched));
      return [{ request: { title, body, comments: [] }, checkOut, changed }];
    })
    .slice(0, count);
  const close = (): void => rmSync(scratch, { recursive: true, force: true });
  return { name: basename(clone).replace("+", "/"), folder, requests, close };
}
