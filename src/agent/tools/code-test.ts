/**
 * CodeTest of CodeRAG (arXiv 2504.10046, section "Code-oriented agentic reasoning"), without running anything: the
 * paper's formatter-checker is here the parser of each language that we know.
 */
import { z } from "zod";
import { unifiedDiff } from "../../edits/diff.ts";
import { type SyntaxFault, syntaxFaults } from "../../languages/syntax.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import { capped, restore } from "../../llm/untrusted.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Tool } from "../tool.ts";
import { applyAnswer } from "./apply-answer.ts";
import { drawComplaints, drawFault } from "./draw.ts";

const mostFaults = 10;
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

/** Tries edits or a snippet out: do they apply, does the result parse, what would they change? Writes nothing, runs nothing. */
export function createCodeTest(workspace: Workspace): Tool<z.infer<typeof input>> {
  return {
    name: "code-test",
    description: renderPrompt("tool-code-test"),
    hint: renderPrompt("hint-code-test"),
    input,
    async run({ edits, code, path = "snippet" }) {
      return edits === undefined ? testSnippet(path, restore(code ?? "")) : testEdits(edits, workspace);
    },
  };
}

async function testSnippet(path: string, code: string): Promise<string> {
  const faults = await syntaxFaults(path, code);
  if (faults === undefined) return `The language of ${path} is not known, so nothing was checked.`;
  return faults.length === 0 ? `${path}: parses.` : drawn(path, code, faults);
}

async function testEdits(edits: string, workspace: Workspace): Promise<string> {
  const { changes, complaints } = await applyAnswer(edits, workspace);
  if (complaints.length > 0) return `The edits cannot be applied.\n${drawComplaints(complaints)}`;
  const told: string[] = [];
  for (const { path, before, after } of changes) {
    if (after === undefined) {
      told.push(`${path}: deleted.`);
      continue;
    }
    const faults = await syntaxFaults(path, after);
    const old = before === undefined ? [] : ((await syntaxFaults(path, before)) ?? []);
    if (faults === undefined)
      told.push(`${path}: applies; its language is not known, so nothing was checked.`);
    else if (faults.length === 0) told.push(`${path}: applies and parses.`);
    else
      told.push(
        `${drawn(path, after, faults)}${old.length > 0 ? "\n(The file had syntax faults before, too.)" : ""}`,
      );
  }
  const diff = changes.map((change) => unifiedDiff(change, { context: 1 })).join("");
  return `${told.join("\n")}\n\n${capped(diff.trimEnd(), mostDiff)}`;
}

function drawn(path: string, text: string, faults: readonly SyntaxFault[]): string {
  const shown = faults.slice(0, mostFaults).map((fault) => drawFault(path, text, fault));
  const more = faults.length > shown.length ? [`... and ${faults.length - shown.length} more faults`] : [];
  return [...shown, ...more].join("\n");
}
