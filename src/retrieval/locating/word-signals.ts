import type { CodeNode } from "../../graph/graph.ts";
import type { Bm25, Bm25Hit } from "../bm25.ts";
import { coveredShare, nameWordsIn, pathWordsIn } from "../name-words.ts";
import { queryWords, spellings, words } from "../words.ts";
import { type Detail, through } from "./detail.ts";
import { moduleOf, type Places } from "./places.ts";
import type { Question } from "./question.ts";
import type { DefinitionSignal, FileSignal } from "./signals.ts";

/** Hits of one search that are looked at; of files all that matter, since a file is found by many ways. */
const hits = { definitions: 300, files: 150, requirement: 60 };
/** Words shown as the reason. */
const wordsShown = 5;

interface Search {
  readonly bm25: Bm25;
  readonly text: string;
  readonly definition: DefinitionSignal;
  readonly file: FileSignal;
  readonly limit: number;
}

/** Definitions and files whose words are like the request's: BM25 over several fields, each relative to its best hit. */
export function wordSignals(question: Question, places: Places): void {
  const { request, whole, requirements, index, graph } = question;
  const { bm25, purposes, names } = index;
  const limit = hits.definitions;
  const searches: readonly Search[] = [
    { bm25, text: whole, definition: "words", file: "bestDefinition", limit },
    { bm25, text: request.title, definition: "titleWords", file: "bestTitle", limit },
    { bm25: purposes, text: whole, definition: "purpose", file: "bestPurpose", limit },
    { bm25: names, text: whole, definition: "nameWords", file: "bestName", limit },
    ...requirements.map(({ text }): Search => {
      return { bm25, text, definition: "requirementWords", file: "bestRequirement", limit: hits.requirement };
    }),
  ];
  const sums = new Map<CodeNode, number>();
  for (const { bm25: searched, text, definition, file, limit: most } of searches)
    for (const { document, value, said } of relative(searched, text, most)) {
      const node = index.nodes[document]!;
      const module = moduleOf(graph, node)!;
      if (node.kind !== "Module") places.definitions.say(definition, node, value, said);
      places.files.say(file, module, value, node.kind === "Module" ? undefined : through(node.qualifiedName));
      if (definition === "words") sums.set(module, (sums.get(module) ?? 0) + value);
    }
  const most = Math.max(1e-9, ...sums.values());
  for (const [module, sum] of sums) places.files.say("manyDefinitions", module, sum / most);
  for (const [signal, text] of [
    ["words", whole],
    ["titleWords", request.title],
  ] as const)
    for (const { document, value, said } of relative(index.files, text, hits.files))
      places.files.say(signal, graph.node(index.paths[document]!), value, said);
  nameSignals(question, places);
}

function relative(bm25: Bm25, text: string, limit: number) {
  const found = bm25.search(queryWords(text), limit);
  const best = found[0]?.score ?? 1;
  let written: ReadonlyMap<string, string> | undefined;
  const said = (hit: Bm25Hit) => (): Detail => {
    written ??= spellings(text);
    return {
      kind: "words",
      words: hit.terms.slice(0, wordsShown).map((term) => written!.get(term) ?? term),
    };
  };
  return found.map((hit) => ({ document: hit.document, value: hit.score / best, said: said(hit) }));
}

/** How much of the name of what was found the request says; rare words count more. */
function nameSignals({ whole, request, index }: Question, { files, definitions }: Places): void {
  const said = new Set(words(whole));
  const nameWords = nameWordsIn(index.names);
  for (const { node } of definitions.cases()) {
    const share = coveredShare(nameWords(node), said);
    definitions.say("nameCovered", node, share);
    if (share === 1) definitions.say("nameSaid", node, 1);
  }
  const scope = scopeOf(request.title)
    ?.split(/[/,]\s*/)
    .map((part) => words(part).join(" "));
  const pathWords = pathWordsIn(index.files);
  for (const { node } of files.cases()) {
    const { name, whole: path, parts } = pathWords(node.path);
    if (scope) files.say("scopeSaid", node, scopeShare(parts, scope));
    files.say("pathSaid", node, coveredShare(path, said));
    files.say("nameSaid", node, coveredShare(name, said));
  }
}

/** Kinds of a change, which name no place: `fix: ...`, `feat(parser): ...`. */
const kinds =
  /^(?:feat|fix|docs?|refactor|perf|chore|tests?|build|ci|style|revert|bug|feature|bugfix|request|question|rfc)$/i;

/** What stands before the colon of `parser: ...` or `fix(parser): ...`, or in the brackets of `[parser] ...`. */
function scopeOf(title: string): string | undefined {
  const [, brackets, inner, plain] =
    /^\s*(?:\[([\w./ -]{2,40})\]|\w{2,20}\(([\w./ ,-]{2,40})\)!?:|([\w./-]{2,40})!?:)\s/.exec(title) ?? [];
  const scope = brackets ?? inner ?? plain;
  return scope === undefined || kinds.test(scope) ? undefined : scope;
}

/** 1 where the file is called like a part of the scope, less where a folder is. */
function scopeShare(parts: readonly string[], scope: readonly string[]): number {
  if (scope.includes(parts.at(-1)!)) return 1;
  return parts.slice(0, -1).some((part) => part !== "" && scope.includes(part)) ? 0.6 : 0;
}
