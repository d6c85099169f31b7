/** Collects, document by document, what edges are derived from; see precise.ts for how it is used. */
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { isCalled } from "./called.ts";
import { type Mention, mentionsIn } from "./mentions.ts";
import type { ScipDocument } from "./read.ts";
import { isModule, packageOf, symbolKey } from "./symbols.ts";

/** What is kept of an occurrence. */
export interface Use {
  /** 1-based. */
  readonly line: number;
  readonly spelling: string;
  /** The symbols at this position: mostly one; several for a getter with its setter. */
  readonly keys: readonly string[];
  readonly isCall: boolean;
  /** The innermost node that contains the line. */
  readonly holder: CodeNode;
}

export interface FileFacts {
  readonly path: string;
  readonly uses: readonly Use[];
  /** Files and packages, where an import names them. */
  readonly imported: readonly Use[];
  /** Symbols in the heads of classes. */
  readonly heads: readonly { readonly heir: CodeNode; readonly uses: readonly Use[] }[];
}

/** The content of all documents. */
export interface Collected {
  readonly files: Map<string, FileFacts>;
  /** By symbol: its nodes. */
  readonly nodes: Map<string, CodeNode[]>;
  /** Packages of which the index has the source. */
  readonly packages: Set<string>;
  /** By symbol of a class: the symbols that it implements or extends. */
  readonly bases: Map<string, Set<string>>;
  /** Files that changed since the index was made. */
  stale: number;
}

export const createCollected = (): Collected => ({
  files: new Map(),
  nodes: new Map(),
  packages: new Set(),
  bases: new Map(),
  stale: 0,
});

/** Limit of definitions per symbol; further ones are ignored. */
const maxNodes = 16;

/** Adds the document of a file with its current text. A second document of a file is ignored. */
export function collect(
  collected: Collected,
  graph: CodeGraph,
  path: string,
  document: ScipDocument,
  text: string,
): void {
  const inFile = graph.inFile(path);
  if (inFile.length === 0 || collected.files.has(path)) return;
  const mentions = mentionsIn(document, text);
  if (!mentions) {
    collected.stale++;
    return;
  }
  const defined = define(collected, path, inFile, mentions);
  const holders = holdersOf(inFile);
  const lines = linesWithCalls(graph, inFile);
  const use = (mention: Mention): Use => ({
    line: mention.line + 1,
    spelling: mention.spelling,
    keys: [symbolKey(path, mention.symbol)],
    isCall: isCalled(text, mention.start, mention.end, path),
    holder: holders(mention.line + 1),
  });
  const uses: Use[] = [];
  const imported: Use[] = [];
  let before: Mention | undefined;
  for (const mention of mentions) {
    if (mention.isDefinition) continue;
    const last = uses.at(-1);
    if (last && before?.start === mention.start && before.end === mention.end)
      uses[uses.length - 1] = { ...last, keys: [...last.keys, symbolKey(path, mention.symbol)] };
    else uses.push(use(mention));
    if (isModule(mention.symbol) && isImport(text, mention.start)) imported.push(use(mention));
    before = mention;
  }
  const kept = uses.filter(({ isCall, line }) => isCall || lines.has(line));
  const heads = [...defined].flatMap(([heir, at]) =>
    heir.kind === "Class" ? [{ heir, uses: headOf(mentions, at, text).map(use) }] : [],
  );
  collected.files.set(path, { path, uses: kept, heads, imported });
  for (const { symbol, implements: bases } of document.symbols)
    if (bases.length > 0 && symbol.endsWith("#"))
      collected.bases.set(
        symbolKey(path, symbol),
        new Set(bases.filter((base) => base.endsWith("#")).map((base) => symbolKey(path, base))),
      );
}

/** Assigns each node the first definition occurrence in its lines that spells its name. */
function define(
  collected: Collected,
  path: string,
  inFile: readonly CodeNode[],
  mentions: readonly Mention[],
): ReadonlyMap<CodeNode, number> {
  const waiting = Map.groupBy(
    inFile.filter(({ kind }) => kind !== "Module"),
    ({ name }) => name,
  );
  const defined = new Map<CodeNode, number>();
  let before: { readonly start: number; readonly node: CodeNode | undefined } | undefined;
  mentions.forEach(({ symbol, spelling, line, start, end, isDefinition }, index) => {
    if (!isDefinition) return;
    const key = symbolKey(path, symbol);
    const name = packageOf(symbol);
    if (name !== undefined) collected.packages.add(name);
    if (start === end) {
      add(collected.nodes, key, inFile[0]!);
      return;
    }
    // An interface and a function of one name have both symbols at either position.
    if (before?.start !== start) before = { start, node: claim(waiting.get(spelling), line + 1) };
    if (!before.node) return;
    if (!defined.has(before.node)) defined.set(before.node, index);
    add(collected.nodes, key, before.node);
  });
  return defined;
}

/** Removes the first unassigned node that contains the line. */
function claim(waiting: CodeNode[] | undefined, line: number): CodeNode | undefined {
  while (waiting?.[0] && waiting[0].endLine < line) waiting.shift();
  const at = waiting?.findIndex((node) => node.startLine <= line && line <= node.endLine) ?? -1;
  return at < 0 ? undefined : waiting!.splice(at, 1)[0];
}

function add(nodes: Map<string, CodeNode[]>, key: string, node: CodeNode): void {
  const known = nodes.get(key);
  if (!known) nodes.set(key, [node]);
  else if (known.length < maxNodes && !known.includes(node)) known.push(node);
}

/** Judged by the line up to the name. */
function isImport(text: string, start: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf("\n", start - 1) + 1, start - 300), start);
  return /\b(?:import|from|require|use|include|export)\b/.test(line);
}

/** From a class's name to the start of its body. */
const head = /^[^{]{0,2000}?(?:\{|:[ \t]*(?:#[^\n]*)?\r?\n)/;

function headOf(mentions: readonly Mention[], name: number, text: string): readonly Mention[] {
  const { end } = mentions[name]!;
  const until = end + (head.exec(text.slice(end, end + 2001))?.[0].length ?? 0);
  const found: Mention[] = [];
  for (let at = name + 1; at < mentions.length && mentions[at]!.end <= until; at++)
    if (!mentions[at]!.isDefinition) found.push(mentions[at]!);
  return found;
}

/** The innermost node that contains a line. Nodes are sorted: the module first, then by line, outer before inner. */
function holdersOf(inFile: readonly CodeNode[]): (line: number) => CodeNode {
  const holders: CodeNode[] = [];
  const open: CodeNode[] = [inFile[0]!];
  let next = 1;
  const last = inFile.reduce((end, node) => Math.max(end, node.endLine), 0);
  for (let line = 1; line <= last; line++) {
    while (next < inFile.length && inFile[next]!.startLine <= line) open.push(inFile[next++]!);
    while (open.length > 1 && open.at(-1)!.endLine < line) open.pop();
    holders.push(open.at(-1)!);
  }
  return (line) => holders[line - 1] ?? inFile[0]!;
}

function linesWithCalls(graph: CodeGraph, inFile: readonly CodeNode[]): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { id } of inFile) for (const { line } of graph.outgoing(id, "Call")) lines.add(line);
  return lines;
}
