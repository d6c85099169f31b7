/**
 * Macros of C and C++ that a file itself defines as irrelevant to the code graph: specifiers such as `inline`,
 * attributes, or the opening and closing of a namespace. A grammar would take them for types, so they are blanked
 * before parsing. Likewise, googlemock's macros become the methods that they declare.
 */
import { blank, listed } from "./macro-patterns.ts";

export interface WithoutOwnMacros {
  readonly text: string;
  /** The namespaces that they open: a name qualified by one of these is declared at global scope, as far as the grammar sees. */
  readonly namespaces: readonly string[];
}

/** An object-like macro with its replacement, perhaps continued over lines. */
const definition = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(?!\w|\()((?:\\\r?\n|[^\n\r])*)/gm;

const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;

const namespace = /\bnamespace\s+((?:\w+\s*::\s*)*\w+)\s*\{/g;

/** Irrelevant tokens: what else a definition contains is code. */
const silent =
  /\\\r?\n|\b(?:inline\s+)?namespace(?:\s+(?:\w+\s*::\s*)*\w+)?\s*\{|\bextern\s+"C(?:\+\+)?"(?:\s*\{)?|\b(?:inline|__inline|__inline__|__forceinline|static|extern|constexpr|consteval|constinit|explicit|noexcept)\b|\b(?:__attribute__|__attribute|__declspec|alignas|noexcept|_Pragma|__pragma)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\[\[[^\]]{0,300}\]\]|[{}]|\s/g;

const longestBody = 1_000;
/** An include guard, which every header has, and which occurs nowhere else. */
const guard = /_(?:H|HH|HPP|HXX|INC|INCLUDED)_*$/i;
/** Limit of such macros per file. */
const maxNames = 500;

/** Blanks the macros all of whose definitions in the text are irrelevant. */
export function withoutOwnMacros(text: string): WithoutOwnMacros {
  const defined = new Map<string, boolean>();
  const opened = new Set<string>();
  for (const [, name = "", body = ""] of text.matchAll(definition)) {
    const plain = body.replace(comments, " ");
    const isSilent = plain.length <= longestBody && plain.replace(silent, "") === "";
    defined.set(name, isSilent && defined.get(name) !== false);
    if (isSilent)
      for (const [, path = ""] of plain.matchAll(namespace))
        for (const part of path.split("::")) opened.add(part.trim());
  }
  const names = [...defined].flatMap(([name, isSilent]) => (isSilent && !guard.test(name) ? [name] : []));
  const namespaces = [...opened];
  if (names.length === 0 || names.length > maxNames) return { text, namespaces };
  const used = new RegExp(String.raw`\b(?:${names.join("|")})\b`, "g");
  let line: Line = { end: -1, code: 0 };
  const written = text.replace(used, (found, at: number) => {
    if (at >= line.end) line = lineAround(text, at);
    return at < line.code ? blank(found) : found;
  });
  return { text: written, namespaces };
}

interface Line {
  readonly end: number;
  /** End of code in the line: a comment, or the start of a directive or its continuation. */
  readonly code: number;
}

function lineAround(text: string, at: number): Line {
  const start = text.lastIndexOf("\n", at) + 1;
  const next = text.indexOf("\n", at);
  const end = next < 0 ? text.length : next;
  const line = text.slice(start, end);
  const isDirective = /^[ \t]*[#*]/.test(line) || /\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start));
  const comment = line.search(/\/[/*]/);
  return { end, code: isDirective ? start : comment < 0 ? end : start + comment };
}

/** Behind the parameters `const` and `override` in this order, or anything in brackets. */
const specifiers = String.raw`(?:,\s*(?:\((?:[^()]{0,80}\b(?<constant>const)\b)?(?:[^()]{0,80}\b(?<override>override)\b)?[^()]{0,80}\)|${listed})\s*)?`;

/** Brackets hold a type with commas together: `MOCK_METHOD((std::map<int, Foo>), all, ());`. */
const method = new RegExp(
  String.raw`\bMOCK_METHOD\s*\(\s*(?:\((?<together>[^()]{1,300})\)|(?<type>[^(),;{}]{1,300}))\s*,\s*(?<name>\w{1,200})\s*,\s*(?<parameters>${listed})\s*${specifiers}\)`,
  "gd",
);

/** An older one says name and type the other way round, so its type is left out: `MOCK_CONST_METHOD1(size, int(bool all));`. */
const olderMethod = new RegExp(
  String.raw`\bMOCK_(?:CONST_)?METHOD\d{1,2}(?:_T)?\s*\(\s*(?<name>\w{1,200})\s*,[^();{}]{0,300}(?<parameters>${listed})\s*\)`,
  "gd",
);

/**
 * A text of C++ with what macros of googlemock declare, as long as before: `MOCK_METHOD(int, size, (bool all), (const, override));`
 * is `int size (bool all) const override;` then, with every word where it was.
 */
export const withMockMethods = (text: string): string =>
  text.includes("MOCK_") ? [method, olderMethod].reduce(withNamedAlone, text) : text;

/** Keeps only the named groups of each match. */
function withNamedAlone(text: string, pattern: RegExp): string {
  const parts: string[] = [];
  let copied = 0;
  const copyTo = (end: number, isKept: boolean): void => {
    const part = text.slice(copied, end);
    parts.push(isKept ? part : blank(part));
    copied = end;
  };
  for (const { 0: found, index, indices } of text.matchAll(pattern)) {
    copyTo(index, true);
    for (const range of Object.values(indices!.groups!)) {
      if (!range) continue;
      copyTo(range[0], false);
      copyTo(range[1], true);
    }
    copyTo(index + found.length, false);
  }
  copyTo(text.length, true);
  return parts.join("");
}
