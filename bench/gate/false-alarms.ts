import { checkSyntax } from "../../src/checks/syntax.ts";
import type { Commit } from "../edits/commits.ts";
import { accepted, oracleOf } from "./oracles.ts";

/** One changed file of a real commit that is fine before and after as far as anybody can say. */
export interface Alarm {
  readonly repository: string;
  readonly part: Commit["part"];
  readonly sha: string;
  readonly path: string;
  /** Its parser, or `no parser here`. */
  readonly oracle: string;
  /** What the gate has against it; undefined where it has nothing, as it should. */
  readonly alarm: string | undefined;
}

/** Lets the gate judge every changed text of the commits that its language's parser takes before and after. */
export async function alarmsOf(commits: readonly Commit[]): Promise<readonly Alarm[]> {
  const files = commits.flatMap(({ repository, part, sha, changes }) =>
    changes.flatMap(({ path, oldPath, before, after }) =>
      after === undefined ? [] : [{ repository, part, sha, path, oldPath: oldPath ?? path, before, after }],
    ),
  );
  const now = accepted(files.map(({ path, after }) => ({ path, text: after })));
  const earlier = accepted(files.map(({ oldPath, before = "" }) => ({ path: oldPath, text: before })));
  const judged: Alarm[] = [];
  for (const [at, { repository, part, sha, path, before, after }] of files.entries()) {
    // What was broken, or is left broken, by its author is no alarm that could be false.
    if (now[at] === false || (before !== undefined && earlier[at] === false)) continue;
    const { complaints } = await checkSyntax({ path, before, after });
    const [first] = complaints;
    const alarm = first && `${first.message}\n${first.excerpt}`;
    judged.push({ repository, part, sha, path, oracle: oracleOf(path) ?? "no parser here", alarm });
  }
  return judged;
}
