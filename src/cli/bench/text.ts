import type { Paint } from "../graph/answers.ts";
import { printable } from "../style.ts";
import { cut, wrap } from "../wrap.ts";
import type { Wanted } from "./measure-commit.ts";
import type { BenchReport, Miss } from "./report.ts";

/** Places told of one miss. */
const mostMissed = 3;

/** The report for a person: a table of recall, then the worst misses with the reasons. */
export function benchText(report: BenchReport, paint: Paint, width: number): string {
  const { commits, withFunctions, skipped, interrupted, located, bm25, misses, milliseconds } = report;
  if (commits === 0)
    return `No commit could be measured${interrupted ? " before it was interrupted" : ""}.${skippedText(skipped)}`;
  const figures = (recalls: BenchReport["bm25"]): string =>
    Object.values(recalls)
      .map((value: number | null) => (value === null ? "-" : value.toFixed(3)).padStart(13))
      .join("");
  const about =
    `Of ${commits} merged commits${interrupted ? " (interrupted)" : ""}, ${withFunctions} of which touched ` +
    `functions: the share of what each touched that its message alone led to. ` +
    `${(milliseconds / 1_000 / commits).toFixed(1)} s a commit.${skippedText(skipped)}`;
  return [
    ...wrap(about, width),
    "",
    paint(
      "bold",
      `${"recall".padEnd(10)}${Object.keys(located)
        .map((name) => name.padStart(13))
        .join("")}`,
    ),
    `${"coderag".padEnd(10)}${paint("green", figures(located))}`,
    `${"bm25".padEnd(10)}${figures(bm25)}`,
    ...(misses.length > 0 ? ["", paint("bold", "What was missed most")] : []),
    ...misses.flatMap((miss) => missText(miss, paint, width)),
  ].join("\n");
}

function missText({ commit, title, missed, first }: Miss, paint: Paint, width: number): string[] {
  const more = missed.length - mostMissed;
  return [
    `  ${paint("cyan", commit.slice(0, 8))} ${cut(printable(title), width - 11)}`,
    ...missed.slice(0, mostMissed).flatMap((one) => wrap(wantedText(one), width, "    ")),
    ...(more > 0 ? [`    and ${more} more`] : []),
    ...wrap(
      `first was ${printable(first.function || first.file || "nothing")}: ${printable(first.reason)}`,
      width,
      "    ",
    ).map((line) => paint("dim", line)),
  ];
}

const wantedText = ({ id, rank, reason }: Wanted): string =>
  `${rank === null ? "not found" : `at ${rank}`}: ${printable(id)} (${printable(reason)})`;

function skippedText(skipped: BenchReport["skipped"]): string {
  const told = Object.entries(skipped).map(([why, count]) => `${count} (${why})`);
  return told.length === 0 ? "" : ` Passed over: ${told.join(", ")}.`;
}
