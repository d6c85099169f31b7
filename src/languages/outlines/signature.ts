import { type Node, namedChildrenOf, parentOf } from "../parsing/syntax-node.ts";
import { capture } from "./facts.ts";
import type { Draft } from "./outline-draft.ts";
import type { DefinitionFact } from "./place-definitions.ts";

/** Limit of a signature's length, and of a type kept beside it. */
export const maxSignature = 400;

/** The declaration up to its body on one line, without decorators and comments. */
export function signatureOf(draft: Draft, fact: DefinitionFact): string {
  const body = capture(fact.captures, "body");
  const name = capture(fact.captures, "name");
  let start = draft.language.comments === "string" ? fact.innerStart : fact.shown.start;
  // A class that is written behind the name of its base: `new Base() { }`.
  if (name && name.endIndex <= start) start = name.startIndex;
  if (draft.text[start] === "@" && name)
    start = Math.max(start, draft.text.lastIndexOf("\n", name.startIndex) + 1);
  if (/^#?\[/.test(draft.text.slice(start, start + 2)))
    start = afterAttributes(capture(fact.captures, fact.opens!)!, start);
  const end = body && body.startIndex > start ? body.startIndex : fact.end;
  const line = withoutComments(draft.text, start, Math.min(end, start + 4 * maxSignature), fact)
    .replace(/\s+/g, " ")
    .trim();
  const bare = line.replace(/\s*(?:=>|[{:;]|=|\bdo)\s*$/, "");
  return bare.length > maxSignature ? `${bare.slice(0, maxSignature - 1)}…` : bare;
}

/** Where a declaration begins that has attributes within it: `[Obsolete] void Run()` of C#, `#[Pure] function run()` of PHP. */
function afterAttributes(node: Node, start: number): number {
  const all = namedChildrenOf(node);
  const first = all.findIndex(({ type }) => type !== "attribute_list" && !type.endsWith("comment"));
  return all[first - 1]?.endIndex ?? start;
}

const commentSign = /#|\/\/|\/\*/;

/** A part of the text; its comments are asked of the tree, for `"#"` and `"//"` stand in strings, too. */
function withoutComments(text: string, start: number, end: number, fact: DefinitionFact): string {
  const whole = text.slice(start, end);
  if (!commentSign.test(whole)) return whole;
  let node = capture(fact.captures, fact.opens!)!;
  for (let around = parentOf(node); around && node.startIndex > start; around = parentOf(node)) node = around;
  let kept = "";
  let at = start;
  for (const comment of commentsIn(node, start, end)) {
    const before = text.slice(at, Math.max(at, comment.startIndex));
    at = Math.max(at, comment.endIndex);
    kept += /[,)]/.test(text[at] ?? "") ? before.trimEnd() : `${before} `;
  }
  return kept + text.slice(at, Math.max(at, end));
}

/** Comments that begin within a range, in order. */
function commentsIn(node: Node, start: number, end: number): readonly Node[] {
  if (node.endIndex <= start || node.startIndex >= end) return [];
  if (node.type.endsWith("comment")) return node.startIndex >= start ? [node] : [];
  return namedChildrenOf(node).flatMap((child) => commentsIn(child, start, end));
}
