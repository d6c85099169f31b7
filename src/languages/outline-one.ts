import { tooLarge } from "./limits.ts";
import { notebookCode } from "./notebook-code.ts";
import { outlineText } from "./outline-file.ts";
import { loadGrammar, ParseDeadlineError } from "./parser.ts";

export interface OutlineInput {
  readonly language: string;
  readonly text: string;
}

/** `json` of a FileOutline, or why there is none, as the end of a sentence that starts with the path. */
export type OutlineResult = { readonly json: string } | { readonly skipped: string };

/** One file, within the limits of size and time. */
export async function outlineOne({ language, text }: OutlineInput): Promise<OutlineResult> {
  const large = tooLarge(text);
  if (large) return { skipped: large };
  const grammar = await loadGrammar(language);
  try {
    const code = grammar.language.cells ? notebookCode(text) : text;
    if (code === undefined) return { skipped: "its JSON is not that of a notebook" };
    return { json: JSON.stringify(outlineText(grammar, code)) };
  } catch (error) {
    if (error instanceof ParseDeadlineError) return { skipped: error.message };
    throw error;
  }
}
