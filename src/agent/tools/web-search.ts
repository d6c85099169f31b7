/**
 * WebSearch of CodeRAG (arXiv 2504.10046, section "Code-oriented agentic reasoning"): what is found is summarised by the
 * model in a call of its own, which has no tools. So the text of a page never meets a model that can do anything, and
 * what it made of it comes back as data.
 */
import { z } from "zod";
import { ownBusiness } from "../../dependencies/private-packages.ts";
import { addUsage, noUsage } from "../../llm/budget.ts";
import type { Model, ModelTurn, Usage } from "../../llm/model.ts";
import { ModelError } from "../../llm/model-error.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import { createBoundary, fence } from "../../llm/untrusted.ts";
import { declaredPackages, declaresPackages } from "../../web/declared.ts";
import { saysSources } from "../../web/private-names.ts";
import type { WebAnswer, WebQuestion, WebResult, WebSearch } from "../../web/search.ts";
import type { WebSource } from "../../web/source.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Tool, ToolAnswer } from "../tool.ts";

const most = { searches: 8, manifests: 20, manifest: 200_000, summaryTokens: 900, excerpt: 2_000 };

const input = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .max(400)
    .describe(
      "A few technical words, as one would type them into a search engine; at most 200 characters are sent.",
    ),
  packages: z
    .array(z.string().min(1).max(200))
    .max(3)
    .default([])
    .describe(
      "Packages to look up, as ecosystem:name, for example npm:zod, pypi:click, crates:serde, go:golang.org/x/sync, rubygems:rack, packagist:symfony/console, maven:com.google.code.gson:gson, nuget:Dapper, jsr:@std/path.",
    ),
});

/**
 * Searches registries and the web; what is read is kept as sources. The count of searches is this process's: a run
 * that goes on elsewhere may search so often again.
 */
export function createWebSearchTool(
  web: WebSearch,
  model: Model,
  workspace: Workspace,
): Tool<z.infer<typeof input>> {
  let searches = 0;
  let own: Promise<OwnNames> | undefined;
  return {
    name: "web-search",
    description: renderPrompt("tool-web-search"),
    hint: renderPrompt("hint-web-search"),
    input,
    async run({ query, packages }, signal) {
      searches += 1;
      if (searches > most.searches) return `The ${most.searches} searches of this run are used up.`;
      own ??= ownNamesIn(workspace);
      const answer = await web.search({ query, packages, ...(await own) }, signal);
      if (answer.results.length === 0) return withNotes(`Nothing was found for: ${answer.query}`, answer);
      return tell(answer, await summarise(answer, model, signal));
    },
  };
}

type OwnNames = Pick<WebQuestion, "declared" | "isPrivate">;

/** What the project's own manifests name, the ones nearest to its root first, and what of it is nobody's business. */
async function ownNamesIn(workspace: Workspace): Promise<OwnNames> {
  const depth = (path: string): number => path.split("/").length;
  const paths = [...workspace.entries.values()]
    .filter(
      ({ path, mode, size = 0 }) =>
        mode !== "120000" && size <= most.manifest && (declaresPackages(path) || saysSources(path)),
    )
    .map(({ path }) => path)
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
    .slice(0, most.manifests);
  const files = await workspace.readMany(paths);
  return { declared: declaredPackages(files), isPrivate: ownBusiness(files) };
}

interface Summary {
  /** Undefined where the model gave none: the results are then shown in short. */
  readonly text: string | undefined;
  readonly usage: Usage;
}

async function summarise(answer: WebAnswer, model: Model, signal: AbortSignal): Promise<Summary> {
  const boundary = createBoundary();
  const results = answer.results.map(
    (result, index) => `[${index + 1}]\n${fence(boundary, result.kind, shown(result))}`,
  );
  const messages = [
    { role: "system" as const, content: renderPrompt("web-summary-system", { boundary }) },
    {
      role: "user" as const,
      content: renderPrompt("web-summary-user", { query: answer.query, results: results.join("\n\n") }),
    },
  ];
  let turn: ModelTurn;
  try {
    turn = await model.turn({ messages, tools: [], maxOutputTokens: most.summaryTokens }, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelError)) throw error;
    // The run's next turn will say what is wrong with the model, if it is still wrong then.
    return { text: undefined, usage: noUsage };
  }
  const text = turn.finish === "refusal" ? "" : withoutAddresses(turn.content).trim();
  return { text: text === "" ? undefined : text, usage: addUsage(noUsage, turn.usage) };
}

function shown({ title, text }: WebResult): string {
  return [title, text].filter((part) => part !== "").join("\n");
}

/** A page must not send the reader of its summary to places of its choice; the sources stand below. */
function withoutAddresses(text: string): string {
  return text.replace(
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'`)\]]*|\bwww\.[^\s<>"'`)\]]*/gi,
    "(address left out)",
  );
}

function tell(answer: WebAnswer, { text, usage }: Summary): ToolAnswer {
  const { query, results } = answer;
  const body = text ?? results.map((result, index) => `[${index + 1}] ${excerpt(result)}`).join("\n\n");
  const list = results.map(
    ({ kind, title, url }, index) =>
      `[${index + 1}] ${withoutAddresses(title)} ${url}${kind === "snippet" ? " (not read, only what the search says of it)" : ""}`,
  );
  const sources = results.flatMap(({ kind, title, url, readAt }, index): WebSource[] =>
    kind !== "snippet" || text?.includes(`[${index + 1}]`) ? [{ title, url, readAt }] : [],
  );
  const found = `Searched for: ${query}\n\n${body}\n\nResults:\n${list.join("\n")}`;
  return { kind: "told", text: withNotes(found, answer), usage, sources };
}

function excerpt(result: WebResult): string {
  return withoutAddresses(shown(result)).slice(0, most.excerpt);
}

function withNotes(text: string, { notes }: WebAnswer): string {
  return notes.length === 0
    ? text
    : `${text}\n\nNot everything could be asked:\n${notes.map((note) => `- ${note}`).join("\n")}`;
}
