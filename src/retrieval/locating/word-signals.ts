import type { Bm25, Bm25Hit } from "../bm25.ts";
import { coveredShare, nameWordsIn, pathWordsIn, saidShare } from "../name-words.ts";
import { halvesIn, queryWords, spellings, words } from "../words.ts";
import { type Detail, through } from "./detail.ts";
import { moduleOf, type Places } from "./places.ts";
import type { Question } from "./question.ts";
import type { DefinitionSignal, FileSignal } from "./signals.ts";

/** Hits of one search that are looked at; of files all that matter, since a file is found by many ways. */
const hits = { definitions: 300, files: 150 };
/** Words shown as the reason. */
const wordsShown = 5;

interface Search {
  readonly bm25: Bm25;
  readonly text: string;
  readonly definition: DefinitionSignal;
  readonly file?: FileSignal;
}

/** Definitions and files whose words are like the request's: BM25 over several fields, each relative to its best hit. */
export function wordSignals(question: Question, { files, definitions }: Places): void {
  const { request, whole, index, graph } = question;
  const { bm25, purposes, names } = index;
  const searches: readonly Search[] = [
    { bm25, text: whole, definition: "words", file: "bestDefinition" },
    { bm25, text: request.title, definition: "titleWords" },
    { bm25: purposes, text: whole, definition: "purpose" },
    { bm25: names, text: whole, definition: "nameWords" },
  ];
  for (const { bm25: searched, text, definition, file } of searches)
    for (const { document, value, said } of relative(searched, text, hits.definitions)) {
      const node = index.nodes[document]!;
      const isModule = node.kind === "Module";
      if (!isModule) definitions.say(definition, node, value, said);
      const found = isModule ? undefined : through(node.qualifiedName);
      if (file) files.say(file, moduleOf(graph, node), value, found);
    }
  for (const [signal, text] of [
    ["words", whole],
    ["titleWords", request.title],
  ] as const)
    for (const { document, value, said } of relative(index.files, text, hits.files))
      files.say(signal, graph.node(index.paths[document]!), value, said);
  nameSignals(question, { files, definitions });
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

/** Whether the request says the names of what was found, and how much of them; rare words count more. */
function nameSignals({ whole, index }: Question, { files, definitions }: Places): void {
  const said = new Set(words(whole));
  const inNames = { words: said, halves: halvesIn(whole, (name) => index.names.idf(name) > 0) };
  const nameWords = nameWordsIn(index.names);
  for (const { node } of definitions.cases()) {
    if (coveredShare(nameWords(node), said) === 1) definitions.say("nameSaid", node, 1);
  }
  const pathWords = pathWordsIn(index.files);
  for (const { node } of files.cases()) {
    const { name, whole: path } = pathWords(node.path);
    files.say("pathSaid", node, coveredShare(path, said));
    files.say("nameSaid", node, saidShare(name, inNames));
  }
}
