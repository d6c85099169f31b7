import { z } from "zod";
import { renderPrompt } from "../llm/prompts.ts";
import { countTokens } from "../llm/tokens.ts";
import { type Asked, nothingAsked } from "../retrieval/requirements/ask-lines.ts";
import { stripInvisible } from "../source/invisible.ts";
import type { LineRange } from "../source/line-range.ts";
import { escapeRoleTokens } from "../source/role-tokens.ts";
import { visibleText } from "../source/visible-text.ts";
import { passagesFor } from "../web/passages.ts";
import { askKept, cutToTokens, fitTexts, frameTokens, mostPromptTokens } from "./ask-kept.ts";
import { type CodeFacts, codeFacts, importedFiles } from "./code-facts.ts";
import { spdxIn } from "./excerpts.ts";
import { isSource } from "./language.ts";
import { licenceUse } from "./licence.ts";
import type { ReferenceTools } from "./options.ts";
import type { Reference } from "./report.ts";
import { tellingLines } from "./telling-lines.ts";

/** What a look at the code of a chosen repository said. Survives JSON. */
export interface Look extends Asked {
  /** `unread`: no file could be read, so nothing is known. */
  readonly does: "most" | "part" | "no" | "unread";
  readonly by: "model" | "rules";
  /** What is missing, in words; may be empty. */
  readonly lacks: string;
  /** Where to begin to read, by path. Absent in what an older version recorded. */
  readonly lines?: Readonly<Record<string, LineRange>>;
}

/** Fewer lines of code, in which nothing is defined and nothing called, show nothing. */
const fewestLines = 5;
const most = {
  beside: 3,
  besideTokens: 900,
  requestTokens: 500,
  fileCharacters: 9_000,
  answerTokens: 1_500,
  lacks: 240,
};
const prompt = "reference-look";

/** A file as it was read. */
interface ReadFile {
  readonly path: string;
  readonly text: string;
  readonly facts: CodeFacts;
  /** Whether its code may be shown to a model: else only its names are. */
  readonly showable: boolean;
}

/**
 * The last look: after the files of a repository are chosen, whether their code does what was asked. This is no
 * narrowing: it judges the result, so code may stand in the question, under licences of the list; of other files the
 * names that they define, import and call. Without a model only files that hold hardly any code are turned away, for
 * words in code say too little: good files of labelled repositories name from 2 to 95 % of what was asked.
 */
export async function lookAtCode(
  request: string,
  reference: Reference,
  { code, paid, settings }: Pick<ReferenceTools, "code" | "paid" | "settings">,
  signal: AbortSignal,
): Promise<Look> {
  const { fullName, commit } = reference;
  const read = async (path: string, blob: string): Promise<readonly ReadFile[]> => {
    signal.throwIfAborted();
    const text = await code.text(fullName, blob);
    if (text === undefined) return [];
    const own = spdxIn(text) ?? reference.licence;
    const showable = reference.use === "code" && licenceUse(own, settings.licences) === "code";
    return [{ path, text, facts: await codeFacts(path, text), showable }];
  };
  const files: ReadFile[] = [];
  for (const { path, blob } of reference.files) files.push(...(await read(path, blob)));
  const lines = Object.fromEntries(
    files.flatMap(({ path, text, facts }) => {
      const telling = tellingLines(request, text, facts.definitions);
      return telling === undefined ? [] : [[path, telling] as const];
    }),
  );
  const byRules: Look = { ...nothingAsked, by: "rules", ...judgedByRules(files), lines };
  if (!paid || byRules.does !== "most") return byRules;
  // What the chosen files import of their own repository often holds what they only show.
  const tree = (await code.tree(fullName, commit))?.files ?? [];
  const beside: ReadFile[] = [];
  for (const path of besides(
    files,
    tree.map((file) => file.path),
  ))
    beside.push(...(await read(path, tree.find((file) => file.path === path)!.blob)));
  const data = dataOf(request, reference, files, beside);
  const question = { prompt, data, maxOutputTokens: most.answerTokens };
  const { value, usage, notes } = await askKept(paid, { ...question, read: verdictIn }, signal);
  return value === undefined ? { ...byRules, usage, notes } : { by: "model", ...value, lines, usage, notes };
}

/** A few files that the chosen ones import, those of the first file first. */
function besides(files: readonly ReadFile[], paths: readonly string[]): readonly string[] {
  const chosen = new Set(files.map(({ path }) => path));
  const found = files
    .flatMap(({ facts }) => facts.imports)
    .flatMap((from) => importedFiles(from, paths).slice(0, 1))
    .filter((path) => isSource(path, undefined) && !chosen.has(path));
  return [...new Set(found)].slice(0, most.beside);
}

function judgedByRules(files: readonly ReadFile[]): Pick<Look, "does" | "lacks"> {
  if (files.length === 0) return { does: "unread", lacks: "" };
  const holdsCode = files.some(
    ({ facts }) => facts.lines >= fewestLines || facts.defines.length + facts.calls.length > 0,
  );
  return holdsCode ? { does: "most", lacks: "" } : { does: "no", lacks: "hardly any code" };
}

/** Names of every file, and code of those that may be shown, cut alike so that all of it fits. */
function dataOf(
  request: string,
  { fullName, description }: Reference,
  files: readonly ReadFile[],
  beside: readonly ReadFile[],
) {
  const asked = cutToTokens(visibleText(request).text, most.requestTokens);
  const about = cutToTokens(visibleText(`${fullName}: ${description}`).text, 120);
  const system = countTokens(renderPrompt(prompt, { boundary: "0123456789ab" }));
  const room =
    mostPromptTokens - frameTokens(system, 3 + files.length) - countTokens(asked) - countTokens(about);
  const others = cutToTokens(beside.map(namesOf).join("\n\n"), most.besideTokens);
  const { texts } = fitTexts(
    files.map((file) => seen(request, file)),
    room - countTokens(others) - 4 * files.length,
  );
  return [
    { source: "request", text: asked },
    { source: "repository", text: about },
    ...files.map(({ showable }, at) => ({
      source: showable
        ? "names and code of a file"
        : "names of a file, whose licence does not let its code be shown",
      text: texts[at]!,
    })),
    ...(others === "" ? [] : [{ source: "names of files that these import", text: others }]),
  ];
}

function seen(request: string, file: ReadFile): string {
  const code = file.showable ? ["", passagesFor(request, file.text, most.fileCharacters)] : [];
  return escapeRoleTokens(stripInvisible([namesOf(file), ...code].join("\n")).text);
}

function namesOf({ path, facts }: ReadFile): string {
  const list = (what: "imports" | "defines" | "keeps" | "calls"): string[] =>
    facts[what].length === 0 ? [] : [`${what}: ${facts[what].join(", ")}`];
  const all = (["imports", "defines", "keeps", "calls"] as const).flatMap(list);
  return [`${path}, ${facts.lines} lines of code`, ...all].join("\n");
}

const verdict = z.looseObject({
  does: z.enum(["most", "part", "no"]),
  lacks: z.string().default(""),
});

function verdictIn(lines: readonly unknown[]): Pick<Look, "does" | "lacks"> | undefined {
  const said = lines.flatMap((line) => verdict.safeParse(line).data ?? [])[0];
  if (said === undefined) return undefined;
  const lacks = stripInvisible(said.lacks).text.replace(/\s+/g, " ").trim().slice(0, most.lacks);
  return { does: said.does, lacks };
}
