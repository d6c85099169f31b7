/**
 * Parses the part of tree-sitter's query notation that the languages' queries use. A pattern is one node with its
 * children; `match-patterns.ts` finds them.
 */

/** A predicate on the text of a capture: `#eq?`, `#match?`. */
export interface Condition {
  readonly capture: string;
  readonly holds: (text: string) => boolean;
}

export interface NodePattern {
  /** Undefined for a wildcard; with `isNamed`, for any named node. */
  readonly type: string | undefined;
  readonly isNamed: boolean;
  /** The required supertype: `_primary/identifier`. */
  readonly supertype: string | undefined;
  /** Negated fields: `!name`. */
  readonly without: readonly string[];
  readonly children: readonly Part[];
  readonly field: string | undefined;
  readonly captures: readonly string[];
}

/** One child in a pattern. */
export interface Part {
  /** Alternatives. */
  readonly options: readonly NodePattern[];
  /** Anchored: no named node may come before it, after the previous part or at the start. */
  readonly isNext: boolean;
  /** Anchored: no named node may follow. */
  readonly isLast: boolean;
  readonly times: "once" | "perhaps" | "any";
}

export interface Pattern {
  /** Alternatives. */
  readonly roots: readonly NodePattern[];
  readonly conditions: readonly Condition[];
}

const token = /;[^\n]*|\s+|"(?:[^"\\]|\\.)*"|[()[\].?*]|![\w-]+|@[\w.-]+|#[\w-]+\?|[\w-]+:|[\w/-]+/gy;
const blank = /^[\s;]/;

/** @throws Error where the text is malformed; queries are part of this program. */
export function readPatterns(text: string): readonly Pattern[] {
  const words = text.match(token) ?? [];
  const end = words.reduce((length, word) => length + word.length, 0);
  if (end < text.length) throw new Error(`A query has ${JSON.stringify(text.slice(end, end + 20))}.`);
  const tokens = words.filter((word) => !blank.test(word));
  const reader: Reader = { tokens, at: 0, conditions: [] };
  const patterns: Pattern[] = [];
  while (reader.at < tokens.length) {
    reader.conditions = [];
    const { options, times } = readPart(reader, undefined);
    if (times !== "once") throw new Error("A whole pattern is not repeated.");
    patterns.push({ roots: options, conditions: reader.conditions });
  }
  return patterns;
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
  conditions: Condition[];
}

/** The next token. */
function peek({ tokens, at }: Reader): string {
  const word = tokens[at];
  if (word === undefined) throw new Error("A query ends inside of a pattern.");
  return word;
}

/** Consumes one token. */
function read(reader: Reader): string {
  const word = peek(reader);
  reader.at++;
  return word;
}

/** A node, or alternatives, with its quantifier and captures. */
function readPart(reader: Reader, field: string | undefined): Pick<Part, "options" | "times"> {
  const options = readOptions(reader, field);
  let times: Part["times"] = "once";
  if (reader.tokens[reader.at] === "?" || reader.tokens[reader.at] === "*")
    times = reader.tokens[reader.at++] === "?" ? "perhaps" : "any";
  const captures: string[] = [];
  while (reader.tokens[reader.at]?.startsWith("@")) captures.push(reader.tokens[reader.at++]!.slice(1));
  if (captures.length === 0) return { options, times };
  return {
    options: options.map((one) => ({ ...one, captures: [...one.captures, ...captures] })),
    times,
  };
}

function readOptions(reader: Reader, field: string | undefined): readonly NodePattern[] {
  const word = read(reader);
  if (word === "[") {
    const options: NodePattern[] = [];
    while (peek(reader) !== "]") options.push(...readPart(reader, readField(reader) ?? field).options);
    reader.at++;
    return options;
  }
  const bare = { supertype: undefined, without: [], children: [], field, captures: [] };
  if (word.startsWith('"')) return [{ ...bare, type: JSON.parse(word) as string, isNamed: false }];
  if (word === "_") return [{ ...bare, type: undefined, isNamed: false }];
  if (word !== "(") throw new Error(`A query has ${word} where a node is expected.`);
  return readNode(reader, field);
}

/** A parenthesised node with its children, or a pattern with conditions. */
function readNode(reader: Reader, field: string | undefined): readonly NodePattern[] {
  if (peek(reader) === "(" || peek(reader) === "[") {
    const { options } = readPart(reader, field);
    while (peek(reader) !== ")") readCondition(reader);
    reader.at++;
    return options;
  }
  const [last = "", supertype] = read(reader).split("/").reverse();
  const without: string[] = [];
  const children: Part[] = [];
  let isNext = false;
  while (peek(reader) !== ")") {
    if (peek(reader) === ".") {
      isNext = true;
      reader.at++;
    } else if (peek(reader).startsWith("!")) without.push(read(reader).slice(1));
    else if (peek(reader) === "(" && reader.tokens[reader.at + 1]?.startsWith("#")) readCondition(reader);
    else {
      children.push({ ...readPart(reader, readField(reader)), isNext, isLast: false });
      isNext = false;
    }
  }
  reader.at++;
  if (isNext) children.push({ ...children.pop()!, isLast: true });
  const type = last === "_" ? undefined : last;
  return [{ type, isNamed: true, supertype, without, children, field, captures: [] }];
}

function readField(reader: Reader): string | undefined {
  return peek(reader).endsWith(":") ? read(reader).slice(0, -1) : undefined;
}

/** `(#any-of? @name "a" "b")`. */
function readCondition(reader: Reader): void {
  const end = reader.tokens.indexOf(")", reader.at);
  const [, name, capture = "", ...quoted] = reader.tokens.slice(reader.at, end);
  reader.at = end + 1;
  const values = quoted.map((one) => JSON.parse(one) as string);
  const expression = name === "#match?" ? new RegExp(values[0]!, "u") : undefined;
  const tests: Readonly<Record<string, (text: string) => boolean>> = {
    "#eq?": (text) => text === values[0],
    "#not-eq?": (text) => text !== values[0],
    "#any-of?": (text) => values.includes(text),
    "#match?": (text) => expression!.test(text),
  };
  const holds = name === undefined ? undefined : tests[name];
  if (!holds || !capture.startsWith("@")) throw new Error(`A query has the condition ${name} ${capture}.`);
  reader.conditions.push({ capture: capture.slice(1), holds });
}
