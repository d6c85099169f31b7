/**
 * A bot's pull request that takes a new major version of a dependency: one comment says what the major did to what
 * this repository calls, and how public code calls it now. Nobody asked in words, so with nothing to say nothing is said.
 */
import { type DependencyChange, dependencyChanges } from "../dependencies/changes.ts";
import { namesDependencies, readDependencies } from "../dependencies/read-dependencies.ts";
import { usesOf } from "../dependencies/uses.ts";
import { type DependencyEntry, tells } from "../examples/entry.ts";
import { createHomeFinder } from "../examples/find-home.ts";
import { lookUp, type Need } from "../examples/look-up.ts";
import { readNeeds } from "../examples/read-repository.ts";
import { entryTitle, type Home, renderEntry } from "../examples/render-issue.ts";
import type { BranchHead } from "../github/forge.ts";
import { isLockFile } from "../source/generated-paths.ts";
import type { Step } from "../step.ts";
import { abandonable } from "./durable/abandonable.ts";
import type { JobRun } from "./job-run.ts";
import type { Outcome } from "./outcome.ts";
import type { Surroundings } from "./surroundings.ts";

/** Its comment is edited in place at new heads. */
const bumpMarker = "<!-- coderag:bump-examples -->";

/** Dependencies of one pull request that are looked up: grouped bumps hold many, and each costs some twenty requests. */
const most = 3;

export async function bumpExamples(run: JobRun, surroundings: Surroundings, step: Step): Promise<Outcome> {
  const { references, packages, webUrl, publisher } = surroundings;
  if (!references) throw new Error("This run was made without a way to public code.");
  const ends = await step("read-pull", (signal) => abandonable(endsOf(run, surroundings), signal));
  if (typeof ends === "string") return quietly(ends);
  const needs = await step("index", (signal) => bumpsOf(ends, surroundings, signal));
  const { code, settings } = references;
  const target = `${run.owner}/${run.name}`;
  const home = createHomeFinder(code, packages);
  const parts = { code, home, licences: settings.licences, target, now: () => new Date() };
  const entries: DependencyEntry[] = [];
  for (const [at, need] of needs.entries())
    entries.push(await step(`search-${at + 1}`, (signal) => lookUp(need, parts, signal)));
  const telling = entries.filter(tells);
  if (telling.length === 0) {
    await step("publish", () => publisher.amendNote(run.issueNumber, bumpMarker, nothingNow));
    return quietly("No new major version of which there is something to tell.");
  }
  const body = commentOf(telling, { webUrl, owner: run.owner, name: run.name });
  const { url } = await step("publish", () => publisher.note(run.issueNumber, bumpMarker, body));
  return { kind: "answered", headline: `${telling.length} new major versions were told of.`, body: url };
}

/** Where an older head had something to tell, its comment must not stand as if it were still so. */
const nothingNow =
  "At its newest commit this pull request takes no new major version of which there is something to tell.";

const quietly = (headline: string): Outcome => ({ kind: "answered", headline, body: "" });

/** Both sides of the pull request, or why it is not looked at. */
interface Ends {
  readonly head: BranchHead;
  readonly base: BranchHead;
}

async function endsOf({ issueNumber }: JobRun, { reader, config }: Surroundings): Promise<Ends | string> {
  if (!config.examples.pullRequests || config.verbs.examples === false)
    return "The repository does not ask for it.";
  const pull = await reader.pull(issueNumber);
  if (pull.state !== "open" || pull.locked) return "The pull request is closed or locked.";
  const files = await reader.pullFiles(issueNumber);
  const isBump = files.some(({ path }) => namesDependencies(path));
  if (!isBump || !files.every(({ path }) => namesDependencies(path) || isLockFile(path)))
    return "It changes more, or something else, than what names dependencies.";
  const commit = await reader.mergeBase(pull);
  if (commit === undefined) return "It has no commit in common with its base.";
  const { branch, commit: newest } = pull.head;
  return { head: { branch, commit: newest }, base: { branch: pull.base.branch, commit } };
}

/** New majors of packages that the code calls, most called first. */
async function bumpsOf(
  { head, base }: Ends,
  { openWorkspace, options }: Surroundings,
  signal: AbortSignal,
): Promise<readonly Need[]> {
  const old = await openWorkspace(base, signal);
  const before = await old
    .readMany([...old.entries.keys()].filter(namesDependencies))
    .finally(() => old.close());
  const opened = await openWorkspace(head, signal);
  const { dependencies, outlines } = await readNeeds(opened, options, signal).finally(() => opened.close());
  const calls = ({ uses }: Need): number => uses.apis.reduce((sum, { places }) => sum + places.length, 0);
  return dependencyChanges(readDependencies(before).dependencies, dependencies)
    .filter(({ kind }) => kind === "major")
    .map(({ dependency, before }: DependencyChange): Need => {
      const uses = usesOf(dependency, outlines, dependencies);
      return { dependency, before, uses, commit: head.commit };
    })
    .filter((need) => calls(need) > 0)
    .sort((a, b) => calls(b) - calls(a))
    .slice(0, most);
}

const commentOf = (entries: readonly DependencyEntry[], place: Home): string =>
  [
    ...entries.flatMap((entry) => [`### ${entryTitle(entry)}`, renderEntry(entry, place)]),
    "CodeRAG says this once for a pull request and edits it in place; `examples: { pullRequests: false }` in `.github/coderag.yml` switches it off.",
  ].join("\n\n");
