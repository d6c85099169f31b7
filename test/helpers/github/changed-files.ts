import { must } from "./git.ts";
import type { HostedRepository, Json } from "./world.ts";

const known = new WeakMap<HostedRepository, Map<string, Promise<readonly Json[]>>>();

/**
 * The files that differ between two commits, with their patches, as `GET /pulls/{n}/files` has them. Kept by the two
 * commits: a pull request of thousands of files is listed in thirty pages, and several times in one run.
 */
export function changedFiles(hosted: HostedRepository, from: string, to: string): Promise<readonly Json[]> {
  const kept = known.get(hosted) ?? new Map<string, Promise<readonly Json[]>>();
  known.set(hosted, kept);
  const files = kept.get(`${from}..${to}`) ?? compareCommits(hosted, from, to);
  kept.set(`${from}..${to}`, files);
  return files;
}

const statuses: Readonly<Record<string, string>> = {
  ...{ A: "added", D: "removed", M: "modified", T: "modified" },
  R: "renamed",
};

async function compareCommits(
  { repository: { dir } }: HostedRepository,
  from: string,
  to: string,
): Promise<readonly Json[]> {
  const fields = (await must(dir, ["diff", "--raw", "--no-abbrev", "-z", "--find-renames", from, to]))
    .split("\0")
    .filter(Boolean);
  // One for each of these, in their order; a file that became a link, or the other way round, has two.
  const diffs = (await must(dir, ["diff", "--find-renames", from, to])).split(/^(?=diff --git )/m);
  const files: Json[] = [];
  while (fields.length > 0) {
    const [, , , sha, letter] = fields.shift()!.split(" ");
    const status = statuses[letter![0]!];
    const previous = status === "renamed" ? fields.shift()! : undefined;
    const filename = fields.shift()!;
    const diff = diffs.splice(0, letter === "T" ? 2 : 1).join("");
    const patch = diff.slice(diff.indexOf("\n@@") + 1);
    const count = (sign: string) => patch.split("\n").filter((line) => line.startsWith(sign)).length;
    const [additions, deletions] = [count("+"), count("-")];
    files.push({
      sha,
      filename,
      status,
      ...(previous === undefined ? {} : { previous_filename: previous }),
      additions,
      deletions,
      changes: additions + deletions,
      ...(diff.includes("\n@@") ? { patch } : {}),
    });
  }
  return files;
}
