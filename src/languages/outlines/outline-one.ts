import type { FileOutline } from "../../graph/outline.ts";
import type { InChunks } from "../cache/outline-chunks.ts";
import { maxFileLength, parseDeadline, tooLarge } from "../limits.ts";
import { dropBroken, loadGrammar, ParseDeadlineError } from "../parsing/parser.ts";
import type { Language } from "../registry.ts";
import { asTemplate, templateCode, withoutTemplates, withTemplates } from "./angular-classes.ts";
import { bladeCode } from "./blade-code.ts";
import { asComponent, componentCode } from "./component-code.ts";
import { erbCode } from "./erb-code.ts";
import { notebookCode } from "./notebook-code.ts";
import { outlineText } from "./outline-file.ts";

export interface OutlineInput {
  readonly language: string;
  readonly text: string;
}

/** `json` of a FileOutline, or why there is none, as the end of a sentence that starts with the path. */
export type OutlineResult = { readonly json: string; readonly packed?: InChunks } | Skip;

export interface Skip {
  readonly skipped: string;
  /** `bytes` where the file's bytes alone decide, whatever machine reads it; `time` where it may pass another day. */
  readonly cause: "bytes" | "time";
}

const ways = {
  notebook: notebookCode,
  component: componentCode,
  erb: erbCode,
  blade: bladeCode,
  angular: templateCode,
};

/** What of a text is code, line by line; undefined where it is not what its language stands within. */
export const codeIn = ({ embedded, templates }: Language, text: string): string | undefined =>
  embedded ? ways[embedded](text) : templates ? withTemplates(text) : text;

const finish = ({ embedded, templates }: Language, outline: FileOutline): FileOutline =>
  embedded === "component"
    ? asComponent(outline)
    : embedded === "angular"
      ? asTemplate(outline)
      : templates
        ? withoutTemplates(outline)
        : outline;

/** One file, within the limits of size and time: `milliseconds` for parse and query. */
export async function outlineOne(
  { language, text }: OutlineInput,
  milliseconds: number = parseDeadline,
): Promise<OutlineResult> {
  const grammar = await loadGrammar(language);
  // Of a notebook only the code counts: pictures stand in it as one long line each.
  const code = text.length <= maxFileLength ? codeIn(grammar.language, text) : text;
  if (code === undefined) return { skipped: "its JSON is not that of a notebook", cause: "bytes" };
  const large = tooLarge(code);
  if (large) return { skipped: large, cause: "bytes" };
  try {
    const outline = outlineText(grammar, code, milliseconds);
    return { json: JSON.stringify(finish(grammar.language, outline)) };
  } catch (error) {
    if (error instanceof ParseDeadlineError) return { skipped: error.message, cause: "time" };
    if (dropBroken(error))
      return { skipped: `its parser failed: ${(error as Error).message}`, cause: "time" };
    throw error;
  }
}

/** The outline of one text; undefined where there is none. */
export async function readOutline(input: OutlineInput): Promise<FileOutline | undefined> {
  const result = await outlineOne(input);
  return "json" in result ? (JSON.parse(result.json) as FileOutline) : undefined;
}
