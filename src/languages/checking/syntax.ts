/**
 * Where a file does not parse. Grammars lag behind their languages and forgive a few real mistakes, so callers
 * compare a file's faults before and after an edit and judge only what is new.
 */
import { tooLarge } from "../limits.ts";
import { componentCode } from "../outlines/component-code.ts";
import { codeIn } from "../outlines/outline-one.ts";
import {
  type Grammar,
  loadBareGrammar,
  loadGrammar,
  type Node,
  type Tree,
  withTreeIfAny,
} from "../parsing/parser.ts";
import { bracketFaults, firstBranches, usesMacros } from "../preprocessing/preprocessed.ts";
import { allLanguages, type Language, languageOf } from "../registry.ts";
import { nodeFaults } from "./node-parser.ts";
import { clearerFaults, strictFaults } from "./strictness.ts";
import type { SyntaxFault } from "./syntax-fault.ts";

export type { SyntaxFault } from "./syntax-fault.ts";

/** More faults than this say nothing further. */
const maxFaults = 50;

/**
 * The syntax faults of one file, in source order, at most 50.
 * Undefined where nothing can be said: unknown language, a file beyond the limits, no parse in time, or a grammar that
 * refuses it and is known to refuse what is fine.
 */
export async function syntaxFaults(path: string, text: string): Promise<readonly SyntaxFault[] | undefined> {
  if (tooLarge(text) !== undefined) return undefined;
  const name = languageOf(path);
  if (name === undefined)
    return /\.css$/i.test(path) ? grammarFaults(await loadBareGrammar("css"), text)?.faults : undefined;
  const language = allLanguages().get(name)!;
  // Cells may hold what only the notebook understands.
  if (language.embedded === "notebook") return undefined;
  // Of a component its scripts are looked at: what stands in markup may be notation of its own.
  const code = language.embedded === "component" ? componentCode(text, false) : codeIn(language, text)!;
  if (language.embedded === "angular") return [];
  if (language.embedded)
    return grammarFaults(await loadGrammar(name), code, language, text)?.faults.slice(0, maxFaults);
  const second = language.secondOpinion === "node" ? nodeFaults(text) : undefined;
  // Node takes a file of declarations for a program, and misses what only a program needs.
  const refusal = /\.d\.[cm]?ts$/.test(path) ? undefined : second;
  const grammar = await loadGrammar(name);
  // What Node takes is fine, whatever the grammar knows of it, but for what Node asks only when it runs.
  if (second?.length === 0)
    return importsMuch.test(text)
      ? (withTreeIfAny(grammar, text, (tree) => strictFaults(name, tree)) ?? [])
      : [];
  const first = grammarFaults(grammar, text, language);
  const other = first && first.faults.length > 0 ? readable(language.name, text) : text;
  const found = other === text ? first : grammarFaults(grammar, other, language);
  if (found === undefined) return undefined;
  const { faults, jsx } = found;
  // Where both refuse it, the grammar names the place better.
  if (refusal !== undefined && faults.length === 0 && !jsx) return refusal;
  if (faults.length > 0 && language.refusesMuch) return undefined;
  if (faults.length > 0 && language.secondOpinion === "macros" && usesMacros(text))
    return bracketFaults(text);
  return distinct(faults).slice(0, maxFaults);
}

/** No name is imported twice by one import. */
const importsMuch = /^import\b[\s\S]*?^import\b/m;

/** An empty collection of C#, `List<int> found = [];`, `run(a ?? [])`: to its grammar something is missing in it. */
const emptyCollection = /(?<=(?:[=(,:?{[]|\b(?:return|is|in|or))\s{0,80})\[\](?=\s*[;,)}.?:\]])/g;

/** The text in words that the grammar knows, every character at its place; only for a text that it refuses. */
function readable(language: string, text: string): string {
  if (language === "csharp") return firstBranches(text).replace(emptyCollection, "_0");
  // Macros that are called as a keyword or a type is.
  if (language === "rust")
    return text.replace(/\b(?:try|str|char|bool|[iu](?:8|16|32|64|128|size)|f32|f64)(?=!\s?[([{])/g, (name) =>
      "m".repeat(name.length),
    );
  return text;
}

/** `written`: what somebody wrote, where `text` is the code of it alone. */
function grammarFaults(
  grammar: Pick<Grammar, "grammar">,
  text: string,
  language?: Language,
  written = text,
): { readonly faults: SyntaxFault[]; readonly jsx: boolean } | undefined {
  const { name = "" } = language ?? {};
  return withTreeIfAny(grammar, text, (tree) => ({
    faults: [...clearerFaults(name, written, treeFaults(tree, text)), ...strictFaults(name, tree)],
    jsx: language?.name === "javascript" && tree.rootNode.descendantsOfType(jsxTypes).length > 0,
  }));
}

const jsxTypes = ["jsx_element", "jsx_self_closing_element"];

/** Walks only into what contains a fault, with a cursor: a tree may be a million levels deep. */
function treeFaults(tree: Tree, text: string): SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  const cursor = tree.walk();
  try {
    while (faults.length < maxFaults) {
      const node = cursor.currentNode;
      const fault = faultOf(node, text);
      if (fault) faults.push(fault);
      if (node.hasError && !node.isMissing && cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling())
        if (!cursor.gotoParent())
          return faults.length === 0 && tree.rootNode.hasError ? [hiddenFault(tree.rootNode)] : faults;
    }
  } finally {
    cursor.delete();
  }
  return faults;
}

/** Where the tree says that there is a fault and no node is one: what is missing has no name, like the end of a line. */
function hiddenFault(root: Node): SyntaxFault {
  let node = root;
  for (let inner: Node | undefined = node; inner; inner = childrenOf(node).find((child) => child.hasError))
    node = inner;
  const children = childrenOf(node);
  const joined = children.find(
    (child, at) => at > 0 && child.isNamed && child.startPosition.row === children[at - 1]!.endPosition.row,
  );
  return at(joined ?? node, "something is missing here, perhaps the end of a line");
}

function faultOf(node: Node, text: string): SyntaxFault | undefined {
  if (node.isMissing) return at(node, `expected ${missingName(node)}`);
  if (!node.isError) return undefined;
  const open = firstUnclosed(node);
  if (open) return at(open, `\`${open.type}\` is never closed`);
  // An inner error names the place better than a region that was given up as a whole.
  if (node.endPosition.row > node.startPosition.row && hasInnerError(node)) return undefined;
  const word = text.slice(node.startIndex, node.endIndex).trimStart().split(/\s/, 1)[0] ?? "";
  if (
    node.childCount > 1 &&
    text.slice(node.endIndex).trim() === "" &&
    node.startIndex + word.length < node.endIndex
  )
    return at(node, "from here to its end the file does not parse");
  return at(node, word === "" ? "unexpected end of this statement" : `unexpected \`${word.slice(0, 40)}\``);
}

const at = (node: Node, message: string): SyntaxFault => ({
  line: node.startPosition.row + 1,
  column: node.startPosition.column + 1,
  message,
});

const missingName = (node: Node): string =>
  node.isNamed
    ? `${/^[aeiou]/.test(node.type) ? "an" : "a"} ${node.type.replaceAll("_", " ")}`
    : `\`${node.type}\``;

const closing: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

/** The first bracket among an error's own children that no later child closes. */
function firstUnclosed(error: Node): Node | undefined {
  const open: Node[] = [];
  for (const child of childrenOf(error)) {
    if (closing.has(child.type)) open.push(child);
    else if (open.length > 0 && closing.get(open.at(-1)!.type) === child.type) open.pop();
  }
  return open[0];
}

function hasInnerError(error: Node): boolean {
  for (const child of childrenOf(error)) if (child.hasError) return true;
  return false;
}

/** The children of an error are as many as the text it gives up; the first thousands are enough to name it. */
const childrenOf = (error: Node): readonly Node[] => (error.childCount > 5_000 ? [] : error.children);

function distinct(faults: readonly SyntaxFault[]): SyntaxFault[] {
  const seen = new Map(faults.map((fault) => [`${fault.line}:${fault.column}`, fault]));
  return [...seen.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}
