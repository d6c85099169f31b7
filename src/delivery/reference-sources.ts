import type { ReferenceExcerpt } from "../references/excerpts.ts";
import type { TakenOver } from "../references/marks.ts";
import { inlineCode } from "./code.ts";
import { outwardPlace, treeLink } from "./outward.ts";
import { fileLink } from "./permalink.ts";

/** The public code that the model was shown, with licence and pinned source: a list. Empty where there was none. */
export function referenceSourceList(
  excerpts: readonly ReferenceExcerpt[],
  webUrl: string | undefined,
): string {
  if (excerpts.length === 0) return "";
  const rows = excerpts.map((excerpt) => {
    const { licence, path } = excerpt;
    const place = outwardPlace(excerpt, webUrl);
    const what =
      path === undefined
        ? "what its README says; its licence allows no more"
        : `parts of ${fileLink(place, path)}`;
    return `- ${treeLink(place)} (${inlineCode(licence)}): ${what}`;
  });
  return [
    "Public code that the model was shown before it wrote. Where lines were taken over, these licences ask for attribution.",
    "",
    ...rows,
  ].join("\n");
}

/** Lines of the change that stand in other people's code, each with its licence and pinned source: a list. */
export function takenOverList(taken: readonly TakenOver[], webUrl: string | undefined): string {
  if (taken.length === 0) return "";
  const rows = taken.map(({ path, from, to, source, sourceLine }) => {
    const there = { from: sourceLine, to: sourceLine + to - from };
    const place = outwardPlace(source, webUrl);
    const where = source.path === undefined ? "its README" : fileLink(place, source.path, there);
    return `- ${inlineCode(`${path}:${from}-${to}`)} stands in ${where} of ${inlineCode(source.fullName)}, licence ${inlineCode(source.licence ?? "none")}`;
  });
  return ["Keep these notices where the lines are kept: the licences ask for it.", "", ...rows].join("\n");
}
