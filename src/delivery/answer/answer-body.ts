import type { Context } from "../../context/context.ts";
import type { TakenAnchor } from "../../context/taken.ts";
import { counted, firstOf } from "../../source/counted.ts";
import type { WebSource } from "../../web/source.ts";
import { inlineCode } from "../code.ts";
import { safeLine, shorten } from "../markdown.ts";
import { fileAddress, fileLink, type Place } from "../permalink.ts";
import { joinSections } from "../sections.ts";
import { supportingCodeTable } from "../supporting-code.ts";
import { webSourceList } from "../web-sources.ts";
import type { AnswerSource, CodeAnswer } from "./answer.ts";
import { replaceMarks, shownAnswer } from "./marks.ts";

/** What an answer is told with: what the model handed in and the gate checked, and what it began with. */
export interface AnswerInput {
  /** As it was asked; empty where the issue is the question. */
  readonly question: string;
  readonly answer: CodeAnswer;
  readonly place: Place;
  readonly context: Context;
  readonly taken: readonly TakenAnchor[];
  /** What was read on the web. */
  readonly web: readonly WebSource[];
  /** What the graph does not know, and what was done without. */
  readonly notes: readonly string[];
}

/** Characters of a question, a quote and a note, and of the whole within what a comment holds beside the plan. */
const most = { question: 300, quote: 120, note: 300, notes: 12, body: 50_000 };

/**
 * The answer to a question as the words of a comment: the model's text made safe, each mark a link to the lines that
 * it stands on; the sources with what they say; what stayed open; on which code the model began.
 */
export function answerBody(input: AnswerInput): { readonly headline: string; readonly body: string } {
  const { question, answer, place, context, taken, web, notes } = input;
  const { sources } = answer;
  const words = shownAnswer(answer);
  // A thread has many questions, and comments of GitHub hang on none of them.
  const asked = safeLine(question, most.question);
  const said = [...(asked === "" ? [] : [`> ${asked}`]), marked(words.answer, input)].join("\n\n");
  const body = joinSections(
    [
      { title: "Answer", shown: "bare", dispensable: 0, body: said },
      {
        title: "Not answered",
        shown: "open",
        dispensable: 0,
        body: list(words.open.map((one) => marked(one, input))),
      },
      {
        ...{ title: "Sources", shown: "open", dispensable: 1 },
        body: sources.map((source, index) => `${index + 1}. ${sourceLine(source, place)}`).join("\n"),
      },
      {
        ...{ title: "What was read first, and how it was found", shown: "folded", dispensable: 3 },
        body: readFirst(supportingCodeTable(context, taken, place)),
      },
      { title: "Read on the web", shown: "folded", dispensable: 2, body: webSourceList(web) },
      {
        ...{ title: "Not read", shown: "folded", dispensable: 2 },
        body: firstOf(
          notes.map((note) => `- ${safeLine(note, most.note)}`),
          most.notes,
        ).join("\n"),
      },
    ],
    most.body,
  );
  return { headline: headlineOf(answer, place), body };
}

function headlineOf({ sources }: CodeAnswer, { commit }: Place): string {
  const at = inlineCode(commit.slice(0, 12));
  if (sources.length === 0) return `The code at ${at} does not answer this.`;
  const files = new Set(sources.map(({ path }) => path)).size;
  return `Answered from ${counted(sources.length, "place")} in ${counted(files, "file")} at ${at}.`;
}

/** `it waits \[^1\]\[^2\]` becomes `it waits ([1](...), [2](...))`. */
function marked(text: string, { answer: { sources }, place }: AnswerInput): string {
  return replaceMarks(text, (numbers) => {
    const links = numbers.flatMap((number) => {
      const source = sources[number - 1];
      if (!source) return [];
      const address = fileAddress(place, source.path, source);
      return [address === undefined ? `${number}` : `[${number}](${address})`];
    });
    return links.length === 0 ? "" : `(${links.join(", ")})`;
  });
}

function sourceLine({ path, from, to, quote }: AnswerSource, place: Place): string {
  const lines = from === to ? `${from}` : `${from}-${to}`;
  return `${fileLink(place, path, { from, to }, `${path}:${lines}`)}: ${inlineCode(shorten(quote.replace(/\s+/g, " "), most.quote))}`;
}

/** Ways begin at a sentence of the question, by a number that the comment tells nowhere else. */
const readFirst = (table: string): string =>
  /\bR\d+ -> /.test(table) ? `${table}\n\nR1, R2, ... are the sentences of the question.` : table;

const list = (lines: readonly string[]): string => lines.map((one) => `- ${one}`).join("\n");
