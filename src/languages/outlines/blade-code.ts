/**
 * Extracts PHP from a Blade template, with lines preserved: echoes, arguments of directives, and PHP blocks. A loop
 * becomes an assignment to its variable; all else are plain statements, since blocks share the variables around them.
 */
import { closing, linesIn } from "./template-text.ts";

/** Starts of code: echoes, PHP tags, and directives; an at sign before an echo escapes it. */
const place =
  /\{\{--|@?\{\{\{?|@?\{!!|<\?(?:php|=)|(?<![\w@.])@(?:(verbatim|php)(?![\w(]|\s*\()|([A-Za-z]+)[ \t]*\()/g;
/** CSS at-rules, which look like directives. */
const ofStyles = new Set("container document import layer media scope supports".split(" "));
/** Limit of the length of code. */
const longest = 100_000;

/** Closing marks, by opening mark. */
const ends: Readonly<Record<string, string>> = {
  "{{--": "--}}",
  "{{{": "}}}",
  "{{": "}}",
  "{!!": "!!}",
  "<?php": "?>",
  "<?=": "?>",
  "@php": "@endphp",
  "@verbatim": "@endverbatim",
};

export function bladeCode(text: string): string {
  let [code, done] = ["<?php ", 0];
  /** What ends such a beginning is nowhere near: it is looked for but once. */
  const open = new Set<string>();
  place.lastIndex = 0;
  for (let found = place.exec(text); found; found = place.exec(text)) {
    const [whole, , directive] = found;
    const start = place.lastIndex;
    const end = ends[whole] ?? ends[whole.slice(1)] ?? ")";
    if (open.has(end)) continue;
    const close = end === ")" ? closing(text, start - 1, longest, endOfText) : text.indexOf(end, start);
    // A PHP tag may be left open at the end of the file.
    const last = close < 0 && end === "?>" ? text.length : close;
    if (last < 0 || last - start > longest) {
      open.add(end);
      continue;
    }
    place.lastIndex = last + end.length;
    if (whole.startsWith("@{") || whole === "{{--" || whole === "@verbatim" || ofStyles.has(directive ?? ""))
      continue;
    const content = text.slice(start, last);
    code += linesIn(text.slice(done, start));
    code += directive === undefined ? `;${content};` : ofDirective(directive, content);
    done = last;
  }
  return code + linesIn(text.slice(done));
}

function ofDirective(name: string, content: string): string {
  if (name === "foreach" || name === "forelse") return `;foreach (${content}) {}`;
  if (name === "for") return `;for (${content}) {}`;
  if (name === "php") return `;${content};`;
  const [first, second] = [...content.matchAll(/["']([\w\\]+)["']/g)].map((one) => one[1]!);
  if (name === "use" && first !== undefined)
    return `;use ${first}${second === undefined ? "" : ` as ${second}`};${linesIn(content)}`;
  if (name === "inject" && second !== undefined)
    return `;$${first} = app(\\${second.replace(/^\\+/, "")}::class);${linesIn(content)}`;
  return `;[${content}];`;
}

/** The end of a PHP string, which may contain escaped quotes; backticks are not supported. */
function endOfText(text: string, start: number): number {
  const sign = text[start]!;
  if (sign === "`") return start;
  let end = text.indexOf(sign, start + 1);
  while (end > 0 && text[end - 1] === "\\" && text[end - 2] !== "\\") end = text.indexOf(sign, end + 1);
  return end;
}
