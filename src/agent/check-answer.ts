/**
 * Whether an answer stands on what it quotes. A model that names a file and a line is believed for the words that it
 * copied from there, not for its numbers: these are put right where the words stand elsewhere in the file.
 */
import type { AnswerSource, CodeAnswer } from "../delivery/answer/answer.ts";
import { markedNumbers, shownAnswer } from "../delivery/answer/marks.ts";
import type { Complaint } from "../errors.ts";
import { baseName } from "../source/paths.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { createQuoteFinder, type FindQuote } from "./find-quote.ts";

export interface CheckedAnswer {
  /** Its sources lead to the lines that hold the quoted words. */
  readonly answer: CodeAnswer;
  /** What forbids it. */
  readonly complaints: readonly Complaint[];
  /** What speaks against it, and may have a reason. */
  readonly objections: readonly Complaint[];
}

type Readable = Pick<Workspace, "entries" | "readMany">;
type Entries = Workspace["entries"];

/** Lines of one source: more prove nothing in particular. */
const longestSource = 120;
/** Paths that are looked for among those of the repository, and told for one. */
const mostStrangers = 20;
const mostNear = 3;

export async function checkAnswer(handedIn: CodeAnswer, workspace: Readable): Promise<CheckedAnswer> {
  const { entries } = workspace;
  let grouped: Namesakes | undefined;
  const namesakes = (): Namesakes => (grouped ??= Map.groupBy(entries.keys(), baseName));
  const cited = handedIn.sources.map((source) => ({ ...source, path: fileNamed(source.path, entries) }));
  const texts = await workspace.readMany([...new Set(cited.map(({ path }) => path))]);
  const files = new Map([...texts].map(([path, text]) => [path, createQuoteFinder(text)] as const));
  const complaints: Complaint[] = [];
  const sources = cited.map((source, index) => {
    const found = placed(source, files.get(source.path));
    if (typeof found !== "string") return found;
    const near = entries.has(source.path) ? "" : nearText(source.path, namesakes());
    complaints.push({ kind: "answer/source", message: `Source ${index + 1}: ${found}${near}` });
    return source;
  });
  complaints.push(...markFaults(handedIn));
  return { answer: { ...handedIn, sources }, complaints, objections: strangers(handedIn, namesakes) };
}

/** The path of a file that is named as one names a place in it: `./a.py`, `a.py:12-14`, `a.py#Cart.total`. */
function fileNamed(path: string, entries: Entries): string {
  const plain = path.replace(/^(?:\.?\/)+/, "");
  return [path, plain, plain.replace(/(?:#[^#]*|:[\d:-]+)$/, "")].find((one) => entries.has(one)) ?? path;
}

/** The source with the lines where its words stand, or what is wrong with it. */
function placed(source: AnswerSource, find: FindQuote | undefined): AnswerSource | string {
  const { path, from, to, quote } = source;
  if (!find) return `${path} is no text file of this repository.`;
  const found = find(quote, from);
  if (!found) return "The quote is too short to prove a place: copy a few words of the code there.";
  const { places } = found;
  const [first, second = first] = places;
  if (!first) return `${path} does not hold the quoted words: copy them from the lines as they are shown.`;
  const isInside = places.some((one) => from <= one.from && one.to <= to);
  if (isInside && to - from < longestSource) return { ...source, quote: found.quote };
  const nearest = Math.abs(second!.from - from) < Math.abs(first.from - from) ? second! : first;
  return { ...source, ...nearest, quote: found.quote };
}

function markFaults(handedIn: CodeAnswer): readonly Complaint[] {
  const { sources, open } = handedIn;
  const marks = markedNumbers(shownAnswer(handedIn));
  const unknown = [...marks].filter((number) => number < 1 || number > sources.length);
  const unused = sources.flatMap((_, index) => (marks.has(index + 1) ? [] : [`[^${index + 1}]`]));
  const messages = [
    ...unknown.map((number) => `The answer marks [^${number}], and there is no such source.`),
    ...(unused.length === 0
      ? []
      : [
          `The answer does not mark ${unused.join(", ")}: put it behind what it proves (inside of code it is no mark), or leave it out.`,
        ]),
    ...(sources.length === 0 && open.length === 0
      ? ["An answer stands on code: give its sources, or say in `open` what this repository does not answer."]
      : []),
  ];
  return messages.map((message) => ({ kind: "answer/marks", message }));
}

/** The files of the repository by the last part of their paths. */
type Namesakes = ReadonlyMap<string, readonly string[]>;

/**
 * Paths in code spans that lead nowhere. It may be a file that is still to be written, or one of a build; what ends
 * as no file of the repository does is no path (`net/http.Request`).
 */
function strangers({ answer }: CodeAnswer, namesakes: () => Namesakes): readonly Complaint[] {
  const named = [
    ...answer.matchAll(/(?<!`)`([\w@.[\]-]+(?:\/[\w@.[\]-]+)+)(?:#[^`\n]*|:[\d-]+)?`(?!`)/g),
  ].flatMap(([, path]) => (endingOf(path!) === undefined ? [] : [path!]));
  if (named.length === 0) return [];
  const files = namesakes();
  const endings = new Set([...files.keys()].map(endingOf));
  return [...new Set(named)]
    .filter((path) => endings.has(endingOf(path)))
    .filter((path) => !files.get(baseName(path))?.some((file) => `/${file}`.endsWith(`/${path}`)))
    .slice(0, mostStrangers)
    .map((path) => ({
      kind: "answer/path",
      message: `The answer names \`${path}\`, which is no file of this repository.${nearText(path, files)}`,
    }));
}

const endingOf = (path: string): string | undefined => /\.[A-Za-z]\w{0,9}$/.exec(path)?.[0];

/** Files of the same name elsewhere. */
function nearText(path: string, namesakes: Namesakes): string {
  const near = (namesakes.get(baseName(path)) ?? []).slice(0, mostNear);
  return near.length === 0 ? "" : ` There is ${near.join(", ")}.`;
}
