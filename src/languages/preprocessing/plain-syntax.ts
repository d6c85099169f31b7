/**
 * What grammars of C and C++ do not know and the code graph does not need, in words that they know, place for place:
 * conditions of templates, commas in `decltype`, defaults of parameters without a name.
 */
import { blank, listed, word } from "./macro-patterns.ts";
import { firstBranches } from "./preprocessed.ts";

/** A blank for grammars, and in few texts. */
const otherBlank = "\f";

/** A text as it was written, but for what was left out of it. */
export function asWritten(text: string, original: string): string {
  if (text === original) return text;
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === original[at] || text[at] === " ") continue;
    parts.push(text.slice(copied, at), original[at]!);
    copied = at + 1;
  }
  return copied === 0 ? text : parts.join("") + text.slice(copied);
}

/** A condition under another name, `LIB_IF_CONSTEXPR (is_small) {`: it becomes `if`. */
const conditionMacro = new RegExp(
  String.raw`(?=[A-Z])(?<=^[ \t]{1,200}(?:\}[ \t]{0,80})?(?:else[ \t]{1,80})?)(?:[A-Z0-9_]+_)?IF_[A-Z0-9_]+(?=[ \t]*${listed}\s*\{)`,
  "gm",
);

/** Grammars call no number by its size: `a | (unsigned(b) << 4)`. */
const sizeMade =
  /(?=[usl])(?<=(?:[=(,|&+*/?:!~^-]|<<|>>|\breturn)\s{0,100})\b(?:unsigned|signed|short|long)(?=\()/g;
/** Takes the place of a letter of a word that the grammar takes for a keyword where it is a name: `usinǃ`. */
export const letter = "ǃ";

/** What grammars read only in part, in words that they know: `(foo->*method)()`, `sizeof(A) >= sizeof(B)`. */
const withPlainWords = (text: string): string =>
  text
    .replace(conditionMacro, (found) => inWords("if", found))
    .replace(sizeMade, (found) => `${found.slice(0, -1)}${letter}`)
    .replace(/->\*/g, `${otherBlank}${otherBlank}*`)
    .replace(/(?=>)(?<=\bsizeof\s?\([\w:]{1,80}\)\s{0,100})>=?(?=\s*sizeof\b)/g, (found) =>
      "+".padEnd(found.length),
    );

const condition = /^[ \t]*#[ \t]*(?:el)?if\b(?:[^\\\n]|\\[\s\S])*/gm;

/** Grammars know no texts and no headers in conditions: `__has_include(<new>)`. They stay different, as names. */
const withPlainConditions = (text: string): string =>
  text.replace(condition, (directive) =>
    directive.replace(/"[^"\n]*"|(?<=\()[ \t]*<[^<>\n]*>/g, (part) => part.replace(/[^\w \t]/g, "_")),
  );

const definition = /^[ \t]*#[ \t]*define\b(?:[^\\\n]|\\[\s\S])*/gm;

/** To grammars a macro ends at a comment, also where more lines of it follow. Of one line nothing is blanked: that may end in blanks. */
const withPlainDefinitions = (text: string): string =>
  text.replace(definition, (directive) =>
    directive.includes("\n") ? directive.replace(/\/\*[^\n]*?\*\//g, blank) : directive,
  );

/** Grammars know no such value of a parameter, nor any of one without a name: `Options options = {}`, `T* = nullptr`. */
const withPlainDefaults = (text: string): string =>
  text
    .replace(/(?=\{)(?<==[ \t]{0,80})\{\}(?=\s*[,)])/g, `0${otherBlank}`)
    .replace(/(?<=[\w>][ \t]{0,80}\*)[ \t](?==[ \t]*(?:nullptr|NULL|0)\s*[,>)])/g, "_");

/** Longer lists are not looked into. */
const longestList = 4_000;

/** What a template asks of its parameters, by a macro: `template <typename T, ENABLE_IF(!isNumber<T>())>`. */
const asked = new RegExp(String.raw`(?=[A-Z])(?<=[<,]\s{0,200})${word}\s*${listed}(?=\s*[,>=])`, "g");

/** Such a macro is a parameter without a name, of which the grammar reads only the simplest: it becomes `int`. */
const withPlainTemplates = (text: string): string =>
  withParts(text, /\btemplate\s*(?=<)/g, (start) => {
    const end = listEnd(text, start);
    // No condition of a preprocessor is known there.
    const plain = (): string =>
      withoutConditions(firstBranches(text.slice(start, end))).replace(asked, asNumber);
    return end === undefined ? undefined : { start, end, written: plain() };
  });

const asNumber = (text: string): string => inWords("int", text);

/** What is written otherwise stays told from what is left out: its own blank is no other one. */
export const inWords = (words: string, text: string): string =>
  words + text.slice(words.length).replace(/[^\n\r]/g, otherBlank);

/** For whom a template is, which only a compiler can tell: `std::enable_if_t<(a && b), int>` becomes the type of a number. */
const withoutConditions = (list: string): string =>
  withParts(
    list,
    /(?=\b\w)(?<!\w\s*::\s*)(?:\btypename\s+)?(?:\b\w+\s*::\s*)*\benable_if(?:_t)?\s*(?=<)/gi,
    (headEnd, start) => {
      const end = listEnd(list, headEnd);
      if (end === undefined) return undefined;
      const whole = end + (/^\s*::\s*type\b/.exec(list.slice(end, end + 100))?.[0].length ?? 0);
      return { start, end: whole, written: asNumber(list.slice(start, whole)) };
    },
  );

/** Grammars know no comma there: `-> decltype(run(a), void())`. */
const withPlainTypes = (text: string): string =>
  withParts(text, /\bdecltype\s*\(/g, (start) => {
    const end = bracketEnd(text, start);
    if (end === undefined) return undefined;
    return { start, end, written: withoutCommas(withPlainTypes(text.slice(start, end))) };
  });

interface Part {
  readonly start: number;
  readonly end: number;
  /** As long as what stands there. */
  readonly written: string;
}

/** More that begin and do not end as they should, and the rest of a text is left as it is. */
const maxEndless = 500;

/** A text with parts of it written otherwise. `read` is asked where each head ends and begins. */
function withParts(
  text: string,
  heads: RegExp,
  read: (headEnd: number, start: number) => Part | undefined,
): string {
  const parts: string[] = [];
  let copied = 0;
  let endless = 0;
  for (const { 0: head, index } of text.matchAll(heads)) {
    if (endless > maxEndless) break;
    if (index < copied) continue;
    const part = read(index + head.length, index);
    if (!part) endless++;
    else {
      parts.push(text.slice(copied, part.start), part.written);
      copied = part.end;
    }
  }
  return copied === 0 ? text : parts.join("") + text.slice(copied);
}

/** Behind the `>` that ends the list which begins at `start`; one within round brackets compares. */
function listEnd(text: string, start: number): number | undefined {
  let [angles, rounds] = [0, 0];
  for (let at = start; at < Math.min(text.length, start + longestList); at++) {
    const character = text[at];
    if (character === "(") rounds++;
    else if (character === ")") rounds--;
    else if (character === "#" && rounds === 0) at = endOfLine(text, at);
    else if (character === "{" || character === ";") return undefined;
    else if (rounds === 0 && character === "<") angles++;
    else if (rounds === 0 && character === ">" && --angles === 0) return at + 1;
  }
  return undefined;
}

/** Where the round bracket ends in which `start` stands. */
function bracketEnd(text: string, start: number): number | undefined {
  let rounds = 1;
  for (let at = start; at < Math.min(text.length, start + longestList); at++) {
    const character = text[at];
    if (character === "(") rounds++;
    else if (character === ")" && --rounds === 0) return at;
  }
  return undefined;
}

/** With `+` instead of commas, but within brackets. */
function withoutCommas(text: string): string {
  let [rounds, angles] = [0, 0];
  return text.replace(/[()<,]|(?<!-)>/g, (character) => {
    if (character === "(") rounds++;
    else if (character === ")") rounds--;
    else if (character === "<") angles++;
    else if (character === ">") angles--;
    else if (rounds === 0 && angles <= 0) return "+";
    return character;
  });
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}

/** A text in such words, as long as before. */
export const withPlainSyntax = (text: string): string =>
  [
    withPlainDefinitions,
    withPlainConditions,
    withPlainTypes,
    withPlainTemplates,
    withPlainDefaults,
    withPlainWords,
  ].reduce((left, change) => change(left), text);
