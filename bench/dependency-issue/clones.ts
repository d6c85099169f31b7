import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { ShelvedRepository } from "../../test/helpers/github/shelf-search.ts";
import type { Published } from "./cases.ts";

/** Larger files are no examples; their names are enough. */
const largest = 400_000;

const git = (clone: string, ...argv: readonly string[]): Buffer =>
  execFileSync("git", ["-C", clone, ...argv], { maxBuffer: 1 << 28 });

/** Text files of a commit, or only those of these paths; undefined for a binary or an overlong one. */
export function filesAt(
  clones: string,
  fullName: string,
  at: string,
  only?: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const clone = join(clones, fullName.split("/")[1]!);
  const listed = git(clone, "ls-tree", "-r", "-z", "--name-only", at, ...(only ? ["--", ...only] : []));
  const paths = listed.toString().split("\0").filter(Boolean);
  return Object.fromEntries(
    paths.map((path) => [path, textOf(git(clone, "cat-file", "-p", `${at}:${path}`))]),
  );
}

/** Paths that a commit added or changed. */
export function changedBy(clones: string, fullName: string, commit: string): readonly string[] {
  const clone = join(clones, fullName.split("/")[1]!);
  const printed = git(clone, "diff", "--name-only", "-z", "--diff-filter=AM", `${commit}^`, commit);
  return printed.toString().split("\0").filter(Boolean);
}

/** What a dependency published, as GitHub's search and reading API give it. */
export function shelved(clones: string, { fullName, at, ...facts }: Published): ShelvedRepository {
  const files = filesAt(clones, fullName, at);
  const path = Object.keys(files).find((one) => /^readme\b[^/]*$/i.test(one));
  const readme = path === undefined ? undefined : { path, text: files[path] ?? "" };
  return { fullName, ...facts, files, readme };
}

function textOf(bytes: Buffer): string | undefined {
  if (bytes.length > largest || bytes.includes(0)) return undefined;
  const text = bytes.toString("utf8");
  return Buffer.byteLength(text) === bytes.length ? text : undefined;
}
