import type { CodeNode } from "../../graph/graph.ts";
import { kindsOfLines } from "../../source/markdown-code.ts";
import { type Case, sharesOf, weigh } from "../evidence.ts";
import { wholeText } from "../request.ts";
import { statement } from "../requirements/blocks.ts";
import { withoutSteps } from "../settled.ts";
import type { LazyDetail } from "./detail.ts";
import { type Folder, type FolderEvidence, folderSignals } from "./folder-signals.ts";
import { type Ranked, said } from "./fuse.ts";
import type { NewPlace } from "./location.ts";
import { folderOf, folderSignalNames, type Places } from "./places.ts";
import type { Question } from "./question.ts";
import { folderPriors, folderSignals as phrases } from "./signals.ts";
import type { LocatingWeights } from "./weights.ts";

/** Folders and siblings answered. */
const limits = { places: 3, siblings: 5 };

/**
 * A sentence that asks for something that is not there yet, or for a part to stand on its own. What "is added" is there
 * already: so a request tells of what happens today; "I have added" and "I didn't write" tell of what its writer did.
 * "It supports" says what there is, unless it begins a title, as of a commit; "in order to" gives a reason, and what a
 * change "introduced" is a fault.
 */
const asking =
  /\b(?<!\b(?:is|are|was|were|(?:I|we|you)(?:['’]ve| have| had| just| also| already)?) (?=\w+ed\b))(?<!\b(?:I|we|you) (?:did|do|have)(?:n['’]t| not) |\bin order to )(?<!(?:[\w'’,)\]]|`x`) +(?=(?:add|create|introduce|implement|support|provide|extract|move|split)s\b))(?:add(?:s|ed|ing)?|creat(?:es?|ed|ing)|introduc(?:es?|ing)|implement(?:s|ed|ing)?|support(?:s|ed|ing)?|provid(?:es?|ed|ing)|extract(?:s|ed|ing)?|mov(?:es?|ed|ing)|(?:split(?:s|ting)?|refactor\w*) .{0,200} (?:in)?to|new(?! (?:bugs?|errors?|failures?|issues?|regressions?|releases?|versions?|warnings?)\b)|write|build|port|missing|lacks?|no way to|feature request|(?<=^\W*)proposal|would be (?:nice|great|good))\b/im;

/** A word as it stands; nothing of inline code, of a quotation and of a path. */
const ownWords = (word: string): string => (/^(?:`.*`|".*")$|\w[/\\]\w/.test(word) ? "`x`" : word);

/** True of a request that asks for something new in its own words: programs, traces, quotations and paths in it ask for nothing. */
export function asksForNew(request: string): boolean {
  const lines = request.split("\n");
  const kinds = kindsOfLines(lines);
  return lines.some(
    (line, at) =>
      kinds[at] === "prose" &&
      !statement.test(line) &&
      asking.test(line.replace(/`[^`]*`|"[^"]*"|\S+/g, ownWords)),
  );
}

/**
 * Where a request for something new would have it: folders by how their files were ranked, by names and by history,
 * each with the files that the new one would stand beside.
 */
export function newPlaces(
  question: Question,
  places: Places,
  files: readonly Ranked[],
  { folders: weights }: LocatingWeights,
): readonly NewPlace[] {
  const { request } = question;
  if (!asksForNew(`${request.title}\n${wholeText({ ...request, body: withoutSteps(request.body) })}`))
    return [];
  const evidence = folderSignals(question, places);
  const byFolder = Map.groupBy(
    files.filter(({ node }) => !node.test),
    ({ node }) => folderOf(node.path),
  );
  sayRanks(evidence, (id) => byFolder.get(id)?.map(({ score }) => score) ?? []);
  const column = folderSignalNames.map((name) => weights[name]);
  return weigh(evidence.cases(), column, limits.places).map(({ one, score }) => {
    const siblings = (byFolder.get(one.node.id) ?? []).slice(0, limits.siblings).map(({ node }) => node);
    return { folder: one.node.id, siblings, score, reasons: reasonsOf(one, column, siblings) };
  });
}

/** Tells the folders how their files were ranked; `scoresOf`: the scores of one folder's files, best first. */
export function sayRanks(evidence: FolderEvidence, scoresOf: (folder: string) => readonly number[]): void {
  const sums = [...evidence.cases()].map(({ node }) => {
    const scores = scoresOf(node.id);
    return { node, scores, sum: scores.reduce((all, score) => all + score, 0) };
  });
  const most = Math.max(1e-9, ...sums.map(({ sum }) => sum));
  for (const { node, scores, sum } of sums) {
    evidence.say("bestFile", node, scores[0] ?? 0);
    evidence.say("files", node, sum / most);
  }
}

function reasonsOf(
  one: Case<LazyDetail, Folder>,
  column: readonly number[],
  siblings: readonly CodeNode[],
): readonly string[] {
  const names = siblings
    .slice(0, 3)
    .map(({ name }) => name)
    .join(", ");
  return sharesOf(one, folderSignalNames, column)
    .filter(({ signal }) => !folderPriors.has(signal))
    .slice(0, 3)
    .map(({ signal, note }) =>
      said(phrases[signal], signal === "bestFile" && names ? { kind: "through", text: names } : note?.()),
    );
}
