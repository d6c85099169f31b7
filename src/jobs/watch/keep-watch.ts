/**
 * One look at the dependencies of a repository: what is new or has a new major is looked up in public code, a few at
 * a time, and the one living issue says what was found. An unchanged issue is not touched.
 */
import { createHash } from "node:crypto";
import { usesOf } from "../../dependencies/uses.ts";
import { type BoxChange, livingMarker, tickedBoxes, withChange } from "../../examples/boxes.ts";
import { lookUp, type Need } from "../../examples/look-up.ts";
import type { LookUpParts } from "../../examples/parts.ts";
import { readNeeds } from "../../examples/read-repository.ts";
import { type LivingIssue, livingIssueTitle, renderLivingIssue } from "../../examples/render-issue.ts";
import { asked, found, look, newWatch, next, type Watch } from "../../examples/watch.ts";
import type { BranchHead, ForgeReader, Publisher } from "../../github/forge.ts";
import type { KeptPage } from "../../github/living-issue.ts";
import { memo } from "../../source/memo.ts";
import type { Database } from "../../store/database.ts";
import {
  beginWatch,
  findWatch,
  noteWritten,
  saveWatch,
  stopWatch,
  type WatchedRepository,
  type WatchRow,
} from "../../store/watches.ts";
import type { CommitWorkspace } from "../../workspace/read-commit.ts";
import { mayWrite } from "../acceptance/authorise.ts";

/** What a look works with, made by the composition root for one repository. */
export interface WatchParts {
  readonly reader: Pick<ForgeReader, "base" | "issue" | "permission">;
  readonly publisher: Pick<Publisher, "keepPage">;
  readonly openWorkspace: (base: BranchHead, signal: AbortSignal) => Promise<CommitWorkspace>;
  readonly lookUp: LookUpParts;
  readonly options: { readonly cacheDir: string | undefined; readonly workers: number };
  readonly webUrl: string | undefined;
  readonly database: Database;
  /** Dependencies that one look looks up: each costs some twenty requests. */
  readonly perLook: number;
}

/** Boxes that somebody ticked: whoever may write to the repository may ask for it. */
export interface Ticked {
  readonly login: string;
  /** Undefined in an order of an earlier version. */
  readonly change?: BoxChange;
}

/** Why somebody looks out of turn: a box was ticked, or the command was given. */
type Occasion = Ticked | "command";

/** Where the issue stands after a look. */
export type Kept =
  | KeptPage
  | { readonly kind: "unchanged"; readonly number: number }
  /** Nothing was looked up, and nothing is until the repository is opened again. */
  | { readonly kind: "archived" };

/**
 * Goes on where a look was interrupted: what was found is kept one by one. Throws what GitHub throws; a
 * `RateLimitedError` names the time to come back.
 */
export async function keepWatch(
  row: WatchRow,
  parts: WatchParts,
  occasion: Occasion | undefined,
  signal: AbortSignal,
): Promise<Kept> {
  const { database } = parts;
  const { repositoryId } = row;
  const keep = async (watch: Watch): Promise<Watch> => {
    await saveWatch(database, repositoryId, watch);
    return watch;
  };
  // Whoever opens a closed issue again asks for all of it to go on.
  if (
    row.stopped !== undefined &&
    typeof occasion === "object" &&
    !(await mayWrite(occasion.login, parts.reader))
  )
    return { kind: "closed", number: row.issueNumber! };
  const base = await parts.reader.base();
  if (base.archived) return { kind: "archived" };
  const workspace = await parts.openWorkspace(base, signal);
  try {
    const { dependencies, ownPackages, outlines, notes } = await readNeeds(workspace, parts.options, signal);
    const uses = memo((dependency: Need["dependency"]) => usesOf(dependency, outlines, dependencies));
    let watch = await keep(look(watchOf(row), dependencies, uses));
    if (typeof occasion === "object") watch = await keep(await obey(watch, row, occasion, parts));
    for (let left = watch.left ?? parts.perLook; left > 0; left -= 1) {
      const first = next(watch);
      if (first === undefined) break;
      const need = { ...first, uses: uses(first.dependency), commit: base.commit };
      const entry = await lookUp(need, parts.lookUp, signal);
      watch = await keep({ ...found(watch, entry), left: left - 1 });
    }
    if (watch.left !== undefined) watch = await keep({ ...watch, left: undefined });
    return await show(watch, { notes, ownPackages }, row, parts, occasion);
  } finally {
    await workspace.close();
  }
}

/** Begins the watch of a repository, or takes a stopped one up again, and looks at once. In place of a closed issue a new one is opened. */
export async function beginWatching(
  repository: WatchedRepository,
  parts: WatchParts,
  signal: AbortSignal,
): Promise<Kept> {
  await beginWatch(parts.database, repository, newWatch);
  const row = await findWatch(parts.database, repository.repositoryId);
  return keepWatch(row!, parts, "command", signal);
}

const watchOf = ({ watch }: WatchRow): Watch => ({ ...newWatch, ...(watch as Partial<Watch>) });

/**
 * Boxes count as they stand in the issue now, and only where the one who ticked them may write. What was ticked while a
 * look was under way no longer stands there: it was written over.
 */
async function obey(
  watch: Watch,
  row: WatchRow,
  { login, change }: Ticked,
  { reader }: WatchParts,
): Promise<Watch> {
  if (row.issueNumber === undefined || !(await mayWrite(login, reader))) return watch;
  const { body } = await reader.issue(row.issueNumber);
  const standing = tickedBoxes(body);
  return asked(watch, change ? withChange(standing, change) : standing);
}

/** Writes the issue where its text is another than the last one. Out of turn GitHub is asked how it stands there now. */
async function show(
  watch: Watch,
  told: Pick<LivingIssue, "notes" | "ownPackages">,
  row: WatchRow,
  { publisher, database, webUrl }: WatchParts,
  occasion: Occasion | undefined,
): Promise<Kept> {
  const { repositoryId, owner, name, issueNumber } = row;
  const { entries, ignored, waiting } = watch;
  const body = renderLivingIssue({ entries, ignored, waiting, ...told, place: { webUrl, owner, name } });
  const hash = createHash("sha256").update(`${livingIssueTitle}\n${body}`).digest("hex");
  if (issueNumber !== undefined && row.written === hash && occasion === undefined)
    return { kind: "unchanged", number: issueNumber };
  const page = { title: livingIssueTitle, body, marker: livingMarker, number: issueNumber };
  const there = await publisher.keepPage(page);
  // What a person closed stays closed, and whoever asks again gets another one.
  const again = there.kind === "closed" && occasion === "command";
  const kept = again ? await publisher.keepPage({ ...page, number: undefined }) : there;
  if (kept.kind === "kept") await noteWritten(database, repositoryId, kept.number, hash);
  else await stopWatch(database, repositoryId, kept.kind);
  return kept;
}
