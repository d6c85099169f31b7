import type { ReferenceReport } from "../../src/references/report.ts";
import type { BenchData, BenchRequest, Label } from "./data.ts";

/** One request judged by its labels. What was not labelled counts as useless. */
export interface Judged {
  readonly request: BenchRequest;
  /** Whether a useful repository is there at all. */
  readonly exists: boolean;
  /** A useful repository is among the chosen; it stands first. */
  readonly useful: boolean;
  readonly usefulFirst: boolean;
  /** A file to reuse of a useful repository is among the chosen. */
  readonly usefulFile: boolean;
  /** "Nothing fits" was said. */
  readonly nothing: boolean;
  /** Chosen files that are tempting inner ones; of these, those in a repository of which no good file was chosen. */
  readonly tempting: number;
  readonly temptingInstead: number;
  readonly files: number;
  readonly labels: readonly string[];
}

/** `sure` leaves out pairs on which a second person could well decide otherwise. */
export function judge(
  request: BenchRequest,
  report: ReferenceReport,
  { labels }: BenchData,
  which: "all" | "sure",
): Judged {
  const own = labels.filter(
    (one) => String(one.request) === String(request.id) && (which === "all" || !one.doubt),
  );
  const byName = new Map(own.map((one) => [one.full_name.toLowerCase(), one]));
  const chosen = report.references.map((one) => {
    const label = byName.get(one.fullName.toLowerCase());
    const paths = one.files.map(({ path }) => path);
    const good = paths.some((path) => label?.files?.includes(path));
    return { label, good, paths, tempting: paths.filter((path) => isTempting(label, path)).length };
  });
  const useful = chosen.filter(({ label }) => label?.label === "useful");
  return {
    request,
    exists: own.some(({ label }) => label === "useful"),
    useful: useful.length > 0,
    usefulFirst: chosen[0]?.label?.label === "useful",
    usefulFile: useful.some(({ good }) => good),
    nothing: report.references.length === 0,
    tempting: chosen.reduce((sum, one) => sum + one.tempting, 0),
    temptingInstead: chosen.reduce((sum, one) => sum + (one.good ? 0 : one.tempting), 0),
    files: chosen.reduce((sum, { paths }) => sum + paths.length, 0),
    labels: chosen.map(({ label }) => label?.label ?? "not labelled"),
  };
}

function isTempting(label: Label | undefined, path: string): boolean {
  return label?.tempting_files?.includes(path) === true && !label.files?.includes(path);
}

/** The figures of one way of searching, a row of a table each. */
export function figures(judged: readonly Judged[]): readonly (readonly [what: string, value: string])[] {
  const there = judged.filter(({ exists }) => exists);
  const not = judged.filter(({ exists }) => !exists);
  const share = (of: readonly Judged[], is: (one: Judged) => boolean): string =>
    `${of.filter(is).length} of ${of.length}`;
  const files = judged.reduce((sum, one) => sum + one.files, 0);
  return [
    ["a useful repository is chosen, where one exists", share(there, (one) => one.useful)],
    ["it stands first", share(there, (one) => one.usefulFirst)],
    ["a useful file of it is chosen, where one exists", share(there, (one) => one.usefulFile)],
    ['"nothing fits" is said, where that is so', share(not, (one) => one.nothing)],
    ['"nothing fits" is said, where something does', share(there, (one) => one.nothing)],
    ["requests with a tempting file instead of a good one", share(judged, (one) => one.temptingInstead > 0)],
    ["requests with a tempting file at all", share(judged, (one) => one.tempting > 0)],
    [
      "files chosen, tempting ones among them",
      `${files}, ${judged.reduce((sum, one) => sum + one.tempting, 0)}`,
    ],
  ];
}
