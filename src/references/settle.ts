import { addUsage } from "../llm/budget.ts";
import { type Asked, nothingAsked } from "../retrieval/requirements/ask-lines.ts";
import { counted } from "../source/counted.ts";
import type { Step } from "../step.ts";
import type { Rejected } from "./candidate.ts";
import { type Look, lookAtCode } from "./last-look.ts";
import { shownFiles } from "./narrow-files.ts";
import type { NarrowedRepositories } from "./narrow-repositories.ts";
import type { ReferenceTools } from "./options.ts";
import { pinReference } from "./pin-reference.ts";
import type { WeighedCandidate } from "./read-candidates.ts";
import type { Reference, ReferenceReport } from "./report.ts";

export interface Settled extends Asked, Pick<ReferenceReport, "looked"> {
  readonly references: readonly Reference[];
  readonly rejected: readonly Rejected[];
  /** Why nothing fits, where nothing does. */
  readonly nothing?: string;
}

/** A repository that was chosen or tried, with what its code said. */
interface Tried {
  readonly fullName: string;
  readonly reference: Reference | undefined;
  readonly look: Look | undefined;
}

/**
 * What is shown of what was chosen: each repository is pinned, its files are chosen, and its code is looked at. One that
 * does not do what was asked is rejected with the reason; where none is left, the next ones are tried, a few only, and
 * then nothing fits.
 */
export async function settle(
  request: { readonly text: string; readonly language: string | undefined },
  narrowed: NarrowedRepositories,
  weighed: readonly WeighedCandidate[],
  tools: ReferenceTools,
  step: Step,
): Promise<Settled> {
  const tried: Tried[] = [];
  const asked: Asked[] = [];
  const attempt = async ({ fullName, reason }: NarrowedRepositories["chosen"][number]): Promise<void> => {
    const at = tried.length + 1;
    const one = weighed.find(({ candidate }) => candidate.fullName === fullName)!;
    const choose = async (again: string, without: readonly string[]): Promise<Tried> => {
      const pinned = await step(`search-files-${at}${again}`, (signal) =>
        pinReference(request, one, reason, without, tools, signal),
      );
      asked.push(pinned.asked);
      const { reference } = pinned;
      const readable = tools.look !== false && reference !== undefined && reference.files.length > 0;
      const look = readable
        ? await step(`search-look-${at}${again}`, (signal) =>
            lookAtCode(request.text, reference, tools, signal),
          )
        : undefined;
      if (look) asked.push(look);
      return { fullName, reference, look };
    };
    const first = await choose("", []);
    // Files that hold hardly any code do not speak against the others.
    const empty = first.look?.by === "rules" && first.look.does === "no" ? first.reference!.files : [];
    const others = empty.map(({ path }) => path);
    const second = others.length > 0 ? await choose("-again", others) : first;
    tried.push(second.reference?.files.length ? second : first);
  };
  for (const chosen of narrowed.chosen) await attempt(chosen);
  for (const spare of narrowed.spare) {
    if (tried.some(stands)) break;
    await attempt(spare);
  }
  const references = tried.filter(stands).map(({ reference, look }) => ({
    ...reference!,
    files: shownFiles(reference!.files).map((file) => ({ ...file, lines: look?.lines?.[file.path] })),
  }));
  const failed = tried.filter((one) => !stands(one));
  const names = new Set(tried.map(({ fullName }) => fullName));
  const looked = tried.flatMap(({ look }) => (look && look.does !== "unread" ? [look] : []));
  return {
    references,
    rejected: [
      ...failed.map((one) => ({ fullName: one.fullName, why: whyNot(one) })),
      ...narrowed.rejected.filter(({ fullName }) => !names.has(fullName)),
    ],
    ...(references.length === 0 && { nothing: nothingOf(narrowed, failed) }),
    looked: { repositories: looked.length, byModel: looked.filter(({ by }) => by === "model").length },
    usage: asked.reduce((sum, { usage }) => addUsage(sum, usage), nothingAsked.usage),
    notes: asked.flatMap(({ notes }) => notes),
  };
}

/** What could not be read is neither proved nor disproved: it stands. A repository of which no file shows it does not. */
function stands({ reference, look }: Tried): boolean {
  if (reference === undefined || reference.files.length === 0) return false;
  return look === undefined || look.does === "most" || look.does === "unread";
}

function whyNot({ reference, look }: Tried): string {
  if (reference === undefined) return "could not be read any more";
  if (look === undefined) return `no file of it shows that: ${reference.noFile ?? "none is likely"}`;
  const lacks = look.lacks === "" ? "" : `: ${look.lacks}`;
  return look.does === "part" ? `its code does a part of it${lacks}` : `its code does not do it${lacks}`;
}

function nothingOf(narrowed: NarrowedRepositories, failed: readonly Tried[]): string {
  if (narrowed.nothing !== undefined) return narrowed.nothing;
  const nearest = failed.find(({ look }) => look?.does === "part") ?? failed.find(({ look }) => look);
  if (nearest === undefined) return "What was chosen could not be read any more.";
  const number = failed.filter(({ look }) => look).length;
  return `The code of ${counted(number, "repository", "repositories")} was read, and none does what is asked. ${nearest.fullName}: ${whyNot(nearest)}`;
}
