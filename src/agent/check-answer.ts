/**
 * Whether an answer stands on what it quotes. A model that names a file and a line is believed for the words that it
 * copied from there, not for its numbers: these are put right where the words stand elsewhere in the file.
 */
import { type AnswerSource, type CodeAnswer, sourceMark } from "../delivery/answer/answer.ts";
import type { Complaint } from "../errors.ts";
import { restore } from "../llm/untrusted.ts";
import { lineTexts } from "../source/lines.ts";
import type { Workspace } from "../workspace/workspace.ts";

export interface CheckedAnswer {
  /** Its sources lead to the lines that hold the quoted words. */
  readonly answer: CodeAnswer;
  /** What forbids it. */
  readonly complaints: readonly Complaint[];
  /** What speaks against it, and may have a reason. */
  readonly objections: readonly Complaint[];
}

type Readable = Pick<Workspace, "entries" | "readMany">;

/** So short a quote stands anywhere. */
const shortestQuote = 4;
/** Lines of one source: more prove nothing in particular. */
const longestSource = 120;
/** Paths that are looked for among those of the repository, and told for one. */
const mostStrangers = 20;
const mostNear = 3;

export async function checkAnswer(handedIn: CodeAnswer, workspace: Readable): Promise<CheckedAnswer> {
  const texts = await workspace.readMany([...new Set(handedIn.sources.map(({ path }) => path))]);
  const files = new Map([...texts].map(([path, text]) => [path, createFinder(text)] as const));
  const complaints: Complaint[] = [];
  const sources = handedIn.sources.map((source, index) => {
    const found = placed(source, files.get(source.path));
    if (typeof found !== "string") return found;
    const near = workspace.entries.has(source.path) ? "" : nearText(source.path, workspace);
    complaints.push({ kind: "answer/source", message: `Source ${index + 1}: ${found}${near}` });
    return source;
  });
  complaints.push(...markFaults(handedIn));
  return { answer: { ...handedIn, sources }, complaints, objections: strangers(handedIn, workspace) };
}

/** The source with the lines where its words stand, or what is wrong with it. */
function placed(source: AnswerSource, find: FindWords | undefined): AnswerSource | string {
  const { path, from, to } = source;
  if (!find) return `${path} is no text file of this repository.`;
  const words = squeezed(restore(source.quote));
  if (words.replace(/\s/g, "").length < shortestQuote)
    return "The quote is too short to prove a place: copy a few words of the code there.";
  const places = find(words, from);
  const [first, second = first] = places;
  if (!first) return `${path} does not hold the quoted words: copy them from the lines as they are shown.`;
  const isInside = places.some((one) => from <= one.from && one.to <= to);
  if (isInside && to - from < longestSource) return source;
  const nearest = Math.abs(second!.from - from) < Math.abs(first.from - from) ? second! : first;
  return { ...source, ...nearest };
}

/** Where words stand that are nearest to a line: the last place above it, and the first from it on. */
type FindWords = (words: string, near: number) => readonly Place[];

/** 1-based lines, inclusive. */
type Place = Pick<AnswerSource, "from" | "to">;

/** Finds words in a text whatever white space is between them. */
function createFinder(text: string): FindWords {
  const starts: number[] = [];
  const numbers: number[] = [];
  const kept: string[] = [];
  let length = 0;
  lineTexts(text).forEach((line, index) => {
    const squeezedLine = squeezed(line);
    if (squeezedLine === "") return;
    starts.push(length);
    numbers.push(index + 1);
    kept.push(squeezedLine);
    length += squeezedLine.length + 1;
  });
  const whole = kept.join(" ");
  const lineAt = (offset: number): number => numbers[lastAtMost(starts, offset)]!;
  return (words, near) => {
    const first = lastAtMost(numbers, near - 1) + 1;
    const start = starts[first] ?? whole.length;
    const above = start === 0 ? -1 : whole.lastIndexOf(words, start - 1);
    return [above, whole.indexOf(words, start)]
      .filter((at) => at >= 0)
      .map((at) => ({ from: lineAt(at), to: lineAt(at + words.length - 1) }));
  };
}

/** The place of the last number that is at most so large, of rising ones; -1 where all are larger. */
function lastAtMost(rising: readonly number[], limit: number): number {
  let [low, high] = [-1, rising.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (rising[middle]! <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

const squeezed = (text: string): string => text.replace(/\s+/g, " ").trim();

function markFaults({ answer, sources, open }: CodeAnswer): readonly Complaint[] {
  const marks = new Set([...answer.matchAll(sourceMark)].map(([, number]) => Number(number)));
  const unknown = [...marks].filter((number) => number < 1 || number > sources.length);
  const unused = sources.flatMap((_, index) => (marks.has(index + 1) ? [] : [`[^${index + 1}]`]));
  const messages = [
    ...unknown.map((number) => `The answer marks [^${number}], and there is no such source.`),
    ...(unused.length === 0
      ? []
      : [`The answer does not mark ${unused.join(", ")}: put it behind what it proves, or leave it out.`]),
    ...(sources.length === 0 && open.length === 0
      ? ["An answer stands on code: give its sources, or say in `open` what this repository does not answer."]
      : []),
  ];
  return messages.map((message) => ({ kind: "answer/marks", message }));
}

/** Paths in code spans that lead nowhere. It may be a file that is still to be written, or one of a build. */
function strangers({ answer }: CodeAnswer, { entries }: Readable): readonly Complaint[] {
  const named = [
    ...answer.matchAll(/(?<!`)`([\w@.[\]-]+(?:\/[\w@.[\]-]+)+)(?:#[^`\n]*|:[\d-]+)?`(?!`)/g),
  ].map(([, path]) => path!.replace(/\/$/, ""));
  const wanted = new Set(named.filter((path) => /\.[A-Za-z]\w{0,9}$/.test(path) && !entries.has(path)));
  const paths = [...entries.keys()];
  return [...wanted]
    .slice(0, mostStrangers)
    .filter((path) => !paths.some((known) => known.endsWith(`/${path}`)))
    .map((path) => ({
      kind: "answer/path",
      message: `The answer names \`${path}\`, which is no file of this repository.${nearText(path, { entries })}`,
    }));
}

/** Files of the same name elsewhere. */
function nearText(path: string, { entries }: Pick<Readable, "entries">): string {
  const ending = path.slice(path.lastIndexOf("/"));
  const near: string[] = [];
  for (const known of entries.keys()) {
    if (known.endsWith(ending)) near.push(known);
    if (near.length === mostNear) break;
  }
  return near.length === 0 ? "" : ` There is ${near.join(", ")}.`;
}
