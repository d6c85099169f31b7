import { count, counted, elapsed, firstOf } from "../../source/counted.ts";
import { baseName } from "../../source/paths.ts";
import type { Paint } from "../graph/answers.ts";
import { printable } from "../style.ts";
import { cut, tidySignature, wrap } from "../wrap.ts";
import type { ContextAnswer, Places, ShownDefinition } from "./answer.ts";
import { likelyFolders } from "./places.ts";
import { isEmpty, nothingFound, told } from "./told.ts";

export interface TextOptions {
  readonly paint: Paint;
  /** Characters a line. */
  readonly width: number;
  /** Reasons told of one definition. */
  readonly reasons: number;
}

/** Scores below this are no help to a person. */
const unlikely = 0.01;
/** Shown of each list; --json has the rest. */
const most = { places: 5, support: 12, ran: 40, leftOut: 6, reasons: 2 };

/** The answer for a person at a terminal: where, what it will call, what was left out, what it cost. */
export function contextText(answer: ContextAnswer, options: TextOptions): string {
  const { paint, width } = options;
  const { target, places, support, retrieval } = answer;
  const heading =
    retrieval === "bigraph" ? "What the new code will probably call or build on" : `Found by ${retrieval}`;
  return [
    ...(target === null ? placesText(places, options) : given(target, options)),
    ...section(heading, support.slice(0, most.support), options),
    ...(support.length === 0 && !isEmpty(answer) ? ["", paint("bold", heading), "  nothing"] : []),
    ...(isEmpty(answer) ? wrap(nothingFound, width) : []),
    ...ranText(answer, options),
    ...leftOutText(answer, options),
    "",
    ...wrap(
      `${costOf(answer)}${answer.passages.length > 0 ? " --markdown prints the passages." : ""}`,
      width,
    ).map((line) => paint("dim", line)),
  ]
    .join("\n")
    .trimStart();
}

const given = (target: string, { paint, width }: TextOptions): string[] => [
  ...["", paint("bold", "The place that was given"), `  ${cut(printable(target), width - 2)}`],
];

/** Where the change belongs: definitions, files, and folders for what is new. */
export function placesText(places: Places, options: TextOptions): string[] {
  const { paint, width } = options;
  const folders = likelyFolders(places).flatMap(({ folder, beside, score, reasons }) => [
    `  ${paint("green", score.toFixed(2))}  ${paint("cyan", printable(folder || "the top folder"))}`,
    ...(beside.length > 0
      ? [`        ${cut(`beside ${beside.map((path) => printable(baseName(path))).join(", ")}`, width - 8)}`]
      : []),
    ...wrap(reasons.slice(0, most.reasons).map(printable).join("; "), width, "        ").map((line) =>
      paint("dim", line),
    ),
  ]);
  return [
    ...section("Where the change probably belongs", places.definitions.slice(0, most.places), options),
    ...section("Files", places.files.slice(0, most.places), options),
    ...(folders.length > 0 ? ["", paint("bold", "For something new"), ...folders] : []),
  ];
}

function section(title: string, found: readonly ShownDefinition[], options: TextOptions): string[] {
  const shown = found.filter(({ score }) => score >= unlikely);
  if (shown.length === 0) return [];
  const { paint } = options;
  return ["", paint("bold", title), ...shown.flatMap((one) => definitionText(one, options))];
}

/** Score and name, then where, then the declaration, then why. */
function definitionText(one: ShownDefinition, { paint, width, reasons }: TextOptions): string[] {
  const isFile = one.kind === "Module";
  const place = isFile ? "" : `${printable(one.path)}:${one.startLine}`;
  const name = printable(isFile ? one.path : one.id.slice(one.path.length + 1));
  const head = `  ${one.score.toFixed(2)}  ${cut(name, width - 8)}`;
  const fits = head.length + 2 + place.length <= width;
  const said = told(one.reasons, reasons, name).map(printable);
  return [
    `  ${paint("green", one.score.toFixed(2))}  ${paint("cyan", cut(name, width - 8))}${fits && place ? `  ${place}` : ""}`,
    ...(fits || place === "" ? [] : [`        ${cut(place, width - 8)}`]),
    ...(one.signature === "" || isFile
      ? []
      : [`        ${cut(printable(tidySignature(one.signature)), width - 8)}`]),
    ...wrap(said.join("; "), width, "        ").map((line) => paint("dim", line)),
  ];
}

function ranText({ ran }: ContextAnswer, { paint, width }: TextOptions): string[] {
  if (!ran) return [];
  const lines = ran.tree.split("\n");
  const more = lines.length - most.ran;
  return [
    ...["", paint("bold", "What ran, each function below its caller")],
    ...lines.slice(0, most.ran).map((line) => `  ${cut(printable(line), width - 2)}`),
    ...(more > 0 ? [`  and ${count(more)} more lines`] : []),
    ...ran.notes.flatMap((note) => wrap(note, width, "  ")).map((line) => paint("dim", line)),
  ];
}

function leftOutText({ leftOut }: ContextAnswer, { paint, width }: TextOptions): string[] {
  if (leftOut.length === 0) return [];
  const named = leftOut.map(({ what, why }) => `${printable(what)} (${why})`);
  const all = firstOf(named, most.leftOut, (left) => `and ${left} more`).join(", ");
  return ["", paint("bold", `Left out of the passages (${leftOut.length})`), ...wrap(all, width, "  ")];
}

/** One sentence: tokens, passages, time. */
export function costOf({ tokens, budget, passages, milliseconds }: ContextAnswer): string {
  const files = new Set(passages.map(({ path }) => path)).size;
  const { graph, index, answer } = milliseconds;
  const time = `${elapsed(graph)} graph, ${elapsed(index)} index, ${elapsed(answer)} answer`;
  return `${count(tokens)} of ${count(budget)} tokens in ${counted(passages.length, "passage")} of ${counted(files, "file")}; ${time}.`;
}
