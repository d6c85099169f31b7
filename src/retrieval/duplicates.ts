/**
 * Whether a definition that somebody adds is one that the repository has: the same tokens in the same order, whatever
 * its variables are called. Needs no model.
 */
import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { splitLines } from "../source/lines.ts";
import { similarByWords } from "./bigraph/similar.ts";
import { type ReadSource, type SearchIndex, searchWords } from "./documents.ts";
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
/** Tokens of one run. */
const run = 4;
/** Definitions that are compared with an added one. */
const most = { similar: 12, body: 12 };

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
  const wanted = added.filter(({ kind, test }) => (kind === "Function" || kind === "Method") && !test);
  const found: Duplicate[] = [];
  for (const node of wanted) {
    const body = await bodyOf(node, readSource);
    const short = node.endLine - node.startLine + 1 < least.lines;
    if (short || tokensOf(body).length < least.tokens) continue;
    const others = candidates(node, body, graph, index).filter(
      (other) => !own.has(other.id) && other.kind !== "Class" && other.path !== node.path,
    );
    const runs = runsOf(body);
    let best: Duplicate | undefined;
    for (const existing of others) {
      const likeness = likenessOf(runs, runsOf(await bodyOf(existing, readSource)));
      if (likeness >= least.likeness && likeness > (best?.likeness ?? 0)) best = { node, existing, likeness };
    }
    if (best) found.push(best);
  }
  return found;
}

/** By name, by purpose, and by the words of the body. */
function candidates(node: CodeNode, body: string, graph: CodeGraph, index: SearchIndex): readonly CodeNode[] {
  const byPurpose = similarByWords({ node, requirement: node.doc ?? "" }, index).slice(0, most.similar);
  const byBody = searchWords(index, queryWords(body), most.body);
  return [
    ...new Set([
      ...graph.named(node.name),
      ...byPurpose.map((one) => one.node),
      ...byBody.map((one) => one.node),
    ]),
  ].filter((other) => other !== node && !other.test && other.kind !== "Module");
}

async function bodyOf({ path, startLine, endLine }: CodeNode, readSource: ReadSource): Promise<string> {
  const text = (await readSource([path])).get(path) ?? "";
  return splitLines(text)
    .slice(startLine - 1, endLine)
    .map((line) => line.text)
    .join("\n");
}

const comments =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|\/\*[\s\S]*?\*\/|^\s*(?:\/\/|#(?!\s*(?:if|include|define)\b)).*$/gm;
const token = /[A-Za-z_$][\w$]*|\d[\w.]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^\s\w]/g;

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

function runsOf(body: string): ReadonlyMap<string, number> {
  const tokens = tokensOf(body);
  const runs = new Map<string, number>();
  for (let at = 0; at + run <= tokens.length; at += 1) {
    const key = tokens.slice(at, at + run).join(" ");
    runs.set(key, (runs.get(key) ?? 0) + 1);
  }
  return runs;
}

/** Shared runs over all runs of both (weighted Jaccard). */
function likenessOf(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let [shared, all] = [0, 0];
  for (const [key, count] of one) {
    const there = other.get(key) ?? 0;
    shared += Math.min(count, there);
    all += Math.max(count, there);
  }
  for (const [key, count] of other) if (!one.has(key)) all += count;
  return all === 0 ? 0 : shared / all;
}
