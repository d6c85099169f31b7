/** How a run comes to its code: it pins a commit, and draws the graph of it. */
import { UserError } from "../../errors.ts";
import type { BranchHead } from "../../github/forge.ts";
import { count, counted } from "../../source/counted.ts";
import type { Step } from "../../step.ts";
import type { Asked } from "../acceptance/freeze.ts";
import { abandonable } from "../durable/abandonable.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Narrator } from "../telling/narrator.ts";
import type { Knowledge } from "./knowledge.ts";

/** Where branches of drafts are: `coderag/issue-12-...`. */
const corner = "coderag";
const noRoom = new UserError(
  `A branch called \`${corner}\` leaves no room for \`${corner}/...\`, where drafts are written.`,
  "Rename or delete that branch, then give the command again.",
);

/** The commit that the run works on, checked out: a pull request's head, or the newest of the default branch. */
export async function pin(
  head: BranchHead | undefined,
  { reader }: Pick<Surroundings, "reader">,
  knowledge: Knowledge,
  signal: AbortSignal,
): Promise<BranchHead> {
  const base = head ?? (await reader.base());
  await knowledge.workspace(base, signal);
  return base;
}

/**
 * The same for a run that ends with a draft: without a pull request's head it makes a branch, based on what a person
 * based the draft on that stands for the issue.
 */
export async function pinForDraft(
  { pull, earlier }: Pick<Asked, "pull" | "earlier">,
  surroundings: Pick<Surroundings, "reader">,
  knowledge: Knowledge,
  signal: AbortSignal,
): Promise<BranchHead> {
  const { reader } = surroundings;
  const head = pull?.head;
  // First: an empty repository can be asked for no branch.
  const base = head ?? (await reader.base(earlier?.kind === "ours" ? earlier.base?.branch : undefined));
  // Git keeps branches like files: beside one called so there is no folder of the name. Asked before a model is paid.
  if (!head && (await reader.hasBranch(corner))) throw noRoom;
  return pin(base, surroundings, knowledge, signal);
}

/** The step that pins a commit, told as it goes. */
export async function cloneStep(
  pinned: (signal: AbortSignal) => Promise<BranchHead>,
  narrator: Narrator,
  step: Step,
): Promise<BranchHead> {
  narrator.begin("clone");
  const base = await step("clone", (signal) => abandonable(pinned(signal), signal));
  narrator.done("clone", `\`${base.branch}\` at \`${base.commit.slice(0, 12)}\``);
  return base;
}

/** What the index found, for people. */
export interface IndexSummary {
  readonly summary: string;
  readonly notes: readonly string[];
}

/** The step that draws the code graph of a commit, told as it goes. */
export async function indexStep(
  knowledge: Knowledge,
  base: BranchHead,
  narrator: Narrator,
  step: Step,
): Promise<IndexSummary> {
  narrator.begin("index");
  const index = await step("index", (signal) => describeIndex(knowledge, base, signal));
  narrator.done("index", index.summary);
  return index;
}

async function describeIndex(
  knowledge: Knowledge,
  base: BranchHead,
  signal: AbortSignal,
): Promise<IndexSummary> {
  const { graph, notes, parsed, milliseconds } = await knowledge.index(base, signal);
  const files = graph.nodes.filter((node) => node.kind === "Module").length;
  const definitions = graph.nodes.length - files;
  const fresh = parsed === 0 ? "all known before" : `${count(parsed)} parsed anew`;
  return {
    summary: `${counted(files, "file")} (${fresh}), ${counted(definitions, "definition")}, ${counted(graph.edgeCount, "edge")} in ${(milliseconds / 1000).toFixed(1)} s`,
    notes,
  };
}
