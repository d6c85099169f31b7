/** Types that JavaScript says in comments, in the notation of JSDoc and of the checkers that read it: `@param {Foo} foo`. */
import { closing } from "../../graph/notation/brackets.ts";
import { moduleHead } from "../../graph/notation/module-heads.ts";
import type { Chain } from "../../graph/outline.ts";
import type { DocTypes } from "./doc-types.ts";

const tag = /@(param|arg|argument|returns?|type|typedef|callback|prop(?:erty)?)\b\s*(?=[{\p{L}_$])/gu;

/** Longer types are not read, but for those that get a name. */
const maxLength = 300;
const maxNamed = 2000;

/** What one tag says: a name with a type, either of which it may lack. A member has the name of its parameter, too: `it.foo`. */
interface Tag {
  readonly tag: string;
  readonly type: string;
  readonly name: string;
}

function tagsIn(comment: string, longest = maxLength): readonly Tag[] {
  const all: Tag[] = [];
  for (const match of comment.matchAll(tag)) {
    const open = match.index + match[0].length;
    const end = comment[open] === "{" ? endOf(comment, open, longest) : open - 1;
    if (end < 0) continue;
    // `[name]` and `[name=1]` may be left out.
    const [, name = ""] = named.exec(comment.slice(end + 1, end + 1 + maxLength)) ?? [];
    const isWord = /^(?:type|returns?)$/.test(match[1]!);
    all.push({
      tag: match[1]!,
      type: plainType(comment.slice(open + 1, end), longest),
      name: isWord ? "" : name,
    });
  }
  return all;
}

const named = /^[\s*]*\[?\s*([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\[\])?\.[\p{L}_$][\p{L}\p{N}_$]*)*)(?!\[)/u;
const isParameter = ({ tag: word }: Tag): boolean => word.startsWith("param") || word.startsWith("arg");

/** @param comment With or without its marks. */
export function jsdocTypesIn(comment: string): DocTypes {
  const all = tagsIn(comment);
  const [returns, value] = ["return", "type"].map(
    (word) =>
      all.find(({ tag: one, type }) => type !== "" && (word === "type" ? one === word : one.startsWith(word)))
        ?.type,
  );
  const parameters = parametersIn(all);
  return {
    returns,
    value,
    variables: parameters.filter(([name, type]) => name !== "" && type !== ""),
    members: [],
    parameters: parameters.map(([, type]) => type),
  };
}

/** What it says of parameters, in their order; of one with members what these are. */
function parametersIn(all: readonly Tag[]): readonly (readonly [name: string, type: string])[] {
  const parameters = all.filter(isParameter);
  return parameters
    .filter(({ name }) => !name.includes("."))
    .map(({ name, type }) => {
      const members = type === "" && name !== "" ? membersOf(parameters, `${name}.`) : "";
      return [name, type || members];
    });
}

/** A type with the members of which a type is known; nothing without one. */
function membersOf(all: readonly Tag[], start: string): string {
  const members = all.flatMap(({ name, type }) =>
    name.startsWith(start) && type !== "" && !name.includes(".", start.length)
      ? [`${name.slice(start.length)}: ${type}`]
      : [],
  );
  return members.length === 0 ? "" : `{ ${members.join("; ")} }`;
}

const typedef =
  /@typedef\s*\{\s*import\(\s*["']([^"'\n]+)["']\s*\)((?:\.[\w$]+)*)\s*(?:<[^}]*>)?\s*\}\s*([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const imported =
  /@import\s+(?:\*\s*as\s+([\w$]+)|([\w$]+)?\s*,?\s*(?:\{([^{}]*)\})?)[\s*]*from\s*["']([^"'\n]+)["']/g;

/** A name that a comment gives to a type: of another file, which a chain leads to, or one that it says itself. */
export interface NamedType {
  readonly name: string;
  readonly chain?: Chain;
  readonly type?: string;
}

/** Of `@typedef`, `@callback` and `@import Foo, { Bar } from "./foo"`. */
export function typeNamesIn(comment: string): readonly NamedType[] {
  const found: NamedType[] = [];
  for (const [, from, path, name] of comment.matchAll(typedef))
    found.push({ name: name!, chain: moduleHead(from!) + path! });
  for (const [, whole, usual, names = "", from] of comment.matchAll(imported)) {
    const head = moduleHead(from!);
    if (whole !== undefined) found.push({ name: whole, chain: head });
    // What `module.exports` is, too.
    if (usual !== undefined)
      for (const chain of [`${head}.default`, head]) found.push({ name: usual, chain });
    for (const part of names.split(",")) {
      const [, name, as] = /^[\s*]*([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
      if (name !== undefined) found.push({ name: as ?? name, chain: `${head}.${name}` });
    }
  }
  const isKnown = new Set(found.map(({ name }) => name));
  return [...found, ...ownTypesIn(comment).filter(({ name }) => !isKnown.has(name))];
}

/** Types that a comment says itself: `@typedef {object} Options` with its properties, `@typedef {A | B} Either`, `@callback Run`. */
function ownTypesIn(comment: string): readonly NamedType[] {
  const all = tagsIn(comment, maxNamed);
  const starts = all.flatMap(({ tag: word }, at) => (/^(?:typedef|callback)$/.test(word) ? [at] : []));
  return starts.flatMap((start, index) => {
    const { tag: word, type, name } = all[start]!;
    const rest = all.slice(start + 1, starts[index + 1]);
    const aliased =
      word === "callback"
        ? functionOf(rest)
        : type || membersOf(rest.filter(({ tag: one }) => one.startsWith("prop")).map(asMember), ".");
    return name === "" || name.includes(".") || aliased === "" || aliased.length > maxNamed
      ? []
      : [{ name, type: `type[${aliased}]` }];
  });
}

const asMember = (member: Tag): Tag => ({ ...member, name: `.${member.name}` });

function functionOf(tags: readonly Tag[]): string {
  const takes = parametersIn(tags).map(([name, type], at) => `${name || `_${at}`}: ${type || "unknown"}`);
  const gives = tags.find(({ tag: word }) => word.startsWith("return"))?.type;
  return `(${takes.join(", ")}) => ${gives || "void"}`;
}

/** Where the brace ends that opens at a place; -1 where it does not, or too far away. */
function endOf(text: string, open: number, longest: number): number {
  let depth = 0;
  for (let at = open; at < text.length && at - open <= longest; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return -1;
}

/** Types of no class of a repository. */
const scalars =
  /^(?:\*|any|unknown|null|undefined|void|never|string|number|boolean|bigint|symbol|object|Object|String|Number|Boolean|function|Function)$/;

/** As TypeScript writes it; nothing for what says no class. */
function plainType(written: string, longest = maxLength): string {
  if (written.length > longest) return "";
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
