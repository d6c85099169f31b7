/**
 * Macros of a C or C++ file whose own `#define` says that they add nothing which the code graph needs: words such as
 * `inline` and attributes, or what opens and closes a namespace. A grammar would take them for types; so they are
 * left out before the file is parsed, wherever they stand, with as many blanks.
 */
import { blank } from "./blank.ts";

export interface WithoutOwnMacros {
  readonly text: string;
  /** The namespaces that they open, each once: whoever names one of these means what stands outside of any. */
  readonly namespaces: readonly string[];
}

/** A name without parameters, and all that it stands for, over several lines too. */
const definition = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(?!\w|\()((?:\\\r?\n|[^\n\r])*)/gm;

const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;

const namespace = /\bnamespace\s+((?:\w+\s*::\s*)*\w+)\s*\{/g;

/** What is left of a definition when all of these are taken away is code. */
const silent =
  /\\\r?\n|\b(?:inline\s+)?namespace(?:\s+(?:\w+\s*::\s*)*\w+)?\s*\{|\bextern\s+"C(?:\+\+)?"(?:\s*\{)?|\b(?:inline|__inline|__inline__|__forceinline|static|extern|constexpr|consteval|constinit|explicit|noexcept)\b|\b(?:__attribute__|__attribute|__declspec|alignas|noexcept|_Pragma|__pragma)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\[\[[^\]]{0,300}\]\]|[{}]|\s/g;

const longestBody = 1_000;
/** What says that a header was read: every header has one, and it stands nowhere else. */
const guard = /_(?:H|HH|HPP|HXX|INC|INCLUDED)_*$/i;
/** More names than anybody gives to such macros in one file. */
const mostNames = 500;

/** The text without the macros of which every definition in it is of that kind. */
export function withoutOwnMacros(text: string): WithoutOwnMacros {
  const said = new Map<string, boolean>();
  const opened = new Set<string>();
  for (const [, name = "", body = ""] of text.matchAll(definition)) {
    const plain = body.replace(comments, " ");
    const isSilent = plain.length <= longestBody && plain.replace(silent, "") === "";
    said.set(name, isSilent && said.get(name) !== false);
    if (isSilent)
      for (const [, path = ""] of plain.matchAll(namespace))
        for (const part of path.split("::")) opened.add(part.trim());
  }
  const names = [...said].flatMap(([name, isSilent]) => (isSilent && !guard.test(name) ? [name] : []));
  const namespaces = [...opened];
  if (names.length === 0 || names.length > mostNames) return { text, namespaces };
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
  /** Where code ends in it: at a comment, and at its start where it is a directive or continues one. */
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
