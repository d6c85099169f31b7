/** Types that JavaScript says in comments, in the notation of JSDoc and of the checkers that read it: `@param {Foo} foo`. */
import { closing } from "../../graph/notation/brackets.ts";
import { moduleHead } from "../../graph/notation/module-heads.ts";
import type { Chain } from "../../graph/outline.ts";
import type { DocTypes } from "./doc-types.ts";

const tag = /@(param|arg|argument|returns?|type)\s*\{/g;

/** Longer types are not read. */
const maxLength = 300;

/** @param comment With or without its marks. */
export function jsdocTypesIn(comment: string): DocTypes {
  let [returns, value]: (string | undefined)[] = [];
  const variables: [string, string][] = [];
  for (const match of comment.matchAll(tag)) {
    const open = match.index + match[0].length - 1;
    const end = endOf(comment, open);
    const type = end < 0 ? "" : plainType(comment.slice(open + 1, end));
    if (type === "") continue;
    const kind = match[1]!;
    // `[name]` and `[name=1]` may be left out; `options.name` is a member of one.
    const [, name] =
      /^\s*\[?\s*([\p{L}_$][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$.[])/u.exec(comment.slice(end + 1)) ?? [];
    if (kind.startsWith("return")) returns ??= type;
    else if (kind === "type") value ??= type;
    else if (name !== undefined) variables.push([name, type]);
  }
  return { returns, value, variables, members: [] };
}

const typedef =
  /@typedef\s*\{\s*import\(\s*["']([^"'\n]+)["']\s*\)((?:\.[\w$]+)*)\s*(?:<[^}]*>)?\s*\}\s*([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const imported = /@import\s*\{([^{}]*)\}\s*from\s*["']([^"'\n]+)["']/g;

/** Names that comments give to types of other files, by `@typedef` or `@import { Foo } from "./foo"`, each with what it stands for. */
export function typeNamesIn(comment: string): readonly (readonly [name: string, chain: Chain])[] {
  const found: [string, Chain][] = [];
  for (const [, from, path, name] of comment.matchAll(typedef))
    found.push([name!, moduleHead(from!) + path!]);
  for (const [, names, from] of comment.matchAll(imported))
    for (const part of names!.split(",")) {
      const [, name, as] = /^\s*\*?\s*([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
      if (name !== undefined) found.push([as ?? name, `${moduleHead(from!)}.${name}`]);
    }
  return found;
}

/** Where the brace ends that opens at a place; -1 where it does not, or too far away. */
function endOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length && at - open <= maxLength; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return -1;
}

/** Types of no class of a repository. */
const scalars =
  /^(?:\*|any|unknown|null|undefined|void|never|string|number|boolean|bigint|symbol|object|Object|String|Number|Boolean|function|Function)$/;

/** As TypeScript writes it; nothing for what says no class. */
function plainType(written: string): string {
  const text = written
    .replace(/\n\s*\*?/g, " ")
    .trim()
    .replace(/^(?:\.{3}|[?!])+|[=?!]+$/g, "")
    .replace(/\bObject\.?</g, "Record<")
    .replace(/\.</g, "<");
  const whole = text.startsWith("(") && closing(text, 0) === text.length - 1 ? text.slice(1, -1) : text;
  const parts = whole.includes("=>") ? [whole] : whole.split("|").map((part) => part.trim());
  const isCut = parts.some((part) => !isBalanced(part));
  const type = isCut ? whole : plainParts(parts);
  // Of what is left of the arguments each is one.
  return type !== "" && written.trim().startsWith("...") ? `(${type})[]` : type;
}

const plainParts = (parts: readonly string[]): string =>
  parts
    .map((part) => part.replace(/^[?!]/, ""))
    .filter((part) => part !== "" && !scalars.test(part) && !/^function\s*\(/.test(part))
    .join(" | ");

const isBalanced = (text: string): boolean => text.split(/[<({[]/).length === text.split(/[>)}\]]/).length;
