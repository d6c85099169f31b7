import { z } from "zod";
import { renderPrompt } from "../llm/prompts.ts";
import { countTokens } from "../llm/tokens.ts";
import { type Asked, nothingAsked } from "../retrieval/requirements/ask-lines.ts";
import { counted } from "../source/counted.ts";
import { stripInvisible } from "../source/invisible.ts";
import { oneLine } from "../source/lines.ts";
import { visibleText } from "../source/visible-text.ts";
import { askKept, cutToTokens, fitTexts, frameTokens, mostPromptTokens } from "./ask-kept.ts";
import type { Rejected } from "./candidate.ts";
import type { ReferenceTools } from "./options.ts";
import type { WeighedCandidate } from "./read-candidates.ts";

/** Step 5. Survives JSON. */
export interface NarrowedRepositories extends Asked {
  readonly by: "model" | "rules";
  /** One to three, best first; none where nothing fits. */
  readonly chosen: readonly { readonly fullName: string; readonly reason: string }[];
  readonly rejected: readonly Rejected[];
  /** Of these, what to try where the chosen ones turn out to be no good, best first. */
  readonly spare: readonly { readonly fullName: string; readonly reason: string }[];
  /** Why nothing fits, where nothing does. */
  readonly nothing?: string;
  /** Summaries that were cut so that the question fits. */
  readonly cut: number;
}

const most = { chosen: 3, spare: 3, requestTokens: 700, answerTokens: 2_000, reason: 300 };
/** The rules take a further repository where it is at least so near to the best; one about something else has to be nearer. */
const nearBest = { onTopic: 0.5, offTopic: 0.85 };
/**
 * How much of a request even the best must speak of, 0 to 1. Low, because people say things in other words than READMEs:
 * a weak candidate that is called weak helps more than silence. The trade-off stands in bench/results/reference-search.md.
 */
const fits = { least: 0.35, well: 0.6 };

/**
 * One to three repositories, chosen on titles and summaries only. The rules order the candidates and leave out what has
 * no source file; a model, where there is one, chooses among the rest. Where nothing fits, that is the answer.
 */
export async function narrowRepositories(
  request: string,
  weighed: readonly WeighedCandidate[],
  { paid }: Pick<ReferenceTools, "paid">,
  signal: AbortSignal,
): Promise<NarrowedRepositories> {
  const readable = weighed.filter(({ sources }) => sources !== 0);
  const empty = weighed
    .filter(({ sources }) => sources === 0)
    .map(({ candidate }) => ({ fullName: candidate.fullName, why: "no source file of the language" }));
  if (readable.length === 0)
    return {
      ...{ by: "rules", chosen: [], spare: [], rejected: empty, cut: 0, ...nothingAsked },
      nothing: "The searches found no repository with code.",
    };
  if (!paid) return { ...byRules(readable, empty), ...nothingAsked };
  const { data, cut } = question(request, readable);
  const { value, usage, notes } = await askKept(
    paid,
    {
      ...{ prompt, data, maxOutputTokens: most.answerTokens },
      read: (lines) => choiceIn(lines, readable),
    },
    signal,
  );
  if (value === undefined) return { ...byRules(readable, empty), usage, notes, cut };
  const names = new Set(value.chosen.map(({ fullName }) => fullName));
  const rejected = [
    ...readable
      .filter(({ candidate }) => !names.has(candidate.fullName))
      .map((one) => ({
        fullName: one.candidate.fullName,
        // What rules think of an opening is nothing beside what the model read there.
        why: `not chosen by the model${one.onTopic ? `; ${lacks(one)}` : ""}`,
      })),
    ...empty,
  ];
  const spare = value.chosen.length === 0 ? [] : spareOf(readable, names);
  return { by: "model", ...value, spare, rejected, usage, notes, cut };
}

const prompt = "reference-repositories";

/** The request, and titles and summaries in the order of the rules, cut alike so that all of them are seen. */
function question(request: string, weighed: readonly WeighedCandidate[]) {
  const asked = cutToTokens(visibleText(request).text, most.requestTokens);
  const heads = weighed.map(({ candidate, sources }, at) => {
    const size = sources === undefined ? "" : ` (${counted(sources, "source file")})`;
    return `${at + 1}. ${candidate.fullName}${size}: `;
  });
  const system = countTokens(renderPrompt(prompt, { boundary: "0123456789ab" }));
  const spent = frameTokens(system, 2) + countTokens(asked) + countTokens(heads.join("\n"));
  const { texts, cut } = fitTexts(
    weighed.map(({ candidate, summary }) =>
      oneLine([candidate.description, summary].filter(isNew).join(" — ")),
    ),
    // A text that is cut and joined may have a token more at each seam.
    Math.max(0, mostPromptTokens - spent - 3 * weighed.length),
  );
  const list = heads.map((head, at) => head + texts[at]).join("\n");
  const data = [
    { source: "request", text: asked },
    { source: "repositories", text: list },
  ];
  return { data, cut };
}

/** A description that only repeats the summary's beginning is left out. */
function isNew(text: string, at: number, parts: readonly string[]): boolean {
  return text !== "" && (at > 0 || !(parts[1] ?? "").toLowerCase().includes(text.toLowerCase().slice(0, 60)));
}

const chosenLine = z.looseObject({
  repository: z.union([z.string(), z.number()]),
  reason: z.string().default(""),
});
const noneLine = z.looseObject({ none: z.string().trim().min(1) });

type Choice = Pick<NarrowedRepositories, "chosen"> & { readonly nothing?: string };

/** Only numbers and names of the list count; words of the answer are the model's and shown as such. */
function choiceIn(lines: readonly unknown[], weighed: readonly WeighedCandidate[]): Choice | undefined {
  const chosen = new Map<string, string>();
  for (const line of lines) {
    const { data } = chosenLine.safeParse(line);
    const said = String(data?.repository ?? "").trim();
    const one = /^\d+$/.test(said)
      ? weighed[Number(said) - 1]
      : weighed.find(({ candidate }) => candidate.fullName.toLowerCase() === said.toLowerCase());
    if (data && one && !chosen.has(one.candidate.fullName))
      chosen.set(one.candidate.fullName, oneLine(stripInvisible(data.reason).text).slice(0, most.reason));
  }
  if (chosen.size > 0)
    return { chosen: [...chosen].slice(0, most.chosen).map(([fullName, reason]) => ({ fullName, reason })) };
  const none = lines.flatMap((line) => noneLine.safeParse(line).data?.none ?? [])[0];
  return none === undefined
    ? undefined
    : { chosen: [], nothing: oneLine(stripInvisible(none).text).slice(0, most.reason) };
}

/** The ranking's best, those near to it; nothing where even the best does not speak of what was asked. */
function byRules(
  weighed: readonly WeighedCandidate[],
  empty: readonly Rejected[],
): Pick<NarrowedRepositories, "by" | "chosen" | "spare" | "rejected" | "cut"> & {
  readonly nothing?: string;
} {
  const chosen = spokenOf(weighed[0]!) >= fits.least ? nearOnes(weighed).slice(0, most.chosen) : [];
  const rejected = weighed
    .filter((one) => !chosen.includes(one))
    .map((one) => ({ fullName: one.candidate.fullName, why: lacks(one) }));
  return {
    ...{ by: "rules", cut: 0, rejected: [...rejected, ...empty] },
    spare: chosen.length === 0 ? [] : spareOf(weighed, new Set(chosen.map(nameOf))),
    chosen: chosen.map((one) => ({ fullName: one.candidate.fullName, reason: says(one) })),
    ...(chosen.length === 0 && {
      nothing: `None of the ${weighed.length} repositories that were read speaks of enough of what was asked; the nearest ${lacks(weighed[0]!)}.`,
    }),
  };
}

const nameOf = ({ candidate }: WeighedCandidate): string => candidate.fullName;

function nearOnes(weighed: readonly WeighedCandidate[]): readonly WeighedCandidate[] {
  const best = weighed[0]?.score ?? 0;
  return weighed.filter((one) => one.score >= nearBest[one.onTopic ? "onTopic" : "offTopic"] * best);
}

function spareOf(weighed: readonly WeighedCandidate[], chosen: ReadonlySet<string>) {
  return nearOnes(weighed)
    .filter((one) => !chosen.has(nameOf(one)))
    .slice(0, most.spare)
    .map((one) => ({ fullName: nameOf(one), reason: says(one) }));
}

/** Of the request by its words' weights, and of what is specific in it by number: what is specific is rarely met by chance. */
function spokenOf({ coverage, specific, missingSpecific }: WeighedCandidate): number {
  return specific === 0 ? coverage : (coverage + 1 - missingSpecific.length / specific) / 2;
}

function says(one: WeighedCandidate): string {
  const { coverage, missing } = one;
  const weak = spokenOf(one) < fits.well ? "A weak match: its" : "Its";
  const share = `${weak} name, README and files speak of ${Math.round(coverage * 100)} % of the request`;
  return missing.length === 0 ? `${share}.` : `${share}, not of: ${missing.slice(0, 5).join(", ")}.`;
}

function lacks({ hasReadme, missing, onTopic }: WeighedCandidate): string {
  if (!onTopic) return "its name and opening say too little of it";
  if (!hasReadme) return "has no README";
  return missing.length === 0
    ? "speaks of all of it, others say more"
    : `says nothing of ${missing.slice(0, 5).join(", ")}`;
}
