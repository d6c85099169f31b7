import { z } from "zod";
import type { PublicFile } from "../github/public-code/public-code.ts";
import { renderPrompt } from "../llm/prompts.ts";
import { countTokens } from "../llm/tokens.ts";
import { type Asked, nothingAsked } from "../retrieval/requirements/ask-lines.ts";
import { stripInvisible } from "../source/invisible.ts";
import type { LineRange } from "../source/line-range.ts";
import { oneLine } from "../source/lines.ts";
import { visibleText } from "../source/visible-text.ts";
import { askKept, cutToTokens, frameTokens, mostPromptTokens } from "./ask-kept.ts";
import type { ReferenceTools } from "./options.ts";
import { type RankedFile, rankFiles } from "./rank-files.ts";

/** A file that is worth reading. */
export interface ChosenFile {
  readonly path: string;
  readonly blob: string;
  readonly bytes: number | undefined;
  readonly reason: string;
  /** Where to begin to read, as the last look saw; undefined for all of it. */
  readonly lines?: LineRange | undefined;
  /** Read by the last look and then left out: see `shownFiles`. */
  readonly beside?: true;
}

/** Step 6, for one repository. Survives JSON. */
export interface NarrowedFiles extends Asked {
  readonly by: "model" | "rules";
  /** One to three, best first; none where no file shows it. */
  readonly files: readonly ChosenFile[];
  /** Why none, where the model says so. */
  readonly nothing?: string;
  /** What of README and paths did not fit into the question, in words; empty where all did. */
  readonly cut: string;
}

export interface FilesQuestion {
  readonly request: string;
  readonly language: string | undefined;
  readonly fullName: string;
  readonly description: string;
  /** As its readers see it (`seenReadme`). */
  readonly readme: string | undefined;
  readonly files: readonly PublicFile[];
}

const most = {
  files: 3,
  byRules: 2,
  requestTokens: 700,
  pathTokens: 1_400,
  answerTokens: 1_500,
  reason: 240,
};
/**
 * How near to the rules' best file a further one must stand. One good file beats three: of labelled repositories, what the
 * rules put behind their best was oftener a tempting inner module than a good file as soon as it was not as good as equal.
 * A model has read the README, so what it chose may stand further behind.
 */
const near = { byRules: 0.25, byModel: 1 };

const prompt = "reference-files";

/**
 * One to three files of a repository, chosen on README and paths, never on code. The rules order the paths; where a
 * model chose only inner modules and the rules know an example that shows the use, the example goes first.
 */
export async function narrowFiles(
  question: FilesQuestion,
  { paid }: Pick<ReferenceTools, "paid">,
  signal: AbortSignal,
): Promise<NarrowedFiles> {
  const name = question.fullName.split("/")[1] ?? "";
  const about = `${name}\n${question.description}`;
  const ranked = rankFiles({ ...question, name, about });
  const byRules: NarrowedFiles = {
    ...{ by: "rules", cut: "", ...nothingAsked },
    files: bestOf(ranked).map((file) => chosenFile(file, question, ruleReason(file))),
  };
  if (!paid || ranked.length === 0) return byRules;
  const { data, cut } = dataOf(question, ranked);
  const { value, usage, notes } = await askKept(
    paid,
    {
      ...{ prompt, data, maxOutputTokens: most.answerTokens },
      read: (lines) => filesIn(lines, ranked),
    },
    signal,
  );
  if (value === undefined) return { ...byRules, usage, notes, cut };
  if (value.files.length === 0) return { by: "model", files: [], nothing: value.none!, usage, notes, cut };
  const files = withExample(gated(value.files, ranked), ranked).map(({ file, reason, beside }) => ({
    ...chosenFile(file, question, reason),
    ...(beside && { beside }),
  }));
  return { by: "model", files, usage, notes, cut };
}

interface Picked {
  readonly file: RankedFile;
  readonly reason: string;
  readonly beside?: true;
}

/** Paths in the rules' order, as many as fit, then as much of the README as there is room for, cut from its end. */
function dataOf({ request, fullName, readme = "" }: FilesQuestion, ranked: readonly RankedFile[]) {
  const asked = cutToTokens(visibleText(request).text, most.requestTokens);
  const system = countTokens(renderPrompt(prompt, { boundary: "0123456789ab" }));
  const room = mostPromptTokens - frameTokens(system, 4) - countTokens(asked) - countTokens(fullName);
  const readmeSize = countTokens(readme);
  const forPaths = Math.max(most.pathTokens, room - readmeSize);
  const shown: string[] = [];
  let used = 0;
  for (const { path } of ranked) {
    // A path on a line of its own: its tokens and the line's end.
    const tokens = countTokens(path) + 2;
    if (used + tokens > Math.min(forPaths, room)) break;
    used += tokens;
    shown.push(path);
  }
  const text = cutToTokens(readme, Math.max(0, room - used), readmeSize);
  const cut = [
    ...(shown.length < ranked.length ? [`${ranked.length - shown.length} of ${ranked.length} paths`] : []),
    ...(text === readme ? [] : ["the end of the README"]),
  ].join(" and ");
  const data = [
    { source: "request", text: asked },
    { source: "repository", text: fullName },
    { source: "README", text: text === "" ? "(no README)" : text },
    { source: "paths", text: shown.join("\n") },
  ];
  return { data, cut };
}

const fileLine = z.looseObject({ file: z.string().trim(), reason: z.string().default("") });
const noneLine = z.looseObject({ none: z.string().trim().min(1) });

/** Only paths of the repository count. */
function filesIn(
  lines: readonly unknown[],
  ranked: readonly RankedFile[],
): { readonly files: readonly Picked[]; readonly none?: string } | undefined {
  const byPath = new Map(ranked.map((file) => [file.path, file]));
  const files = new Map<string, Picked>();
  for (const line of lines) {
    const { data } = fileLine.safeParse(line);
    const file = data && byPath.get(data.file.replace(/^\.?\//, ""));
    if (data && file && !files.has(file.path))
      files.set(file.path, { file, reason: oneLine(stripInvisible(data.reason).text).slice(0, most.reason) });
  }
  if (files.size > 0) return { files: [...files.values()].slice(0, most.files) };
  const none = lines.flatMap((line) => noneLine.safeParse(line).data?.none ?? [])[0];
  return none === undefined
    ? undefined
    : { files: [], none: oneLine(stripInvisible(none).text).slice(0, most.reason) };
}

/**
 * Of what a model chose, what the rules think well of, too, and what shows the use of a library. Where that is nothing,
 * the rules' best file: among labelled repositories it was a good one in four of five, and what stood further behind was
 * four times as often a tempting one.
 */
function gated(picked: readonly Picked[], ranked: readonly RankedFile[]): readonly Picked[] {
  const best = ranked[0]!;
  const kept = picked.filter(({ file }) => file.showsUse || file.score >= best.score - near.byModel);
  if (kept.length === 0) return [{ file: best, reason: ruleReason(best) }];
  const agreed = kept.some(({ file }) => file === best);
  return kept.map((one) => (agreed && one.file !== best ? { ...one, beside: true } : one));
}

/**
 * What is shown of the chosen files: where model and rules agree on the best one, it is enough. Of labelled repositories
 * whose best file by the rules is a good one, 34 of 54 that stand near behind it are tempting inner modules. The last look
 * reads them all the same, for what the best file only calls.
 */
export const shownFiles = (files: readonly ChosenFile[]): readonly ChosenFile[] =>
  files.filter(({ beside }) => beside === undefined);

function withExample(picked: readonly Picked[], ranked: readonly RankedFile[]): readonly Picked[] {
  const best = ranked[0];
  const showsUse = picked.some(({ file }) => file.showsUse);
  if (!best?.showsUse || showsUse) return picked;
  return [{ file: best, reason: ruleReason(best) }, ...picked].slice(0, most.files);
}

function bestOf(ranked: readonly RankedFile[]): readonly RankedFile[] {
  const best = ranked[0]?.score ?? 0;
  return ranked.slice(0, most.byRules).filter(({ score }) => score >= best - near.byRules);
}

function ruleReason({ reasons }: RankedFile): string {
  const said = reasons.join("; ");
  return said === ""
    ? "By its place and name, the likeliest to hold it."
    : `${said[0]!.toUpperCase()}${said.slice(1)}.`;
}

function chosenFile({ path }: RankedFile, { files }: FilesQuestion, reason: string): ChosenFile {
  const { blob, bytes } = files.find((file) => file.path === path)!;
  return { path, blob, bytes, reason };
}
