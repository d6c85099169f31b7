/**
 * CodeTest of CodeRAG (arXiv 2504.10046, section "Code-oriented agentic reasoning"), without running anything: the
 * paper's formatter-checker is here the parser of each language that we know.
 */
import { z } from "zod";
import { addedLines } from "../../checks/added-lines.ts";
import { misfits } from "../../checks/arguments/misfits.ts";
import { unifiedDiff } from "../../edits/diff.ts";
import type { CodeGraph } from "../../graph/graph.ts";
import { type SyntaxFault, syntaxFaults } from "../../languages/checking/syntax.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import { capped, restore } from "../../llm/untrusted.ts";
import { firstOf } from "../../source/counted.ts";
import type { FileChange } from "../../source/file.ts";
import { overlay } from "../../workspace/overlay.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Tool } from "../tool.ts";
import { applyAnswer } from "./apply-answer.ts";
import { drawComplaints, drawFault } from "./draw.ts";
import { type Changed, type Unknown, unknownNames } from "./unknown-names.ts";

const mostFaults = 10;
const mostUnknown = 8;
/** Characters of the diffs together; a large change is known to the one who wrote it. */
const mostDiff = 6_000;

const input = z
  .object({
    edits: z
      .string()
      .max(2_000_000)
      .optional()
      .describe("Edits in the line-numbered edit language, to try out."),
    code: z.string().max(200_000).optional().describe("Instead of edits: a whole snippet."),
    path: z.string().max(1000).optional().describe("With code: a file name whose ending tells the language."),
  })
  .refine((value) => (value.edits === undefined) !== (value.code === undefined), {
    message: "Give either edits, or code with a path.",
  });

/** What is known of the repository besides its files. */
export interface Understood {
  /** The code graph as it will be after the changes. */
  graphAfter(changes: readonly FileChange[], signal: AbortSignal): Promise<CodeGraph>;
  /** True where any file of the repository has this name in it. */
  knows(name: string): boolean;
  /** A snippet as the repository lays its code out; undefined where that is not known. Absent where it is switched off. */
  layOut?(path: string, code: string): Promise<string | undefined>;
}

/**
 * Tries edits or a snippet out: do they apply, does the result parse, does the repository have what is imported and
 * called, what would be changed? Writes nothing, runs nothing.
 */
export function createCodeTest(workspace: Workspace, understood?: Understood): Tool<z.infer<typeof input>> {
  return {
    name: "code-test",
    description: renderPrompt("tool-code-test"),
    hint: renderPrompt("hint-code-test"),
    input,
    async run({ edits, code, path = "snippet" }, signal) {
      const repository = { workspace, understood, signal };
      return edits === undefined
        ? testSnippet(path, restore(code ?? ""), repository)
        : testEdits(edits, repository);
    },
  };
}

interface Repository {
  readonly workspace: Workspace;
  readonly understood: Understood | undefined;
  readonly signal: AbortSignal;
}

async function testSnippet(path: string, code: string, repository: Repository): Promise<string> {
  const faults = await syntaxFaults(path, code);
  if (faults === undefined) return `The language of ${path} is not known, so nothing was checked.`;
  if (faults.length > 0) return drawn(path, code, faults);
  const before = await repository.workspace.read(path);
  // A piece of an existing file may use all that the file has.
  const first = before === undefined ? 0 : before.split("\n").length;
  const change = { path, before, after: before === undefined ? code : `${before}\n${code}` };
  const unknown = await namesUnknown([change], repository);
  const formatted = await repository.understood?.layOut?.(path, code);
  return [
    `${path}: parses.`,
    ...rows(await unknown(change), first),
    ...(formatted === undefined || sameText(formatted, code)
      ? []
      : ["Laid out as the formatter of the repository does:", capped(formatted.trimEnd(), mostDiff)]),
  ].join("\n");
}

/** Snippets come with and without a last line break. */
const sameText = (one: string, other: string): boolean => one.trimEnd() === other.trimEnd();

async function testEdits(edits: string, repository: Repository): Promise<string> {
  const { workspace } = repository;
  const { changes, complaints } = await applyAnswer(edits, workspace);
  if (complaints.length > 0) return `The edits cannot be applied.\n${drawComplaints(complaints)}`;
  const told: string[] = [];
  const unknown = await namesUnknown(changes, repository);
  for (const { path, before, after } of changes) {
    if (after === undefined) {
      told.push(`${path}: deleted.`);
      continue;
    }
    const faults = await syntaxFaults(path, after);
    const old = before === undefined ? [] : ((await syntaxFaults(path, before)) ?? []);
    if (faults === undefined)
      told.push(`${path}: applies; its language is not known, so nothing was checked.`);
    else if (faults.length === 0)
      told.push(`${path}: applies and parses.`, ...rows(await unknown({ path, before, after })));
    else
      told.push(
        `${drawn(path, after, faults)}${old.length > 0 ? "\n(The file had syntax faults before, too.)" : ""}`,
      );
  }
  const diff = changes.map((change) => unifiedDiff(change, { context: 1 })).join("");
  return `${told.join("\n")}\n\n${capped(diff.trimEnd(), mostDiff)}`;
}

/** Asked for a change, what its new lines import and call that the repository does not have, or does not take so. */
async function namesUnknown(
  changes: readonly FileChange[],
  { workspace, understood, signal }: Repository,
): Promise<(change: FileChange) => Promise<readonly Unknown[]>> {
  if (understood === undefined) return async () => [];
  const graph = await understood.graphAfter(changes, signal);
  const changed: Changed = { graph, workspace: overlay(workspace, changes), knows: understood.knows };
  const calls = await misfits(changes, changed);
  return async (change) => {
    const added = new Set(addedLines(change).map(({ line }) => line));
    const unknown = await unknownNames(change.path, change.after ?? "", changed);
    const wrong = calls
      .filter(({ path }) => path === change.path)
      .map(({ line, ...call }) => ({
        line,
        text: `${call.name} ${call.why} (${call.callee}).`,
      }));
    return [...unknown.filter(({ line }) => added.has(line)), ...wrong].sort((a, b) => a.line - b.line);
  };
}

/** `first`: lines above a snippet that are not its own. */
function rows(unknown: readonly Unknown[], first = 0): readonly string[] {
  return firstOf(
    unknown.map(({ line, text }) => `- line ${line - first}: ${text}`),
    mostUnknown,
  );
}

function drawn(path: string, text: string, faults: readonly SyntaxFault[]): string {
  const shown = faults.slice(0, mostFaults).map((fault) => drawFault(path, text, fault));
  const more = faults.length > shown.length ? [`... and ${faults.length - shown.length} more faults`] : [];
  return [...shown, ...more].join("\n");
}
