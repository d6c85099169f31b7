/** Types that comments say, by the notation of the language. */
import { type DocTypes, docTypesIn } from "./doc-types.ts";
import { blockBefore } from "./docs.ts";
import { jsdocTypesIn } from "./jsdoc-types.ts";
import type { Draft } from "./outline-draft.ts";
import type { Language } from "./registry.ts";

export const typesIn = (comment: string, notation: Language["docTypes"]): DocTypes =>
  notation === "jsdoc" ? jsdocTypesIn(comment) : docTypesIn(comment);

/** What the comment right before a place says; undefined where there is none, or the language has no such comments. */
export function typesBefore({ language, text }: Draft, index: number): DocTypes | undefined {
  const block = language.docTypes && blockBefore(text, index);
  return block ? typesIn(block, language.docTypes) : undefined;
}
