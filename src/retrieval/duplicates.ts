/**
 * Whether a definition that somebody adds is one that the repository has: the same tokens in the same order, whatever
 * its variables are called. Needs no model.
 */
import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { hierarchyOf } from "../graph/hierarchy.ts";
import { textNumber } from "../graph/memory/fact-numbers.ts";
import { overridden } from "../graph/overrides.ts";
import { lineTexts } from "../source/lines.ts";
import type { ReadSource, SearchIndex } from "./documents.ts";
import { queryWords } from "./words.ts";

export interface Duplicate {
  /** The one that was added. */
  readonly node: CodeNode;
  /** The one that was there. */
  readonly existing: CodeNode;
  /** Share of token runs that both have, 0 to 1. */
  readonly likeness: number;
}

/**
 * Likeness from which on two bodies are called the same; tokens and lines below which likeness says nothing (accessors,
 * comparators and wrappers are alike everywhere).
 */
const least = { likeness: 0.8, tokens: 40, lines: 5 };
/** What so many definitions have is how it is done there: who adds another one knows. */
const customary = 6;
/** Tokens of one run. */
const run = 4;
/**
 * Definitions that are compared with an added one, and postings that are read to find them: a diff may add thousands, so
 * what each costs does not grow with the repository.
 */
const most = { named: 12, similar: 12, postings: 20_000 };

/**
 * For each added definition the most alike of those that stood before, if it is alike enough. `added` says which
 * definitions the diff brings in: two of them are never held against each other, and neither are tests, nor
 * definitions of one file: whoever writes beside a likeness sees it, and often means it (`get`, `put`, `post`).
 */
export async function findDuplicates(
  added: readonly CodeNode[],
  graph: CodeGraph,
  index: SearchIndex,
  readSource: ReadSource,
): Promise<readonly Duplicate[]> {
  const own = new Set(added.map(({ id }) => id));
  const files = new Map(index.paths.map((path, at) => [path, at + 1]));
  const oldFiles = Int32Array.from(index.nodes, (node) =>
    isCompared(node) && !own.has(node.id) ? files.get(node.path)! : 0,
  );
  const runsOfFile = new Map<string, ReadonlyMap<string, Runs>>();
  const found: Duplicate[] = [];
  for (const [path, nodes] of Map.groupBy(added.filter(isCompared), (node) => node.path)) {
    const bodies = bodiesOf((await readSource([path])).get(path) ?? "", nodes);
    for (const [node, body] of bodies) {
      const runs = runsOf(body);
      if (node.endLine - node.startLine + 1 < least.lines || runs.length + run - 1 < least.tokens) continue;
      const others = candidates(node, body, { graph, index, own, oldFiles, file: files.get(path) });
      const unread = new Set(others.map((other) => other.path).filter((other) => !runsOfFile.has(other)));
      const texts = await readSource([...unread]);
      for (const other of unread) {
        const there = bodiesOf(texts.get(other) ?? "", graph.inFile(other).filter(isCompared));
        runsOfFile.set(other, new Map(there.map(([{ id }, text]) => [id, runsOf(text)])));
      }
      const alike = others
        .map((existing) => ({
          ...{ node, existing },
          likeness: likenessOf(runs, runsOfFile.get(existing.path)!.get(existing.id)!),
        }))
        .filter(({ likeness }) => likeness >= least.likeness);
      const [likest] = alike
        .filter((one) => one.likeness === 1 || !overrides(one.node, one.existing, graph))
        .filter((one) => !areSiblings(one.node, one.existing, graph))
        .sort((a, b) => b.likeness - a.likeness);
      if (likest && alike.length < customary) found.push(likest);
    }
  }
  return found;
}

const isCompared = ({ kind, test }: CodeNode): boolean => (kind === "Function" || kind === "Method") && !test;

/** A method of a base that is written again differs on purpose, unless it does not differ at all. */
function overrides(node: CodeNode, existing: CodeNode, graph: CodeGraph): boolean {
  if (node.name !== existing.name || node.owner === undefined || existing.owner === undefined) return false;
  return hierarchyOf(graph, [node.owner], "outgoing").has(existing.owner);
}

/** Both stand in place of one method of a base or an interface: neither can call the other. */
function areSiblings(node: CodeNode, existing: CodeNode, graph: CodeGraph): boolean {
  if (node.name !== existing.name || node.owner === undefined || existing.owner === undefined) return false;
  const bases = new Set(overridden(graph, node));
  return overridden(graph, existing).some((one) => bases.has(one));
}

interface Existing {
  readonly graph: CodeGraph;
  readonly index: SearchIndex;
  readonly own: ReadonlySet<string>;
  /** By document the number of its file, 0 where it is not compared: numbers, for thousands are asked for each definition. */
  readonly oldFiles: Int32Array;
  /** That of the definition. */
  readonly file: number | undefined;
}

/** By name, and by the words of the body. */
function candidates(
  node: CodeNode,
  body: string,
  { graph, index, own, oldFiles, file }: Existing,
): readonly CodeNode[] {
  const byBody = index.bm25.search(queryWords(body), most.similar, {
    isWanted: (document) => oldFiles[document] !== 0 && oldFiles[document] !== file,
    postings: most.postings,
  });
  const byName = graph
    .named(node.name)
    .filter((other) => isCompared(other) && !own.has(other.id) && other.path !== node.path)
    .slice(0, most.named);
  return [...new Set([...byName, ...byBody.map(({ document }) => index.nodes[document]!)])];
}

function bodiesOf(text: string, nodes: readonly CodeNode[]): readonly (readonly [CodeNode, string])[] {
  const lines = lineTexts(text);
  return nodes.map((node) => [node, lines.slice(node.startLine - 1, node.endLine).join("\n")]);
}

const comments =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|\/\*[\s\S]{0,2000}?\*\/|^[ \t]*(?:\/\/|#(?!\s*(?:if|include|define)\b)).*$/gm;
const token = /[A-Za-z_$][\w$]*|\d[\w.]*|"(?:[^"\\\n]|\\.){0,300}"|'(?:[^'\\\n]|\\.){0,300}'|[^\s\w]/g;

/**
 * The tokens of a body without its comments. A name that is called, or reached through a dot, stays; every other name
 * is a variable, a type or a word of the language, whose kind its place in the run tells.
 */
function tokensOf(body: string): readonly string[] {
  const all = body.replace(comments, "").match(token) ?? [];
  return all.map((word, at) => {
    if (!/^[A-Za-z_$]/.test(word)) return word;
    return all[at + 1] === "(" || all[at - 1] === "." || language.has(word) ? word : "name";
  });
}

/** Words that mean the same in nearly every language that has them. */
const language = new Set(
  "if else elif for while return yield await async try except catch finally raise throw new not and or in is null nil None true false True False break continue switch match case".split(
    " ",
  ),
);

/** Runs of tokens as numbers, in order. */
type Runs = Int32Array;

function runsOf(body: string): Runs {
  const tokens = tokensOf(body);
  const runs = new Int32Array(Math.max(0, tokens.length - run + 1));
  for (const at of runs.keys()) runs[at] = textNumber(tokens.slice(at, at + run).join(" "));
  return runs.sort();
}

/** Shared runs over all runs of both (weighted Jaccard). */
function likenessOf(one: Runs, other: Runs): number {
  let [shared, at, there] = [0, 0, 0];
  while (at < one.length && there < other.length) {
    const [mine, its] = [one[at]!, other[there]!];
    if (mine === its) shared += 1;
    if (mine <= its) at += 1;
    if (its <= mine) there += 1;
  }
  const all = one.length + other.length - shared;
  return all === 0 ? 0 : shared / all;
}
