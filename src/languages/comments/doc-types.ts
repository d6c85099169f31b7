/**
 * Types that PHP says in comments: `@var Foo[] $all`, `@return static`, `@param`, `@global`, `@property`, `@method`, in the
 * notation of PSR-5 and of the checkers that go beyond it.
 */

export interface DocTypes {
  readonly returns: string | undefined;
  /** Of `@var` without a name: what the comment stands before. */
  readonly value: string | undefined;
  /** Variables with their `$`. */
  readonly variables: readonly (readonly [name: string, type: string])[];
  /** What a class has by magic. A method's type is that of a function. */
  readonly members: readonly (readonly [name: string, type: string])[];
  /** What it says of parameters by their places, nothing of one without a type. */
  readonly parameters?: readonly string[];
}

const tags =
  /@(?:phpstan-|psalm-)?(return|var|param|global|property(?:-read|-write)?|method)\s+(?=[\w\\?(]|\$this\b)/g;

/** @param comment With or without its marks. */
export function docTypesIn(comment: string): DocTypes {
  let [returns, value]: (string | undefined)[] = [];
  const variables: [string, string][] = [];
  const members: [string, string][] = [];
  for (const match of comment.matchAll(tags)) {
    const rest = comment.slice(match.index + match[0].length).replace(/^static\s+(?=\S+\s+\w+\()/, "");
    const written = typeAtStart(rest);
    const type = plainType(written);
    const [, variable, method] =
      /^\s*(?:(?:&|\.{3})*(\$\w+)|(\w+)\s*\()/.exec(rest.slice(written.length)) ?? [];
    if (type === "") continue;
    if (match[1] === "return") returns ??= type;
    else if (match[1] === "method") {
      if (method !== undefined) members.push([method, `() => ${type}`]);
    } else if (variable === undefined) value ??= match[1] === "var" ? type : undefined;
    else if (match[1]!.startsWith("property")) members.push([variable.slice(1), type]);
    else variables.push([variable, type]);
  }
  return { returns, value, variables, members };
}

/** Up to a space outside of brackets; around `|` there may be some. Brackets that nothing closes end with the tag. */
function typeAtStart(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length && at < 300; at++) {
    const character = text[at]!;
    if (character === "@") return text.slice(0, at);
    if ("<({[".includes(character)) depth++;
    else if (">)}]".includes(character)) depth--;
    else if (/\s/.test(character) && depth <= 0) {
      const isBetween = /[|&:]$/.test(text.slice(0, at).trimEnd()) || /^\s*[|&]\s/.test(text.slice(at));
      if (!isBetween || text.slice(at).startsWith("\n")) return text.slice(0, at);
    }
  }
  return text.slice(0, 300);
}

/** Types of no class of a repository. */
const scalars =
  /^\??(?:null|false|true|mixed|void|never|int|string|bool|boolean|float|array|iterable|callable|object|resource|scalar|numeric|class-string|positive-int|non-empty-string|array-key)$/;

/** What holds others, by key or in a row: going through one and asking one gives the last that it is given. */
const holding =
  /^\??\\?(?:(?:\w+\\)*\w*(?:Collection|Iterator|Iterable|List)|(?:non-empty-)?(?:array|list)|iterable|Generator|Traversable|ArrayAccess|IteratorAggregate|ArrayObject|SplObjectStorage)$/;

/** Which of these may be a class of the repository. */
const own = /[^\\](?:Collection|Iterator|List)$/;

/** `($name is class-string<T> ? T : object)` may be either. */
const conditional = /^\(\s*[$\w]+ is [^?]+\?\s*([\s\S]+?)\s*:\s*([\s\S]+)\)$/;

/** In the words of `typeShape`; nothing for what says no class. */
function plainType(written: string): string {
  const text = written.trim();
  const [, one, other] = conditional.exec(text) ?? [];
  if (one !== undefined) return plainType(`${one}|${other}`);
  const parts = split(text, "|").filter((part) => !scalars.test(part));
  if (parts.length > 1) return [...new Set(parts.map(plainType))].filter(Boolean).join(" | ");
  const [only = ""] = parts;
  if (only === "$this") return "static";
  if (/^\([^()?]*\)$/.test(only)) return plainType(only.slice(1, -1));
  if (only.endsWith("[]")) return withBrackets(plainType(only.slice(0, -2)));
  const called = /^\\?(?:callable|Closure)\([\s\S]*\)\s*:\s*([\s\S]+)$/.exec(only)?.[1];
  if (called !== undefined) return `() => ${plainType(called)}`;
  const [, name, given] = /^([^<>{}()\s]+)<([\s\S]*)>$/.exec(only) ?? [];
  if (name === undefined || given === undefined) return /[<>{}()]/.test(only) ? "" : only;
  const args = split(given, ",");
  if (holding.test(name)) {
    const held = plainType(args[/Generator$/.test(name) ? Math.min(1, args.length - 1) : args.length - 1]!);
    // A class of the repository has methods of its own, too: `PrioritizedList<Parser>`.
    return own.test(name) ? [withBrackets(held), name].filter(Boolean).join(" | ") : withBrackets(held);
  }
  if (name === "class-string") return `type[${plainType(given)}]`;
  // What the parameters of the repository's own classes stand for is not followed.
  return name;
}

const withBrackets = (type: string): string =>
  type === "" ? "" : /[ |]/.test(type) ? `(${type})[]` : `${type}[]`;

/** At a sign outside of brackets. */
function split(text: string, sign: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    if ("<({[".includes(text[at]!)) depth++;
    else if (">)}]".includes(text[at]!)) depth--;
    else if (text[at] === sign && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter((part) => part !== "");
}

/** `array` does not say of what. */
export const saysNothing = (native: string): boolean =>
  /^\??(?:array|iterable|mixed|object|callable)$/.test(native);

/** Whether what a comment says is more than what the code says beside it: `array`, and which ones. */
export const saysMore = (documented: string, native: string | undefined): boolean =>
  native === undefined || scalars.test(native) || holding.test(native) || /[[<(]/.test(documented);
