/**
 * Error recovery for texts that a preprocessor would change. A grammar sees them unprocessed, and fails at what would
 * be removed: `class API Foo {`, an `else` in an `#if` of its own. So such a text is parsed again with that blanked
 * near its syntax errors, at the same length, and the best reading counts. Likewise for syntax that the grammar does
 * not know.
 */

import type { Deadline } from "../limits.ts";
import { type Grammar, type Node, type Tree, withEditedCopy, withTree } from "../parsing/parser.ts";
import { extentOf, faultsIn } from "../parsing/tree-faults.ts";
import type { Language } from "../registry.ts";
import { blank, macro } from "./macro-patterns.ts";
import { withMockMethods, withoutOwnMacros } from "./own-macros.ts";
import { asWritten, inWords, letter } from "./plain-syntax.ts";
import { firstBranches, type Lines } from "./preprocessed.ts";
import { without, withoutWords } from "./words-of-macros.ts";

/** Limit of repairs per text. */
const maxPlaces = 200;
/** Limit of characters parsed again per file. Not a time limit, since outlines must be deterministic. */
const maxCharacters = 1_500_000;
/** Limit of further readings, as long as each has fewer errors than the one before. */
const maxRewrites = 3;

/**
 * Applies `use` to the best reading of a text, with the namespaces that its own macros open. A long file is parsed
 * once.
 * @throws ParseDeadlineError
 */
export function withBestReading<T>(
  grammar: Grammar,
  original: string,
  use: (text: string, tree: Tree, opened: readonly string[]) => T,
  deadline: Deadline,
): T {
  const hasMacros = grammar.language.preprocessor === "macros";
  const named = withNames(original, grammar.language.names);
  const own = hasMacros ? withoutOwnMacros(named) : { text: named, namespaces: [] };
  let budget = maxCharacters;
  /** @param lost Weight of the code that this reading blanks, in characters of a syntax error. */
  const read = (
    text: string,
    lost: number,
    left: number,
    limit: number,
    earlier?: Tree,
  ): { value: T } | undefined =>
    withTree(
      grammar,
      text,
      (tree) => {
        const faults = tree.rootNode.hasError ? faultsIn(tree.rootNode) : undefined;
        const cost = lost + (faults ? extentOf(faults) : 0);
        if (cost >= limit) return undefined;
        if (faults && left > 0 && text.length <= budget)
          for (const next of rewrites(
            text,
            left === maxRewrites ? own.text : text,
            faults,
            grammar.language,
          )) {
            budget -= text.length;
            if (budget < 0) break;
            const better = withEditedCopy(tree, text, next.text, (copy) =>
              read(next.text, lost + next.lost, left - 1, cost, copy),
            );
            if (better) return better;
          }
        return { value: use((hasMacros ? asWritten : spoken)(text, original), tree, own.namespaces) };
      },
      deadline,
      earlier,
    );
  const first = hasMacros ? withoutWords(withMockMethods(own.text)) : named;
  return read(first, 0, maxRewrites, Number.POSITIVE_INFINITY)!.value;
}

/** Also in comments and strings, whose original text is used. */
const withNames = (text: string, names: readonly string[] = []): string =>
  names.length === 0
    ? text
    : text.replace(new RegExp(`\\b(?:${names.join("|")})\\b`, "g"), (name) => name.slice(0, -1) + letter);

interface Rewritten {
  readonly text: string;
  /** Weight of the code that was blanked, in characters of a syntax error. */
  readonly lost: number;
}

/** Texts of the same length, without what may have led to these faults: macros, then also conditions. @param plain With all words, where that was not read yet. */
function* rewrites(
  text: string,
  plain: string,
  faults: readonly Node[],
  { preprocessor, unknown = [] }: Language,
): Iterable<Rewritten> {
  // Where nothing can be parsed, the blanked words may be the cause.
  if (text !== plain && faults.some((fault) => fault.endIndex - fault.startIndex > text.length / 2))
    yield { text: plain, lost: 0 };
  const known = unknown.reduce(withKnown, text);
  if (known !== text) yield { text: known, lost: 0 };
  if (!preprocessor) return;
  const hasMacros = preprocessor === "macros";
  const near = faults
    .slice(0, maxPlaces)
    .map(({ startPosition, endPosition }): Lines => [startPosition.row - 1, endPosition.row + 1]);
  const bare = hasMacros ? withoutMacros(text, near) : text;
  if (bare !== text) yield { text: bare, lost: 0 };
  const branched = firstBranches(text, near.length > 0 ? near : undefined);
  if (branched === text) return;
  if (hasMacros) {
    yield { text: withoutMacros(branched, near), lost: codeLost(text, branched) / otherBranch };
    return;
  }
  const whole = firstBranches(text);
  if (whole !== branched) yield { text: branched, lost: codeLost(text, branched) };
  // An error may surface far from the conditional that causes it.
  yield { text: whole, lost: codeLost(text, whole) / strayFault };
}

const withKnown = (text: string, [pattern, character]: readonly [string, string]): string =>
  text.replace(new RegExp(pattern, "g"), (found) => found.replace(/[^\n\r]/g, character));

/** Characters of code in a blanked branch per character of an error, which also spoils its surroundings. */
const otherBranch = 4;

/** The same for code that a compiler would skip: errors are short, but spoil what is around them. */
const strayFault = 20;

/** The text with its original names. */
const spoken = (text: string, original: string): string =>
  text === original ? text : text.replaceAll(letter, (_, at: number) => original[at]!);

/** Without directives. */
function codeLost(before: string, after: string): number {
  const left = after.split("\n");
  return before
    .split("\n")
    .filter((line, at) => line !== left[at] && !/^[ \t]*#/.test(line))
    .reduce((sum, line) => sum + line.trim().length, 0);
}

const beforeType = new RegExp(
  String.raw`(?<=^[ \t]*(?:(?:extern|static|inline|virtual)[ \t]+)*)${macro}(?=[ \t]+[A-Za-z_][\w:<>]*[ \t*&]+~?[A-Za-z_])`,
  "g",
);

/** Macros that expand to members of a list or a class. */
const alone = new RegExp(String.raw`(?<=^[ \t]*)${macro}(?=[ \t]*(?://.*|/\*.*)?\r?$)`, "g");

/** A macro as return type: `ENABLE_IF((isNumber<T>), (Foo&)) operator+(T other) {`. */
const givenType =
  /(?<=(?:^|>|\b(?:friend|static|inline|constexpr|virtual))[ \t]*)\b[A-Z][A-Z0-9_]{2,}[ \t]*\((?:[^()\n]|\((?:[^()\n]|\([^()\n]{0,200}\)){0,200}\)){1,200}\)(?=[ \t]+(?:operator\b|[A-Za-z_]\w*[ \t]*\())/g;
const withGivenType = (line: string): string => line.replace(givenType, (found) => inWords("auto", found));

/** A macro with type arguments, which cannot be a call: `DEFINE(bool, skip);`. */
const ofTypes =
  /(?<=^[ \t]*)\b[A-Z][A-Z0-9_]{2,}\b[ \t]*\((?=[^\n]{0,200}(?:[\w>][ \t]*[*&]+|\b(?:bool|char|int|long|short|float|double|void|unsigned|signed|auto|class|typename))[ \t]*[,)])(?:[^()\n]|\((?:[^()\n]|\([^()\n]{0,200}\)){0,200}\)){0,200}\)[ \t]*;?(?=[ \t]*(?:\/\/.*)?\r?$)/g;

/** Alone on a line; before a type and a name; after a name or a parameter list; between two words. */
const strayMacros = [
  ofTypes,
  // Behind the name of a parameter: `Foo(int a BUILT_IN)`.
  /(?=[A-Z])(?<=[\w*&>][ \t]{1,80}[a-z]\w{0,80}[ \t]{1,80})\b[A-Z][A-Z0-9]*_[A-Z0-9_]+(?=[ \t]*[,)])/g,
  // An access specifier: `API_PRIVATE:`.
  new RegExp(String.raw`(?<=^[ \t]*)${macro}[ \t]*:(?=[ \t]*(?://.*)?\r?$)`, "g"),
  new RegExp(String.raw`(?<=^[ \t]*(?:\}[ \t]*)?)${macro}(?=[ \t]*(?:\{|;?[ \t]*(?://.*)?\r?$))`, "g"),
  beforeType,
  new RegExp(
    String.raw`(?<=[\w)*&>\]]\s+)(?<!\b(?:return|case|goto|else|throw|new|delete|sizeof|typename|class|struct|union|enum)\s+)${macro}(?=\s*(?:[;{=]|:(?!:)|\r?$|[A-Za-z_~]))`,
    "g",
  ),
];

/** A longer error, in lines, says little about where the problem is. */
const longFault = 20;

/**
 * Only at the ends of errors, since elsewhere a name in capitals is a constant. Inside of long errors, what is alone
 * or before a type; what is before types at several errors is blanked everywhere.
 */
function withoutMacros(text: string, faults: readonly Lines[]): string {
  const lines = text.split("\n");
  const near = new Set(
    faults.flatMap(([first, last]) => [
      codeBefore(lines, first),
      first,
      first + 1,
      first + 2,
      last - 1,
      last,
    ]),
  );
  const long = faults.filter(([first, last]) => last - first > longFault);
  const common = commonMacros([...near].flatMap((at) => code.exec(lines[at] ?? "")?.[0] ?? []));
  const blankCommon = (line: string): string =>
    line.replace(beforeType, (found) => (common.has(nameOf(found)) ? blank(found) : found));
  const read = (line: string, at: number): string => {
    if (isArgument(at)) return line;
    if (near.has(at)) {
      const left = strayMacros.reduce(without, withGivenType(line));
      // The grammar accepts no empty statement at the start of some bodies.
      return left !== line && left.trim() === ";" && lines[at - 1]?.trimEnd().endsWith("{")
        ? blank(left)
        : left;
    }
    if (long.some(([first, last]) => first <= at && at <= last))
      return [ofTypes, alone, beforeType].reduce(without, withGivenType(line));
    return blankCommon(line);
  };
  // The last of several, each on a line of its own.
  const isArgument = (at: number): boolean =>
    /[,(]\s*$/.test(lines[at - 1] ?? "") && /^\s*\)/.test(lines[at + 1] ?? "");
  const isRead = (at: number): boolean =>
    !lines[at - 1]?.endsWith("\\") && (common.size > 0 || long.length > 0 || near.has(at));
  return lines
    .map((line, at) => (isRead(at) ? line.replace(code, (found) => read(found, at)) : line))
    .join("\n");
}

/** Limit of comment lines that are skipped. */
const longComment = 100;

/** The last line of code before an error: a macro there extends into what follows. */
function codeBefore(lines: readonly string[], start: number): number {
  let isComment = false;
  for (let at = start; at >= Math.max(0, start - longComment); at--) {
    const line = lines[at]!.trim();
    isComment ||= line.endsWith("*/");
    if (!isComment && line !== "" && !line.startsWith("//")) return at;
    if (line.startsWith("/*")) isComment = false;
  }
  return start;
}

/** Macros before a type on some of these lines. */
function commonMacros(lines: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const [found] of line.matchAll(beforeType))
      counts.set(nameOf(found), (counts.get(nameOf(found)) ?? 0) + 1);
  return new Set([...counts].flatMap(([name, count]) => (count >= several ? [name] : [])));
}

const several = 3;

const nameOf = (found: string): string => /^\w+/.exec(found)![0];

/** Not a directive, not the lines of a comment, and of others not the comment at the end. */
const code = /^(?![ \t]*(?:#|\/?\*)).*?(?=\/\/|\/\*|\r?$)/;
