/** Functions of one repository whose bodies are hidden, as questions: the doc comment says what is asked for. */
import { createHash } from "node:crypto";
import type { CodeGraph, CodeNode } from "../../src/graph/graph.ts";
import { loadGrammar, withTree } from "../../src/languages/parsing/parser.ts";
import { familyOf, languageOf } from "../../src/languages/registry.ts";
import { createSearchIndex, type ReadSource, searchCode } from "../../src/retrieval/documents.ts";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import type { FileChange } from "../../src/source/file.ts";
import { overlay } from "../../src/workspace/overlay.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { caseOf, type Case as Question } from "../deveval/ranking.ts";
import type { Gold } from "../deveval/samples.ts";
import { type Body, bodyOf, hideBody } from "./hide.ts";

export interface Case extends Question {
  /** The family: JavaScript has its own, C and C++ share one. */
  readonly language: string;
  /** What BM25 alone finds, best first, as numbers of gold; -1 for what is wrong. */
  readonly bm25: readonly number[];
}

interface Chosen {
  readonly node: CodeNode;
  readonly gold: readonly Gold[];
}

/** To be asked for, a function has a description of so many words, a body of so many lines, and calls no more than so much. */
const least = { words: 5, lines: 4 };
const mostGold = 12;

/**
 * Hides the bodies of up to `count` functions, one in a file, all at once: of thousands that is few enough to leave the
 * repository as it is.
 */
export async function casesOf(
  repo: string,
  workspace: Workspace,
  count: number,
  cacheDir: string,
  signal: AbortSignal,
): Promise<readonly Case[]> {
  const whole = await indexWorkspace(workspace, { cacheDir }, signal);
  const { chosen, changes } = await choose(whole.graph, workspace, count);
  const seen = overlay(workspace, changes);
  const { graph } = await indexWorkspace(seen, { cacheDir }, signal);
  const read: ReadSource = (paths) => seen.readMany(paths);
  const index = await createSearchIndex(graph, read);
  const cases: Case[] = [];
  for (const { node, gold } of chosen) {
    const target = graph
      .inFile(node.path)
      .find(
        ({ qualifiedName, startLine }) =>
          qualifiedName === node.qualifiedName && startLine === node.startLine,
      );
    if (!target) {
      console.error(`${repo}: ${node.id} is not in the code graph any more`);
      continue;
    }
    const prepared = { target: { node: target, requirement: node.doc! }, graph, index, read };
    const hits = searchCode(index, `${node.doc}\n${node.signature}`, 40).filter(
      (hit) => hit.node.id !== target.id && hit.node.kind !== "Module",
    );
    const bm25 = hits.map((hit) =>
      gold.findIndex(({ path, name }) => path === hit.node.path && name === hit.node.qualifiedName),
    );
    cases.push({ ...(await caseOf({ repo, gold }, prepared)), language: familyOf(node.path)!, bm25 });
  }
  return cases;
}

async function choose(
  graph: CodeGraph,
  workspace: Workspace,
  count: number,
): Promise<{ readonly chosen: readonly Chosen[]; readonly changes: readonly FileChange[] }> {
  const chosen = new Map<string, Chosen>();
  const changes: FileChange[] = [];
  for (const node of shuffled(graph.nodes.filter((one) => mayBeAsked(one, graph)))) {
    const { path } = node;
    const before = chosen.has(path) ? undefined : await workspace.read(path);
    if (before === undefined) continue;
    const grammar = await loadGrammar(languageOf(path)!);
    const body = withTree(grammar, before, (tree) => bodyOf(tree.rootNode, node.startLine, node.endLine));
    if (!body || body.endLine - body.startLine < least.lines) continue;
    const gold = goldIn(node, body, graph);
    if (gold.length === 0 || gold.length > mostGold) continue;
    chosen.set(path, { node, gold });
    changes.push({ path, before, after: hideBody(grammar, before, body) });
    if (changes.length === count) break;
  }
  return { chosen: [...chosen.values()], changes };
}

function mayBeAsked({ kind, doc, test, startLine, endLine, id }: CodeNode, graph: CodeGraph): boolean {
  const isFunction = kind === "Function" || kind === "Method";
  const isSaid = doc !== undefined && doc.split(/\s+/).length >= least.words;
  return (
    isFunction &&
    !test &&
    isSaid &&
    endLine - startLine > least.lines &&
    graph.outgoing(id, "Call").length > 0
  );
}

/** What the body calls, by the graph of the whole repository: not itself, tests, nor what it defines within. */
function goldIn(node: CodeNode, { startLine, endLine }: Body, graph: CodeGraph): readonly Gold[] {
  const found = new Map<string, Gold>();
  for (const { to, sureness, line } of graph.outgoing(node.id, "Call")) {
    const callee = graph.node(to)!;
    const { path, qualifiedName: name } = callee;
    if (sureness === "ambiguous" || line < startLine || line > endLine) continue;
    if (callee.kind === "Module" || callee.id === node.id || callee.test) continue;
    if (path === node.path && callee.startLine >= startLine && callee.endLine <= endLine) continue;
    found.set(`${path} ${name}`, { path, name, scope: scopeOf(callee, node) });
  }
  return [...found.values()];
}

function scopeOf(callee: CodeNode, node: CodeNode): Gold["scope"] {
  if (callee.path !== node.path) return "cross_file";
  return node.owner !== undefined && callee.owner === node.owner ? "intra_class" : "intra_file";
}

/** In an order that depends on nothing but their ids. */
function shuffled(nodes: readonly CodeNode[]): readonly CodeNode[] {
  const keyed = nodes.map((node) => [createHash("sha256").update(node.id).digest("hex"), node] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, node]) => node);
}
