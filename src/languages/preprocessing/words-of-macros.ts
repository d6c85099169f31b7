/**
 * What goes from a text of C or C++ before it is read for the first time, for not all of it shows as a fault: words of
 * capitals where only a macro can be, which a grammar takes for types, and what the grammars do not know and the code
 * graph does not need, such as the conditions of templates.
 */
import { blank } from "./blank.ts";
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

/** By custom a name of capitals, perhaps with arguments, in which brackets nest once. */
export const macro = String.raw`\b[A-Z][A-Z0-9_]{2,}\b(?:[ \t]*\((?:[^()\n]|\([^()\n]{0,200}\)){0,200}\))?`;

const word = String.raw`\b[A-Z][A-Z0-9_]{2,}`;

/** What stands in brackets, in which some nest twice. */
const listed = String.raw`\((?:[^()]|\((?:[^()]|\([^()]{0,200}\)){0,200}\)){0,600}\)`;

const classMacro = new RegExp(
  String.raw`(?=[A-Z])(?<=\b(?:class|struct|union)[ \t]{1,80}(?:alignas\([^()\n]{0,200}\)[ \t]{1,80})?)${macro}(?:\s+${macro}){0,3}(?=\s+[A-Za-z_]\w*(?:::\w+){0,8}(?:<[^;{}()]{0,200}>)?(?:\s+final)?\s*(?:(?://|#)[^\n]*\s*)?(?::(?!:)|\{))`,
  "g",
);

/** What makes or ends an object gives nothing: a word of capitals before it is no type. */
const makerMacro =
  /^[ \t]*[A-Z][A-Z0-9_]{2,}(?=[ \t]+(?:[A-Za-z_]\w*::){0,20}([A-Za-z_]\w*)(?:<[^<>;(){}]{0,200}>)?::~?\1[ \t]*\()/gm;

/** The same in the class itself, where it says how members are made: `CONSTEXPR Foo(int a) : a_(a) {}`. */
const ownMakerMacro = new RegExp(
  String.raw`(?=[A-Z])(?<!#[ \t]{0,80}define[ \t]{1,80})${word}(?=\s+(?:explicit\s+)?[A-Za-z_]\w*\s*${listed}\s*(?:noexcept\s*(?:${listed}\s*)?)?:\s*[A-Za-z_][\w:]*(?:<[^;{}()]{0,200}>)?\s*[({])`,
  "g",
);
const enderMacro =
  /(?=[A-Z])(?<!#[ \t]{0,80}define[ \t]{1,80})\b[A-Z][A-Z0-9_]{2,}(?=\s+~[A-Za-z_]\w*\s*\()/g;

/** What makes another type of an object says that type alone: `EXPLICIT operator Foo() const`. */
const convertingMacro = /\b[A-Z][A-Z0-9_]{2,}(?=\s+operator\s+(?!(?:new|delete|co_await)\b)[A-Za-z_:])/g;

/** `API std::string Foo::name(`: with such a word before it the type would be the name. */
const giverMacro =
  /^[ \t]*[A-Z][A-Z0-9]*_[A-Z0-9_]+(?:[ \t]+[A-Z][A-Z0-9]*_[A-Z0-9_]+){0,3}(?=[ \t]+(?:(?:const|static|inline|virtual|unsigned)[ \t]+){0,3}[A-Za-z_][\w:]*(?:<[^;{}()\n]{0,200}>)?(?:::\w+)?[\s*&]{1,80}(?:[A-Za-z_]\w*(?:<[^;{}()\n]{0,100}>)?::){0,8}~?[A-Za-z_]\w*[ \t]*\()/gm;

/** `EXPORT template <typename T>`. */
const templateMacro = /^[ \t]*[A-Z][A-Z0-9_]{2,}(?=[ \t]+template\b)/gm;

/** A line of its own before a declaration, with what is said of that between them: `BEGIN_EXPORT`. */
const lineMacro =
  /^[ \t]*[A-Z][A-Z0-9_]{2,}(?=[ \t]*\r?\n\s{0,100}(?:(?:\/\*(?:[^*]|\*(?!\/)){0,3000}\*\/|\/\/[^\n]*\n)\s{0,100}){0,40}(?:template\s*<|(?:class|struct|namespace|enum|typedef|using|inline|static|extern)\b))/gm;

/** `if CONSTEXPR (is_small) {`. */
const branchMacro = /(?=[A-Z])(?<=(?<!#[ \t]{0,80})\bif[ \t]{1,80})[A-Z][A-Z0-9_]{2,}(?=[ \t]*\()/g;

/** Says who sees what follows: `API_PRIVATE:`. A label leads nowhere either. */
const labelMacro = /^[ \t]*[A-Z][A-Z0-9_]{2,}[ \t]*:(?=[ \t]*(?:\/\/.*)?\r?$)/gm;

/** But for one of two values: `a ? FIRST :`. */
const withoutLabels = (text: string): string =>
  text.replace(labelMacro, (found, at: number) =>
    /(?:^|[;{}:]|\*\/|\/\/[^\n]*)$/.test(text.slice(Math.max(0, at - 200), at).trimEnd())
      ? blank(found)
      : found,
  );

/** A condition under another name, `LIB_IF_CONSTEXPR (is_small) {`: it becomes `if`. */
const conditionMacro = new RegExp(
  String.raw`(?=[A-Z])(?<=^[ \t]{1,200}(?:\}[ \t]{0,80})?(?:else[ \t]{1,80})?)(?:[A-Z0-9_]+_)?IF_[A-Z0-9_]+(?=[ \t]*${listed}\s*\{)`,
  "gm",
);

/** Grammars call no number by its size: `a | (unsigned(b) << 4)`. */
const sizeMade =
  /(?=[usl])(?<=(?:[=(,|&+*/?:!~^-]|<<|>>|\breturn)\s{0,100})\b(?:unsigned|signed|short|long)(?=\()/g;
/** A letter for grammars, which makes another word of one that they know. */
const letter = "\u01c3";

/** What grammars read only in part, in words that they know: `(foo->*method)()`, `sizeof(A) >= sizeof(B)`. */
const withPlainWords = (text: string): string =>
  text
    .replace(conditionMacro, (found) => inWords("if", found))
    .replace(sizeMade, (found) => `${found.slice(0, -1)}${letter}`)
    .replace(/->\*/g, `${otherBlank}${otherBlank}*`)
    .replace(/(?=>)(?<=\bsizeof\s?\([\w:]{1,80}\)\s{0,100})>=?(?=\s*sizeof\b)/g, (found) =>
      "+".padEnd(found.length),
    );

/** `~Foo() NOEXCEPT = default;`, `Foo() NOEXCEPT : a_(0) {`. */
const trailingMacro =
  /(?=[A-Z])(?<=\)[ \t]{0,80})\b[A-Z][A-Z0-9_]{2,}(?=\s*(?:=\s*(?:default|delete|0)\s*;|(?:override|final)\b|\{|:\s*[A-Za-z_]\w*\s*[({]))/g;

/** Grammars want a name there: `enum : unsigned {`. */
const enumType = /(?=:)(?<=\benum\s{0,100}):(?!:)[\w:\s]{1,100}(?=\{)/g;

/** A grammar stops at it in an expression, though it only helps compilers: `= typename T::Name()`. */
const helpingWord =
  /(?=t)(?<=(?:[(,=]|\breturn)\s{0,100})typename(?=[ \t]+[\w:]+(?:<[\w:, ]{0,80}>(?:::\w+)?)?[ \t]*[({])/g;

/** A word of the language under another name: `LIB_TRY {`, `} LIB_CATCH_ALL {`. */
const wordMacro = /(?=[A-Z])(?<=(?:^|[{};])[ \t]{0,200})\b[A-Z][A-Z0-9]*_[A-Z0-9_]+(?=[ \t]*\{)/gm;

/** `class API Foo {` would be a function Foo that gives an API, `INLINE Foo::Foo(int a) : a(a) {` a variable. */
const words = [
  classMacro,
  makerMacro,
  ownMakerMacro,
  enderMacro,
  convertingMacro,
  giverMacro,
  templateMacro,
  lineMacro,
  branchMacro,
  trailingMacro,
  enumType,
  wordMacro,
  helpingWord,
];

const condition = /^[ \t]*#[ \t]*(?:el)?if\b(?:[^\\\n]|\\[\s\S])*/gm;

/** Grammars know no texts and no headers in conditions: `__has_include(<new>)`. They stay different, as names. */
const withPlainConditions = (text: string): string =>
  text.replace(condition, (directive) =>
    directive.replace(/"[^"\n]*"|(?<=\()[ \t]*<[^<>\n]*>/g, (part) => part.replace(/[^\w \t]/g, "_")),
  );

const definition = /^[ \t]*#[ \t]*define\b(?:[^\\\n]|\\[\s\S])*/gm;

/** To grammars a macro ends at a comment, also where more lines of it follow. Of one line nothing is blanked: that may end in blanks. */
const withPlainDefinitions = (text: string): string =>
  text.replace(definition, (said) => (said.includes("\n") ? said.replace(/\/\*[^\n]*?\*\//g, blank) : said));

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

const asNumber = (said: string): string => inWords("int", said);

/** What is written otherwise stays told from what is left out: its own blank is no other one. */
export const inWords = (words: string, said: string): string =>
  words + said.slice(words.length).replace(/[^\n\r]/g, otherBlank);

/** For whom a template is, which only a compiler can tell: `std::enable_if_t<(a && b), int>` becomes the type of a number. */
const withoutConditions = (list: string): string =>
  withParts(list, /(?:\btypename\s+)?(?:\b\w+\s*::\s*)*\benable_if(?:_t)?\s*(?=<)/gi, (behind, start) => {
    const end = listEnd(list, behind);
    if (end === undefined) return undefined;
    const whole = end + (/^\s*::\s*type\b/.exec(list.slice(end, end + 100))?.[0].length ?? 0);
    return { start, end: whole, written: asNumber(list.slice(start, whole)) };
  });

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
const mostEndless = 500;

/** A text with parts of it written otherwise. `read` is asked where each head ends and begins. */
function withParts(
  text: string,
  heads: RegExp,
  read: (behind: number, start: number) => Part | undefined,
): string {
  const parts: string[] = [];
  let copied = 0;
  let endless = 0;
  for (const { 0: head, index } of text.matchAll(heads)) {
    if (endless > mostEndless) break;
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

/** A text of C or C++ without them, as long as before. */
export const withoutWords = (text: string): string =>
  words.reduce(
    without,
    [
      withPlainDefinitions,
      withoutLabels,
      withPlainConditions,
      withPlainTypes,
      withPlainTemplates,
      withPlainDefaults,
      withPlainWords,
    ].reduce((left, change) => change(left), text),
  );

export const without = (text: string, pattern: RegExp): string => text.replace(pattern, blank);
