import { isTestPath } from "../../graph/tests/test-names.ts";
import { isSource } from "../../languages/source-files.ts";
import { baseName } from "../../source/paths.ts";
import type { ChangingCommit, History } from "../../workspace/history.ts";

/** A file that gets a line with a change. */
const log = /^(?:changelog|changes|history|news|release[-_]?notes)(?:\.(?:md|rst|txt|adoc))?$/i;
/** A folder that gets a file with a change, until a release collects them. */
const fragment =
  /(?:^|\/)(?:\.changeset|changelog\.d|changelogs?\/unreleased|changes|news|newsfragments?|releasenotes\/notes)\/[^/]+\.(?:md|rst|txt|ya?ml)$/i;
const readme = /^(?:readme|template|config)\b/i;

/** Commits looked at, the share of them that has to bring a note along, and how many these are at least. */
const limits = { commits: 100, share: 0.1, fewest: 5 };

/** Where changes are told to users. */
export interface ReleaseNotes {
  /** The file that gets a line, or the newest of those that each brought along. */
  readonly path: string;
  readonly kind: "log" | "fragment";
}

/** Where a repository's past changes of code were told, so that a model adds its own there; undefined where few were. */
export function releaseNotes(
  { commits }: History,
  entries: { has(path: string): boolean },
): ReleaseNotes | undefined {
  const changing = commits.filter(changesSource).slice(0, limits.commits);
  const told = changing.flatMap(({ paths }): ReleaseNotes[] => {
    const part = paths.find((one) => fragment.test(one) && !readme.test(baseName(one)));
    if (part !== undefined) return [{ path: part, kind: "fragment" }];
    const path = paths.find((one) => log.test(baseName(one)) && entries.has(one));
    return path === undefined ? [] : [{ path, kind: "log" }];
  });
  if (told.length < Math.max(limits.fewest, changing.length * limits.share)) return undefined;
  return told.find(({ path }) => entries.has(path));
}

const changesSource = ({ paths }: ChangingCommit): boolean =>
  paths.some((path) => isSource(path) && !isTestPath(path));
