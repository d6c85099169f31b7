import { kindsOfLines } from "../source/markdown-code.ts";
import { findFrames } from "./frames.ts";
import { findDiagnostics } from "./locating/diagnostics.ts";
import { findFailedTests } from "./locating/failed-tests.ts";
import type { Request } from "./request.ts";
import { withoutSettled, withoutWhere } from "./settled.ts";

/** A place in the code that a person named, before anybody looked whether it exists. */
export type Mention = {
  /** As it was written, for the route that is shown to people. */
  readonly text: string;
  readonly written: Written;
} & (
  | { readonly kind: "path"; readonly path: string; readonly line: number | undefined }
  /** A name or a dotted chain of names: `parse`, `Parser.parse`, `requests.get`. */
  | { readonly kind: "identifier"; readonly names: readonly string[] }
  | {
      readonly kind: "frame";
      readonly path: string;
      readonly line: number;
      readonly name: string | undefined;
    }
  /** The words of an error message, or another quoted message. */
  | { readonly kind: "message" }
);

/** Where a mention stood: a name in inline code is meant, a name in a pasted program may be by the way. */
export type Written = "instruction" | "title" | "code" | "link" | "plain" | "fence" | "trace";

/** A request never names more places than this that are worth looking up; a pasted log does. */
const most = 200;

/** Everything in a request that may name code: paths, `identifiers`, file:line, permalinks, traces, failed tests, messages. */
export function findMentions(request: Request): readonly Mention[] {
  const found = new Map<string, Mention>();
  const add = (mention: Mention): void => {
    const key = `${mention.kind}:${mention.text}`;
    if (found.size < most && !found.has(key)) found.set(key, mention);
  };
  const instruction = request.instruction ?? "";
  for (const mention of inProse(instruction, "instruction")) add(mention);
  for (const mention of inProse(request.title, "title")) add(mention);
  for (const markdown of [request.body, ...request.comments.map((comment) => comment.body)]) {
    const all = withoutSettled(markdown);
    const { prose, fences } = parts(withoutWhere(all));
    for (const mention of inProse(prose, "plain")) add(mention);
    // A trace is one wherever it was pasted, also below the versions.
    for (const text of Object.values(parts(all)).flat()) for (const mention of inTrace(text)) add(mention);
    for (const fence of fences) for (const mention of inFence(fence)) add(mention);
  }
  return [...found.values()];
}

/** Splits markdown into the text of its code blocks and the rest. */
function parts(markdown: string): { prose: string; fences: string[] } {
  const lines = markdown.split(/\r\n|\r|\n/);
  const kinds = kindsOfLines(lines);
  const fences: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (kinds[at] !== "code") continue;
    if (kinds[at - 1] === "code") fences.push(`${fences.pop()}\n${line}`);
    else fences.push(line);
  }
  return { prose: lines.filter((_, at) => kinds[at] === "prose").join("\n"), fences };
}

const permalink =
  /https?:\/\/[^\s/]+\/[^\s/]+\/[^\s/]+\/blob\/[^\s/]+\/([^\s#?)\]>"]+)(?:\?[^\s#)]*)?(?:#L(\d+)(?:-L\d+)?)?/g;
const path =
  /(?<![\w/.@$-])(?:\.{0,2}\/)?((?:[\w.@+-]{1,100}\/){0,20}[\w.@+-]{1,100}\.[A-Za-z]\w{0,9})(?::(\d{1,7})|#L(\d{1,7}))?(?![\w/])/g;
const chain = /(?<![\w.$/-])[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*/g;
/** No names, in inline code: a keyword with something behind it (`throw new Fault()`), and the first word of `data-allow-mismatch`. */
const noName =
  /^(?:(?:new|throw|return|await|yield|delete|import|export|from|class|def|function|const|let|var)(?=\s+[\w\\$@"'[({])|\p{Ll}+(?=-\p{L}))/u;

/** Values and types that languages write as words name nothing of a repository. */
const value = /^(?:null|nil|none|true|false|undefined|void|nan)$/i;

function* inProse(text: string, written: Written): Generator<Mention> {
  for (const match of text.matchAll(permalink))
    yield {
      ...{ kind: "path", text: match[0], written: "link", path: decoded(match[1]!) },
      line: match[2] ? Number(match[2]) : undefined,
    };
  const plain = text.replace(/https?:\/\/\S+/g, " ");
  const strong = written === "plain" ? "code" : written;
  for (const [, code] of plain.matchAll(/`([^`\n]{1,300})`/g)) {
    yield* paths(code!, strong);
    for (const { 0: name, index } of code!.matchAll(chain))
      if (
        isCalled(code!, index, name) ||
        !(isFile(name) || value.test(name) || noName.test(code!.slice(index)))
      )
        yield identifier(name, strong);
  }
  yield* paths(plain, written);
  const bare = plain.replace(/`[^`\n]*`/g, " ");
  for (const { 0: name, index } of bare.matchAll(chain))
    if (isCalled(bare, index, name) || (looksLikeCode(name) && !isFile(name)))
      yield identifier(name, written);
  yield* messages(plain, written);
}

/** `snake_case`, `camelCase`, `PascalCase` with two humps, `MAX_SIZE`, `a.b`; not `Word`, `API` or `e.g`. */
function looksLikeCode(name: string): boolean {
  return /\w_\w|\p{Ll}\p{Lu}|::|->|#|^[A-Za-z_$][\w$]{2,}\.[A-Za-z_$][\w$]{2,}/u.test(name);
}

const isCalled = (text: string, at: number, name: string): boolean => text.startsWith("(", at + name.length);

/** `pdm.lock` and `package.json` are no members of anything, but `mutex.lock()` is. */
const isFile = (name: string): boolean => /^[\w$]+\.(?:lock|json|toml|ya?ml|cfg|ini|md|rst|txt)$/i.test(name);

function* paths(text: string, written: Written): Generator<Mention> {
  for (const match of text.matchAll(path)) {
    const line = match[2] ?? match[3];
    yield { kind: "path", text: match[0], written, path: match[1]!, line: line ? Number(line) : undefined };
  }
}

function identifier(text: string, written: Written): Mention {
  // `Outer$Inner` is how Java's machine calls a class within another.
  const names = text
    .split(/\.|::|#|->|(?<=\w)\$(?=\p{Lu})/u)
    .filter((name) => !/^(?:self|this|cls|super|Self)$/.test(name));
  return { kind: "identifier", text, written, names };
}

function* inTrace(pasted: string): Generator<Mention> {
  // What a failed assertion compares is written with its line ends escaped.
  const text = pasted.replace(/\\n(?=[\s\\'"]|$)/g, "\n");
  for (const { path: file, line, names, text: shown } of findFailedTests(text)) {
    if (file !== undefined) yield { kind: "path", text: shown, written: "trace", path: file, line };
    if (names.length > 0) yield { kind: "identifier", text: names.join("."), written: "trace", names };
  }
  for (const { path: file, line, name, text: shown } of [...findFrames(text), ...findDiagnostics(text)])
    yield { kind: "frame", text: shown, written: "trace", path: file, line, name };
}

/** Of a pasted program the names that it calls or imports; of pasted output its messages. */
function* inFence(text: string): Generator<Mention> {
  for (const { 0: name, index } of text.matchAll(chain))
    if (isCalled(text, index, name) || (/[.:][A-Za-z]/.test(name) && !isFile(name)))
      yield identifier(name, "fence");
  for (const [, names] of text.matchAll(/\bimport\s+\{?\s*([\w$ ,]{1,300})/g))
    for (const [name] of names!.matchAll(/[A-Za-z_$][\w$]*/g)) yield identifier(name, "fence");
  yield* messages(text, "fence");
}

/** An apostrophe within or behind a word is none of these. What is too short counts: its end begins no quotation. */
const quoted =
  /["“]([^"“”\n]{0,200})["”]|`([^`\n]{0,200})`|(?<![\p{L}\p{N}])['‘]([^'‘’\n]{1,200})['’](?![\p{L}\p{N}])/gu;
const shortest = 10;

/** `ValueError: no such key` anywhere; quoted phrases, inline code and lines of output of three words or more. */
function* messages(text: string, written: Written): Generator<Mention> {
  for (const match of text.matchAll(
    /(?<![\w.])([\w.]{0,100}(?:Error|Exception|Warning|panic))\b[^:\n]{0,40}:[ \t]*(\S[^\n]{5,300})/g,
  )) {
    const type = match[1]!.split(".").at(-1)!;
    yield { kind: "identifier", text: type, written, names: [type] };
    yield { kind: "message", text: match[2]!.trim(), written };
  }
  const phrases = [...text.matchAll(quoted)].map((match) => match[1] ?? match[2] ?? match[3]!);
  const output = written === "fence" ? text.split("\n").filter((line) => line.length <= 300) : [];
  for (const phrase of phrases)
    for (const [name] of phrase.matchAll(spelledValue))
      yield { kind: "identifier", text: name, written, names: [name] };
  for (const phrase of [...phrases.filter(({ length }) => length >= shortest), ...output])
    if (saysSomething(phrase)) yield { kind: "message", text: phrase.trim(), written };
}

/** `PST8PDT`, `E11000`: what a message says of its case, capitals and digits in one. */
const spelledValue = /(?<![\w.-])(?=\w*\d)(?=\w*\p{Lu})[A-Za-z]\w{4,30}(?![\w.-])/gu;

/** `from a.b import Name`, `import { a, b } from "c"`, `import a.b as c`: what a pasted program brings in. */
const importing = /^\s*(?:from\s+\S+\s+import\b|import\s+(?:.*\sfrom\s|[\w.*]+(?:\s+as\b|\s*$)))/;

/** `npm run build`: what its writer typed. */
const typed =
  /^\s*(?:sudo )?(?:npm|npx|pnpm|yarn|bunx?|deno|node|cargo|go|pip3?|python3?|uvx?|poetry|make|docker|git|brew|composer|php|bundle|dotnet|mvn|gradle)(?: [\w@./=:-]*[\w/.])+\s*$/;

/** Three words in a row, and not the punctuation of a program, what it brings in or a command: `Did you mean --color?`. */
function saysSomething(phrase: string): boolean {
  return (
    /\p{L}{2,} \p{L}{2,} \p{L}{2,}/u.test(phrase) &&
    !importing.test(phrase) &&
    !typed.test(phrase) &&
    !/[{};]|=>|==|\w\(|^\s*(?:#|\/\/|\*|\$)/.test(phrase)
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
