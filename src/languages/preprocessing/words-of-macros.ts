/**
 * Words of capitals where only a macro can be, which grammars of C and C++ take for types. They go before a text is read
 * for the first time, for not every one of them shows as a fault.
 */
import { blank, listed, macro, word } from "./macro-patterns.ts";
import { withPlainSyntax } from "./plain-syntax.ts";

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

/** A text of C or C++ without them, in words that grammars know, as long as before. */
export const withoutWords = (text: string): string =>
  words.reduce(without, withPlainSyntax(withoutLabels(text)));

export const without = (text: string, pattern: RegExp): string => text.replace(pattern, blank);
