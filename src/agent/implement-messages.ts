import type { Nearest } from "../context/nearest.ts";
import type { ChatMessage } from "../llm/model.ts";
import { renderPrompt } from "../llm/prompts.ts";
import { capped, fence } from "../llm/untrusted.ts";
import type { ReferenceExcerpt } from "../references/excerpts.ts";
import { oneLine } from "../source/lines.ts";
import { visibleText, visibleTitle } from "../source/visible-text.ts";
import { issueText, type ToldIssue } from "./issue-text.ts";
import {
  answerLanguage,
  conventionsText,
  dataOf,
  firstMessages,
  type RunBrief,
  toolHints,
} from "./prompt-parts.ts";

/** Everything that the first messages of an `implement` run say. */
export interface ImplementBrief extends RunBrief {
  /** What stood behind `/coderag implement`; may be empty. */
  readonly request: string;
  readonly issue: ToldIssue;
  /** The pull request that the change goes onto, with its diff and the place of the request; raw but for the comments. */
  readonly pull?: string | undefined;
  /** The change of the draft that stands for the issue, where what is asked may be about it; raw. */
  readonly draft?: string | undefined;
  /** The model's own change for an older state of the base, and where it no longer fits; raw. */
  readonly earlier?: { readonly places: string; readonly diff: string };
  /** What earlier attempts of this run brought whose tests passed, each with where it stood; raw. */
  readonly functions?: readonly { readonly name: string; readonly text: string }[];
  readonly requirements: readonly { readonly id: string; readonly text: string }[];
  /** Existing definitions that are nearest to the requirements; see `nearestDefinitions`. */
  readonly nearest: readonly Nearest[];
  readonly conventions: readonly { readonly path: string; readonly text: string }[];
  /** Public code that was looked at; a prompt without any does not speak of it. */
  readonly references?: readonly ReferenceExcerpt[];
  /** Whether packages may be added to manifests. */
  readonly mayAddPackages?: boolean | undefined;
}

/** In characters. */
const most = { request: 8_000, pull: 40_000, functions: 24_000, signature: 160 };

/** System and user message. */
export function implementMessages(brief: ImplementBrief): readonly ChatMessage[] {
  const { boundary, issue, requirements, conventions } = brief;
  const data = dataOf(brief);
  const system = renderPrompt("implement-system", {
    ...{ boundary, "edit-format": renderPrompt("edit-format") },
    tools: toolHints(brief.tools),
    packages: renderPrompt(brief.mayAddPackages ? "packages-open" : "packages-closed"),
  });
  const user = renderPrompt("implement-user", {
    repository: brief.repository,
    language: answerLanguage(brief.language),
    request: data("request", capped(visibleText(brief.request).text, most.request)),
    issue: data("issue", issueText(issue)),
    "pull-request": [
      followUp(brief, (text) => data("pull-request", capped(text, most.pull))),
      draftBefore(brief, (text) => data("earlier-draft", capped(text, most.pull))),
      earlier(brief, data),
      earlierFunctions(brief, data),
    ].join(""),
    requirements: data(
      "requirements",
      requirements
        .flatMap(({ id, text }) => [`${id}: ${oneLine(visibleTitle(text).text)}`, ...nearestLines(id, brief)])
        .join("\n"),
    ),
    conventions: data("conventions", conventionsText(conventions)),
    context: data("context", brief.context),
    references: referencesText(brief),
  });
  return firstMessages(system, user);
}

/** Each excerpt behind a line that says whose it is, all of it as data. */
function referencesText({ references = [], boundary }: ImplementBrief): string {
  if (references.length === 0) return "";
  const texts = references.map(({ fullName, path, licence, kind, text }) => {
    const what = kind === "code" ? `parts of ${path}` : "description";
    return `--- ${oneLine(`${fullName}, ${what} (${licence})`)}\n${text}`;
  });
  const said = fence(boundary, "public code", texts.join("\n\n"));
  return `\n\n${renderPrompt("implement-references", { references: said })}`;
}

function followUp({ pull }: ImplementBrief, data: (text: string) => string): string {
  return pull === undefined ? "" : `\n\n${renderPrompt("follow-up", { pull: data(pull) })}`;
}

function draftBefore({ draft }: ImplementBrief, data: (text: string) => string): string {
  return draft === undefined ? "" : `\n\n${renderPrompt("earlier-draft", { change: data(draft) })}`;
}

function earlier(
  { earlier: attempt }: ImplementBrief,
  data: (source: string, text: string) => string,
): string {
  if (attempt === undefined) return "";
  const { places, diff } = attempt;
  return `\n\n${renderPrompt("earlier-attempt", { change: data("earlier-change", `${oneLine(places)}\n\n${diff}`) })}`;
}

function earlierFunctions(
  { functions = [] }: ImplementBrief,
  data: (source: string, text: string) => string,
): string {
  if (functions.length === 0) return "";
  const texts = functions.map(({ name, text }) => `--- ${oneLine(name)}\n${text}`);
  const said = data("functions", capped(texts.join("\n\n"), most.functions));
  return `\n\n${renderPrompt("implement-functions", { functions: said })}`;
}

/** Below its requirement: id, signature and why; a definition that stands above already is only named. */
function nearestLines(requirement: string, { nearest }: ImplementBrief): readonly string[] {
  const at = nearest.findIndex((one) => one.requirement === requirement);
  if (at < 0) return [];
  const said = new Set(nearest.slice(0, at).flatMap(({ definitions }) => definitions.map(({ id }) => id)));
  return nearest[at]!.definitions.map(({ id, signature, words }) =>
    said.has(id)
      ? `  near: ${id}`
      : `  near: ${id}  ${oneLine(signature).slice(0, most.signature)}  (${words.join(", ")})`,
  );
}
