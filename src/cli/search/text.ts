import { isUsed, usageText } from "../../delivery/cost.ts";
import { publicPlace } from "../../delivery/outward.ts";
import { fileAddress } from "../../delivery/permalink.ts";
import { asksForAttribution } from "../../references/licence.ts";
import { type Reference, type ReferenceReport, rejectedAlike, searchAgain } from "../../references/report.ts";
import { counted } from "../../source/counted.ts";
import type { Paint } from "../graph/answers.ts";
import { printable } from "../style.ts";
import { wrap } from "../wrap.ts";

export interface SearchTextOptions {
  readonly paint: Paint;
  /** Characters a line. */
  readonly width: number;
  /** Of GitHub. */
  readonly webUrl?: string | undefined;
}

/** Shown of what was not chosen; --json has the rest. */
const mostRejected = 8;

function mayBeTaken({ use, licence }: Reference): string {
  if (use === "facts") return "learn from it, but do not take its code over";
  if (use === "code")
    return `its code may be reused${asksForAttribution(licence) ? ", with attribution" : ""}`;
  return licence === undefined ? "nobody gave leave to copy its code" : "read it before you take code over";
}

/** The answer for a person at a terminal. Strangers' text is shown without what a terminal would act on. */
export function searchText(report: ReferenceReport, { paint, width, webUrl }: SearchTextOptions): string {
  const { references, rejected, keywords, queries, candidates, language, notes, usage } = report;
  const found = references.flatMap((one, at) => [...referenceText(one, at, { paint, width, webUrl }), ""]);
  const why = [report.nothing ?? "", ...(queries.length > 0 ? [searchAgain(report)] : [])].join(" ");
  const nothing = [paint("bold", "Nothing fits."), ...wrap(printable(why), width, "  "), ""];
  const others = rejectedAlike(rejected.slice(0, mostRejected)).flatMap(({ names, why }) =>
    wrap(`${names.join(", ")}: ${printable(why)}`, width, "  "),
  );
  const more = rejected.length - mostRejected;
  return [
    ...(references.length > 0 ? found : nothing),
    ...(others.length > 0 ? [paint("bold", "Not chosen"), ...others] : []),
    ...(more > 0 ? [`  and ${more} more`] : []),
    "",
    ...wrap(
      `Searched in ${language ?? "any language"} for ${keywords.map(printable).join(", ") || "nothing"}: ${counted(queries.length, "search", "searches")}, ${counted(candidates, "repository", "repositories")} looked at.${isUsed(usage) ? ` ${usageText(usage)}.` : ""}`,
      width,
    ).map((line) => paint("dim", line)),
    ...notes.flatMap((note) => wrap(printable(note), width)).map((line) => paint("dim", line)),
  ].join("\n");
}

function referenceText(one: Reference, at: number, { paint, width, webUrl }: SearchTextOptions): string[] {
  const { fullName, licence, pushedAt, stars, sources, archived, commit, files, reason, noFile } = one;
  const facts = [
    licence === "NOASSERTION" ? "licence not recognised" : (licence ?? "no licence"),
    `pushed ${pushedAt.slice(0, 10) || "?"}`,
    counted(stars, "star"),
    counted(sources, "source file"),
    ...(archived ? ["archived"] : []),
  ].join(", ");
  const place = publicPlace(one, webUrl);
  const shown = files.flatMap(({ path, lines, reason: why }) => [
    `   ${paint("cyan", printable(lines === undefined ? path : `${path}:${lines.from}-${lines.to}`))}`,
    `     ${fileAddress(place, path, lines)}`,
    ...wrap(printable(why), width, "     ").map((line) => paint("dim", line)),
  ]);
  return [
    `${at + 1}. ${paint("bold", fullName)} ${paint("dim", `at ${commit.slice(0, 12)}`)}`,
    ...wrap(printable(`${facts}; ${mayBeTaken(one)}`), width, "   ").map((line) => paint("dim", line)),
    ...wrap(printable(reason), width, "   "),
    ...(files.length > 0 ? shown : wrap(printable(noFile ?? "No file of it was chosen."), width, "   ")),
  ];
}
