import { shorten } from "../../delivery/markdown.ts";
import { supersededCheck } from "../../delivery/review/check.ts";
import { readReview } from "../../delivery/review/review.ts";
import { UserError } from "../../errors.ts";
import { stoodAt } from "../../github/comment.ts";
import { withoutReport } from "../../github/drafts/description.ts";
import type { BranchHead, ForgeReader } from "../../github/forge.ts";
import type { OurReviews } from "../../github/our-reviews.ts";
import type { PullFile, PullSnapshot } from "../../github/pull.ts";
import { oneLine } from "../../source/lines.ts";
import { visibleText } from "../../source/visible-text.ts";
import type { JobRun } from "../job-run.ts";
import { type Declined, declined } from "../outcome.ts";
import { readSpeakers } from "../reading/speakers.ts";
import type { Surroundings } from "../surroundings.ts";
import { howToGoOn } from "../telling/words.ts";

/** What one review looks at, pinned: from where the pull request left its base to its head. Survives JSON. */
export interface PullLook {
  readonly kind: "look";
  readonly pull: Pick<PullSnapshot, "number" | "title" | "body"> & { readonly commits: readonly string[] };
  readonly head: BranchHead;
  /** In another repository. */
  readonly fork: boolean;
  /** That repository is no longer there. */
  readonly gone?: boolean;
  readonly mergeBase: string;
  /** Without their patches: these are computed. */
  readonly files: readonly Omit<PullFile, "patch">[];
  /** The head that was looked at last; undefined at the first look. */
  readonly since: string | undefined;
  readonly told: Told;
}

/** What earlier reviews said. */
export interface Told {
  readonly fingerprints: readonly string[];
  /** Fingerprints of what was told without a cure, and never with one. */
  readonly bare: readonly string[];
  readonly titles: readonly string[];
}

const longestBody = 20_000;
/** Remarks of maintainers, and characters of one. */
const mostHeard = 30;
const longestHeard = 200;

/** Reads the pull request as it is now; declines where there is nothing to look at. */
export async function readLook(
  run: JobRun,
  { reader, publisher, remember, lastHead, us }: Surroundings,
): Promise<PullLook | Declined> {
  const pull = await reader.pull(run.issueNumber);
  if (pull.state !== "open")
    return declined(
      `This pull request is ${pull.state}, so nothing was looked at.`,
      howToGoOn(pull.state, "comment again"),
    );
  if (pull.locked)
    return declined(
      "This conversation is locked, so no review can be posted.",
      howToGoOn("locked", "comment again"),
    );
  const mergeBase = await reader.mergeBase(pull);
  if (mergeBase === undefined)
    return declined(
      "The pull request has no commit in common with its base, so it has no diff.",
      "Rebase it, then comment again.",
    );
  const { branch, commit } = pull.head;
  if (run.head !== undefined && run.head !== commit)
    await publisher.checkRun(supersededCheck(run.id, run.head, commit));
  await remember({ head: commit });
  const [files, commits, ours] = await Promise.all([
    reader.pullFiles(pull.number),
    reader.pullCommits(pull.number),
    reader.ourReviews(pull.number),
  ]);
  const told = toldOf(ours);
  const heard = await heardFromMaintainers(ours, { opener: pull.author.login, until: run.frozenAt }, reader);
  const said = pull.author.login === us.login ? withoutReport(pull.body) : pull.body;
  return {
    kind: "look",
    pull: { number: pull.number, title: pull.title, body: said.slice(0, longestBody), commits },
    head: { branch, commit },
    fork: pull.head.fork,
    gone: pull.head.repository === undefined,
    mergeBase,
    files: files.map(({ path, previousPath, status }) => ({ path, previousPath, status })),
    since: sinceOf(commit, (await lastHead()) ?? newestHead(ours)),
    told: { ...told, titles: [...told.titles, ...heard] },
  };
}

/**
 * What maintainers told on the diff themselves: nobody wants to read it twice. Of others nothing counts, for by it a pull
 * request could have its faults passed over.
 */
async function heardFromMaintainers(
  { others }: OurReviews,
  { opener, until }: { readonly opener: string; readonly until: string },
  reader: Pick<ForgeReader, "permission">,
): Promise<readonly string[]> {
  const then = others
    .filter((remark) => remark.author !== opener && stoodAt(remark, until))
    .slice(-mostHeard);
  const { maintainers } = await readSpeakers(opener, then, reader);
  return then
    .filter(({ author }) => maintainers.includes(author))
    .map(({ path, line, body, resolved }) => {
      const open = resolved || /^\s*`{3,}suggestion\b/m.test(body) ? "" : ", told without a cure";
      const words = shorten(oneLine(visibleText(body).text), longestHeard);
      return `${path}${line === undefined ? "" : `:${line}`}: ${words} (by a maintainer${open})`;
    });
}

/** The same head again (a person asks for another look) is looked at whole. */
const sinceOf = (commit: string, last: string | undefined): string | undefined =>
  last === commit ? undefined : last;

const newestHead = ({ reviews }: OurReviews): string | undefined =>
  reviews.flatMap(({ body }) => readReview(body)?.head ?? []).at(-1);

export function toldOf({ reviews }: Pick<OurReviews, "reviews">): Told {
  const found = reviews.flatMap(({ body }) => readReview(body)?.found ?? []);
  const cured = new Set(found.flatMap(({ f, bare }) => (bare ? [] : [f])));
  const isBare = ({ f, bare }: (typeof found)[number]): boolean => bare === true && !cured.has(f);
  return {
    fingerprints: [...cured],
    bare: found.filter(isBare).map(({ f }) => f),
    titles: [...new Set(found.map((one) => (isBare(one) ? `${one.t} (told without a cure)` : one.t)))],
  };
}

/** Where the earlier head is gone (a force-push, and GitHub has cleaned up) the whole diff is looked at. */
export const isGone = (error: unknown): boolean => error instanceof UserError;
