/** A line of a build script with what is around it. */
export interface ScriptLine {
  readonly text: string;
  /** Without comments. */
  readonly code: string;
  /**
   * The blocks that its beginning stands in, each by the words before its brace. Undefined in a text, a comment or a
   * pair of brackets, and from the first place on where that cannot be told for certain.
   */
  readonly blocks: readonly string[] | undefined;
}

/** What is open: a block of code, a pair of brackets, a text, or the code that a text has filled in. */
type Open =
  | { readonly kind: "block"; readonly head: string }
  | { readonly kind: "bracket" | "text"; readonly close: string }
  | { readonly kind: "filled-in" };

/** Languages of build scripts, as far as they differ. */
export type ScriptLanguage = "groovy" | "kotlin";

/**
 * Cuts a build script into lines. It is a program, and nothing of it is understood but where texts, comments, brackets
 * and blocks begin and end; at what could be read in two ways (patterns of Groovy, comments in comments, quotes behind
 * quotes, escaped letters) it stops to say where a line stands.
 */
export function scriptLines(script: string, language: ScriptLanguage): readonly ScriptLine[] {
  const open: Open[] = [];
  let isCertain = !/\r(?!\n)|[\u0085\u2028\u2029]/.test(script);
  let isComment = false;
  const doubt = (): void => {
    isCertain = false;
  };

  /** One word of a text; returns where the next begins. */
  const inText = (line: string, at: number, close: string): number => {
    const word = wordAt(textPart, line, at);
    const end = at + word.length;
    if (word === "\\u") doubt();
    // A raw text of Kotlin knows no escapes.
    if (word.startsWith("\\")) return language === "kotlin" && close.length === 3 ? at + 1 : end;
    if (word === "${" && close.startsWith('"')) open.push({ kind: "filled-in" });
    if (!word.startsWith(close)) return end;
    open.pop();
    if (close.length === 3 && line[end] === close[0]) doubt();
    return at + close.length;
  };

  /** One word of code; returns where the next begins. `head`: the words before it, from the last brace on. */
  const inCode = (line: string, at: number, head: string): number => {
    const word = wordAt(codePart, line, at);
    const end = at + word.length;
    const top = open.at(-1);
    if (word === "/*") isComment = true;
    else if (/^["']/.test(word)) {
      if (word.length === 3 && line[end] === word[0]) doubt();
      open.push({ kind: "text", close: word });
    } else if (word === "{") open.push({ kind: "block", head: head.trim() });
    else if (word === "(" || word === "[") open.push({ kind: "bracket", close: word === "(" ? ")" : "]" });
    else if (word === ")" || word === "]") {
      if (top?.kind !== "bracket" || top.close !== word) doubt();
      open.pop();
    } else if (word === "}") {
      if (top?.kind !== "block" && top?.kind !== "filled-in") doubt();
      open.pop();
    } else if (unclear[language].test(word)) doubt();
    return end;
  };

  return script
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line): ScriptLine => {
      const blocks = isCertain && !isComment ? headsOf(open) : undefined;
      let [code, head] = ["", ""];
      for (let at = 0; isCertain && at < line.length; ) {
        if (isComment) {
          const end = line.indexOf("*/", at);
          const inner = line.indexOf("/*", at);
          if (inner >= 0 && (end < 0 || inner < end)) doubt();
          if (end < 0) break;
          isComment = false;
          at = end + 2;
          continue;
        }
        const top = open.at(-1);
        const isText = top?.kind === "text";
        if (!isText && line.startsWith("//", at)) break;
        const next = isText ? inText(line, at, top.close) : inCode(line, at, head);
        const words = isComment ? " " : line.slice(at, next);
        code += words;
        head = !isText && /^[{};]/.test(words) ? "" : head + words;
        at = next;
      }
      const last = open.at(-1);
      // A text in single quotes ends with its line.
      if (last?.kind === "text" && last.close.length === 1) doubt();
      if (open.length > deepest) doubt();
      return { text: line, code, blocks };
    });
}

/** Blocks in blocks of a script that somebody wrote. */
const deepest = 100;

/** The words before each block's brace; undefined where something else is open as well. */
function headsOf(open: readonly Open[]): readonly string[] | undefined {
  const heads = open.flatMap((one) => (one.kind === "block" ? [one.head] : []));
  return heads.length === open.length ? heads : undefined;
}

const textPart = /\\u|\\.?|"""|'''|["']|\$\{|[^\\"'$]+|\$/y;
const codePart = /\/\*|"""|'''|["']|\$+["'/]|[{}()[\];]|[^"'\\$/*{}()[\];`]+|[\s\S]/y;
/** Where one language begins a text that the other one has not, or nobody is sure to. */
const unclear = { groovy: /^(?:\/|`|\\|\$+["'/])/, kotlin: /^(?:`|\\|\$+["'/])/ };

function wordAt(pattern: RegExp, line: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(line)![0];
}
