import type { Draft } from "../outlines/outline-draft.ts";
import type { Node } from "../parsing/syntax-node.ts";
import { type DocTypes, docTypesIn } from "./doc-types.ts";
import { blockBefore, commentBefore } from "./docs.ts";
import { jsdocTypesIn } from "./jsdoc-types.ts";
import { sorbetTypesBefore } from "./sorbet-types.ts";
import { signatureComment } from "./type-comments.ts";
import { yardTypesIn } from "./yard-types.ts";

/**
 * Types that the comment right before a place says; undefined where there is none, or the language has no such comments.
 *
 * @param taker The function that stands there, where that is one: in Python the comment is within it.
 */
export function typesBefore({ language, text }: Draft, index: number, taker?: Node): DocTypes | undefined {
  if (language.docTypes === "pep484") return taker && signatureComment(text, taker);
  if (language.docTypes === "yard") {
    const comment = commentBefore(text, index, "#")?.text;
    return comment && saysTypes.test(comment) ? yardTypesIn(comment) : sorbetTypesBefore(text, index);
  }
  const block = language.docTypes && blockBefore(text, index);
  if (!block) return undefined;
  return language.docTypes === "jsdoc" ? jsdocTypesIn(block) : docTypesIn(block);
}

const saysTypes = /\[|^[ \t]*(?:\w+[ \t]+- |Returns )/m;
