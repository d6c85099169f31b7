/** What the second reader of a review sees of one claim: the code that decides it, also where that stands elsewhere. */

import { addedLines } from "../checks/added-lines.ts";
import { afterLicence } from "../context/head.ts";
import { unifiedDiff } from "../edits/diff.ts";
import type { FileDiff } from "../edits/file-diff.ts";
import { addedRanges } from "../edits/hunks.ts";
import { numberLines } from "../edits/number.ts";
import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { overriding } from "../graph/overrides.ts";
import { familyOf } from "../languages/registry.ts";
import { capped } from "../llm/untrusted.ts";
import { type LineRange, overlap } from "../source/line-range.ts";
import { lineTexts, oneLine } from "../source/lines.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type CitedPlace, citedLines, citedNames, citedPlaces, widened } from "./cited-lines.ts";
import type { JudgedFinding } from "./judge-findings.ts";

export interface ClaimPlace {
  /** At the head. */
  readonly workspace: Pick<Workspace, "read">;
  readonly files: ReadonlyMap<string, FileDiff>;
  readonly graph: CodeGraph;
}

/** Lines around a finding and of a file's head; characters of its code and of its cure; what checks noticed. */
const most = { around: 40, head: 30, code: 8_000, cure: 6_000, noticed: 5 };
/** Definitions and lines that a claim names: how many, how long, and of how many of one name it is clear which is meant. */
const named = { definitions: 4, lines: 60, alike: 3, files: 2, code: 6_000 };

export async function claimText(
  { finding, changes, noticed }: JudgedFinding,
  place: ClaimPlace,
): Promise<string> {
  const { title, why, path, line } = finding;
  const text = (await place.workspace.read(path)) ?? "";
  const lines = lineTexts(text);
  const window = { from: Math.max(1, line - most.around), to: line + most.around };
  const show = (lines: LineRange): string => numberLines(text, { ...lines, tags: "hidden" });
  const cure = changes.map((change) => unifiedDiff(change)).join("\n");
  // A cure may need an import, or leave one without a use.
  const start = afterLicence(lines);
  const head = { from: start, to: Math.min(headEnd(path, start, place.graph), window.from - 1) };
  const elsewhereCited = await citedElsewhere(`${title}\n${why}`, { path, window, lines }, place);
  const elsewhere = await namedCode({ finding, changes }, { window, lines }, elsewhereCited.within, place);
  const cited = citedLines(elsewhereCited.rest, lines.length, window).map(show).join("\n...\n");
  return [
    // In one line each: a claim must not look like the code that it is held against.
    `Claim: ${oneLine(title)}`,
    `At: ${path}:${line}`,
    `Why: ${oneLine(why)}`,
    ...(head.to >= start ? [`The head of the file:\n${show(head)}`] : []),
    `The code there, after the change:\n${capped(show(window), most.code)}`,
    ...(cited === "" ? [] : [`The lines of that file that it names:\n${capped(cited, named.code)}`]),
    ...elsewhereCited.shown,
    ...diffText(place.files.get(path), line),
    ...(elsewhere === "" ? [] : [`What it names elsewhere:\n${capped(elsewhere, named.code)}`]),
    cure === "" ? "No cure is offered." : `The cure:\n${capped(cure, most.cure)}`,
    ...noticed
      .slice(0, most.noticed)
      .map(({ message }) => `A check noticed of the cure: ${oneLine(message)}`),
  ].join("\n");
}

/**
 * Lines elsewhere that it names: by the path of a file or, of those that the pull request changes, by the end of it, and by
 * the definition that they are in. `rest`: its words without those that name them.
 */
async function citedElsewhere(
  words: string,
  own: { readonly path: string; readonly window: LineRange; readonly lines: readonly string[] },
  { files, graph, workspace }: ClaimPlace,
): Promise<{
  readonly shown: readonly string[];
  readonly rest: string;
  readonly within: ReadonlySet<CodeNode>;
}> {
  const shown: string[] = [];
  const within = new Set<CodeNode>();
  let rest = words;
  const inFiles = citedPlaces(words);
  const left = inFiles.reduce((text, { text: said }) => text.replace(said, ""), words);
  const placed = (one: CitedPlace) => {
    const node = holding(one);
    return { ...one, node, path: changed(one.of) ?? node?.path ?? one.of };
  };
  const inNodes = citedNames(left)
    .map(placed)
    .filter(({ node }) => node);
  const cited = [...inFiles.map(placed), ...inNodes];
  for (const [path, places] of Map.groupBy(cited, (one) => one.path)) {
    if (shown.length === named.files) break;
    const text = await workspace.read(path);
    if (text === undefined) continue;
    for (const one of places) {
      rest = rest.replace(one.text, "");
      if (one.node) within.add(one.node);
    }
    const ranges = places.flatMap(({ lines }) => lines);
    const lines = widened(ranges, lineTexts(text).length, path === own.path ? own.window : undefined);
    if (lines.length === 0) continue;
    const code = lines.map((range) => numberLines(text, { ...range, tags: "hidden" })).join("\n...\n");
    shown.push(`The lines of ${path} that it names:\n${capped(code, named.code)}`);
  }
  return { shown, rest, within };

  function changed(name: string): string | undefined {
    const ending = [...files.keys()].filter((path) => path === name || path.endsWith(`/${name}`));
    return ending.length === 1 ? ending[0] : undefined;
  }
  /** The definition elsewhere that has all of the lines; none where its name stands on these lines here: it is used there. */
  function holding({ of, lines }: CitedPlace): CodeNode | undefined {
    const name = of.split(/[.#]|::/).at(-1)!;
    const holds = ({ kind, startLine, endLine }: CodeNode): boolean =>
      kind !== "Module" && lines.every(({ from, to }) => startLine <= from && to <= endLine);
    const [node, ...others] = graph.named(name).filter(holds);
    const isUse = lines.some(({ from }) => own.lines[from - 1]?.includes(name));
    return node && others.length === 0 && node.path !== own.path && !isUse ? node : undefined;
  }
}

function headEnd(path: string, start: number, graph: CodeGraph): number {
  const first = graph.inFile(path).find(({ kind }) => kind !== "Module");
  return Math.min(start - 1 + most.head, (first?.startLine ?? 1) - 1);
}

/** What the pull request changed near the line, with the lines that are gone; what only came in is shown already. */
function diffText(file: FileDiff | undefined, line: number): readonly string[] {
  const near = { from: line - most.around, to: line + most.around };
  const signs = { same: " ", added: "+", removed: "-" };
  const rows = (file?.hunks ?? []).flatMap((hunk) => {
    let at = hunk.newStart;
    const close = hunk.rows.filter(({ kind }) => {
      const isNear = near.from <= at && at <= near.to;
      if (kind !== "removed") at += 1;
      return isNear;
    });
    return close.length === 0 ? [] : ["@@", ...close.map(({ kind, text }) => signs[kind] + text)];
  });
  const came = addedRanges(file?.hunks ?? []).flatMap((range) => overlap(range, near) ?? []);
  if (rows.some((row) => row.startsWith("-")))
    return [`What the pull request changed there:\n${capped(rows.join("\n"), most.code)}`];
  const all = came.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  return all.length === 0
    ? []
    : [`What the pull request changed there: it added the lines ${all.join(", ")}.`];
}

/**
 * Definitions that the claim and its cure name, and what its line calls, where the window does not show them: a helper, a
 * caller, a test. `cited`: of
 * these the lines that decide are shown already.
 */
async function namedCode(
  { finding, changes }: Pick<JudgedFinding, "finding" | "changes">,
  { window, lines }: { readonly window: LineRange; readonly lines: readonly string[] },
  cited: ReadonlySet<CodeNode>,
  { graph, workspace }: ClaimPlace,
): Promise<string> {
  const words = `${finding.title} ${finding.why}`;
  const members = membersIn(words, graph);
  const claim = new Set(codeIn(members.rest).flatMap((part) => [...wordsOf(lastOfChains(part, graph))]));
  const added = changes.flatMap((change) => addedLines(change).map(({ text }) => text)).join("\n");
  const cure = namesOf(lastOfChains(added, graph));
  const here = namesOf(lastOfChains(lines[finding.line - 1] ?? "", graph));
  const around = new Set([...wordsOf(words), ...cure]);
  const reached = new Set(
    [finding.path, ...graph.inFile(finding.path).map(({ id }) => id)].flatMap((id) =>
      graph.outgoing(id).flatMap(({ to }) => [to, graph.node(to)?.owner ?? to]),
    ),
  );
  const ownPaths = new Set([finding, ...changes].map(({ path }) => path));
  const families = new Set([...ownPaths].map(familyOf));
  const found = new Map(members.nodes.filter((node) => !isIn(node)).map((node) => [node, 4]));
  const shown = lines.slice(window.from - 1, window.to).join("\n");
  for (const word of new Set([...claim, ...cure, ...here])) {
    const told = [...cited].filter(({ name }) => name === word);
    const nodes = meantBy(told.length > 0 ? told : graph.named(word))
      .filter((node) => !isIn(node) && !isLocal(node))
      .filter((node) => claim.has(word) || isOfCure(node));
    // Of several alike those count that the file uses; of many, those whose file or class is named as well.
    const used = nodes.filter(isUsed);
    if (used.length === 0 && isAssigned(word, shown)) continue;
    const alike = nodes.length <= named.alike ? nodes : nodes.filter(isNear);
    const isSaid = claim.has(word) || cure.has(word);
    // What its line calls may be an interface's, which decides nothing: what runs in its place does.
    const meant = isSaid
      ? used.length > 0
        ? used
        : alike
      : used.flatMap((one) => [...overriding(graph, one), one]);
    const worth = claim.has(word) ? 2 : isSaid ? 0 : -1;
    for (const node of meant.slice(0, named.alike)) found.set(node, worth + (isNear(node) ? 1 : 0));
  }
  const best = [...found].sort((a, b) => b[1] - a[1]).slice(0, named.definitions);
  return (await Promise.all(best.map(([node]) => show(node)))).join("\n");

  /** A name that the files of the claim and its cure define means theirs, unless another of that name is used or named. */
  function meantBy(nodes: readonly CodeNode[]): readonly CodeNode[] {
    const isHere = ({ path }: CodeNode): boolean => ownPaths.has(path);
    const definitions = nodes.filter(({ kind }) => kind !== "Module");
    if (!definitions.some(isHere)) return definitions;
    return definitions.filter((node) => isHere(node) || isUsed(node) || isNear(node));
  }
  function isUsed({ id }: CodeNode): boolean {
    return reached.has(id);
  }
  /** What the window shows, or what it lies in. */
  function isIn(node: CodeNode): boolean {
    const { path, startLine, endLine } = node;
    if (cited.has(node) && endLine - startLine >= named.lines) return true;
    const isWithin = window.from <= startLine && endLine <= window.to;
    return path === finding.path && (isWithin || (startLine <= finding.line && finding.line <= endLine));
  }
  /** What stands in a function of another file is nothing that a name here can mean. */
  function isLocal({ path, owner }: CodeNode): boolean {
    const kind = graph.node(owner ?? "")?.kind;
    return !ownPaths.has(path) && (kind === "Function" || kind === "Method");
  }
  /** A cure means nothing in another language by its names; a sentence may. */
  function isOfCure({ path }: CodeNode): boolean {
    return families.has(familyOf(path));
  }
  function isNear({ path, owner }: CodeNode): boolean {
    return [...wordsOf(`${path} ${owner ?? ""}`)].some((word) => around.has(word));
  }
  async function show({ id, path, startLine: from, endLine }: CodeNode): Promise<string> {
    const text = (await workspace.read(path)) ?? "";
    const to = Math.min(endLine, from + named.lines - 1);
    return `--- ${id}\n${numberLines(text, { from, to, tags: "hidden" })}`;
  }
}

/** What the lines set is a variable of theirs, and no definition elsewhere: `let mode = ...`, `int mode = ...`, `mode := ...`. */
const isAssigned = (word: string, code: string): boolean =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}_$.>@:-])${word.replaceAll("$", "\\$")}(?![\p{L}\p{N}_$])(?:\s*:[^=;(){}\n]{0,60})?\s*:?=(?![=>~])`,
    "u",
  ).test(code);

/** The parts of a sentence that are code: between back-ticks, before a bracket, or with a `_` or a capital inside. */
const codeIn = (text: string): readonly string[] =>
  text.match(
    /`[^`]{1,200}`|[\p{L}\p{N}_$]{1,200}(?=\()|[\p{L}\p{N}$]{0,200}(?:_|\p{Ll}\p{Lu})[\p{L}\p{N}_$]{0,200}/gu,
  ) ?? [];

/** `Server.ServeHTTP`: the member and not its namesakes, nor its whole class. `rest`: the words without them. */
function membersIn(words: string, graph: CodeGraph): { nodes: readonly CodeNode[]; rest: string } {
  const nodes = new Set<CodeNode>();
  const rest = words.replace(chain, (text) => {
    const [owner, name = ""] = text.split(/[.#]/).slice(-2);
    const meant = graph.named(name).filter((node) => graph.node(node.owner ?? "")?.name === owner);
    if (meant.length === 0 || meant.length > named.alike) return text;
    for (const node of meant) nodes.add(node);
    // Between back-ticks nothing would be left, and what stands up to the next one would be code.
    return " ";
  });
  return { nodes: [...nodes], rest };
}

/** Of `Spree::Core::Timezone` the last name that the repository has: what stands before it may be a namespace of all files. */
const lastOfChains = (text: string, graph: CodeGraph): string =>
  text.replace(
    /(?:[\p{L}_$][\p{L}\p{N}_$]{0,100}::){1,9}[\p{L}_$][\p{L}\p{N}_$]{0,100}/gu,
    (chain) => `::${chain.split("::").findLast((name) => graph.named(name).length > 0) ?? ""}`,
  );

const chain = /[\p{L}_$][\p{L}\p{N}_$]{0,100}(?:[.#][\p{L}_$][\p{L}\p{N}_$]{0,100}){1,9}/gu;

/** A name as it is written, without the namespaces before it (`A\\B`); what is shorter names too much. */
const word = /[\p{L}_$][\p{L}\p{N}_$]{2,}(?![\p{L}\p{N}_$\\])/gu;

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(word) ?? []);

/** Names in code. What could be a word of its comments counts where it is called, or where it is a member of something. */
const namesOf = (code: string): ReadonlySet<string> =>
  new Set(
    [...code.matchAll(word)]
      .filter(
        ({ 0: name, index }) =>
          /[\p{Lu}\p{N}_$]/u.test(name) ||
          code[index + name.length] === "(" ||
          /[.>:@]/.test(code[index - 1] ?? ""),
      )
      .map(([name]) => name),
  );
