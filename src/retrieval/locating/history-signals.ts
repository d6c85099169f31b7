import type { CodeNode } from "../../graph/graph.ts";
import type { ChangingCommit, History } from "../../workspace/history.ts";
import { buildBm25 } from "../bm25.ts";
import { queryWords, words } from "../words.ts";
import { through } from "./detail.ts";
import { leadingFiles } from "./leaders.ts";
import type { Places } from "./places.ts";
import type { Question } from "./question.ts";

/** Commits like the request that are looked at; a commit that changes more files than this is about none of them. */
const limits = { alike: 20, files: 20, seeds: 6, messages: 60 };
/** Commits of a file below which it is chance what else they changed. */
const fewCommits = 3;

/** Files that commits like the request changed, and those that change together with what was found. */
export function historySignals({ whole, graph, history }: Question, places: Places): void {
  const { files, definitions } = places;
  if (!history || history.commits.length === 0) return;
  const { search, messages: searchFiles, commits } = searchable(history);
  const alike = search(whole);
  const sums = new Map<CodeNode, { sum: number; readonly best: ChangingCommit }>();
  for (const { commit, share } of alike)
    for (const node of changed(commit)) {
      const known = sums.get(node);
      if (known) known.sum += share;
      else sums.set(node, { sum: share, best: commit });
    }
  const most = Math.max(1, ...[...sums.values()].map(({ sum }) => sum));
  for (const [node, { sum, best }] of sums)
    files.say("likeCommits", node, sum / most, through(titleOf(best)));
  for (const { path, share } of searchFiles(whole)) files.say("messagesLike", graph.node(path), share);
  changedTogether();
  const messages = new Set(alike.slice(0, 5).flatMap(({ commit }) => words(commit.message)));
  for (const { node } of [...definitions.cases()]) {
    const file = graph.node(node.path);
    if (file && sums.has(file) && words(node.name).every((word) => messages.has(word)))
      definitions.say(
        "inLikeCommits",
        node,
        sums.get(file)!.sum / most,
        through(titleOf(sums.get(file)!.best)),
      );
  }

  /** Of the commits that changed a file that leads, the share that changed another, too. */
  function changedTogether(): void {
    for (const { node: seed, share } of leadingFiles(places, limits.seeds)) {
      const its = commits.filter(({ paths }) => paths.length <= limits.files && paths.includes(seed.path));
      const together = new Map<CodeNode, number>();
      for (const commit of its)
        for (const node of changed(commit))
          if (node !== seed) together.set(node, (together.get(node) ?? 0) + 1);
      for (const [node, count] of together)
        files.say("changedWith", node, (share * count) / (its.length + fewCommits), through(seed.path));
    }
  }

  function changed({ paths }: ChangingCommit): readonly CodeNode[] {
    if (paths.length > limits.files) return [];
    return paths.flatMap((path) => graph.node(path) ?? []);
  }
}

const titleOf = ({ commit, message }: ChangingCommit): string =>
  `${commit.slice(0, 7)} "${message.split("\n")[0]!.slice(0, 70)}"`;

interface Searchable {
  readonly commits: readonly ChangingCommit[];
  /** Commits with messages like a text; `share`: 1 for the best. */
  readonly search: (text: string) => readonly { readonly commit: ChangingCommit; readonly share: number }[];
  /** Files of whose commits the messages, all together, are like a text. */
  readonly messages: (text: string) => readonly { readonly path: string; readonly share: number }[];
}

const known = new WeakMap<History, Searchable>();

function searchable(history: History): Searchable {
  const before = known.get(history);
  if (before) return before;
  const { commits } = history;
  const bm25 = buildBm25(commits.map(({ message }) => [{ words: words(message), weight: 1 }]));
  const search: Searchable["search"] = (text) => {
    const hits = bm25.search(queryWords(text), limits.alike);
    const best = hits[0]?.score ?? 1;
    return hits.map(({ document, score }) => ({ commit: commits[document]!, share: (score / best) ** 2 }));
  };
  const messages = messageSearch(commits);
  const made = { commits, search, messages };
  known.set(history, made);
  return made;
}

function messageSearch(commits: readonly ChangingCommit[]): Searchable["messages"] {
  const said = new Map<string, string[]>();
  for (const { paths, message } of commits.filter((one) => one.paths.length <= limits.files)) {
    const cut = words(message);
    for (const path of paths) {
      const before = said.get(path);
      if (before) before.push(...cut);
      else said.set(path, [...cut]);
    }
  }
  const paths = [...said.keys()];
  const bm25 = buildBm25([...said.values()].map((cut) => [{ words: cut, weight: 1 }]));
  return (text) => {
    const hits = bm25.search(queryWords(text), limits.messages);
    const best = hits[0]?.score ?? 1;
    return hits.map(({ document, score }) => ({ path: paths[document]!, share: score / best }));
  };
}
