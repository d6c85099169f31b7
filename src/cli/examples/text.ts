import { publicPlace } from "../../delivery/outward.ts";
import { fileAddress } from "../../delivery/permalink.ts";
import type { DependencyEntry, Example } from "../../examples/entry.ts";
import type { Paint } from "../graph/answers.ts";
import { printable } from "../style.ts";
import { wrap } from "../wrap.ts";

export interface ExamplesTextOptions {
  readonly paint: Paint;
  /** Characters a line. */
  readonly width: number;
  /** Of GitHub. */
  readonly webUrl?: string | undefined;
}

/** Shown of what is called here; --json has the rest. */
const most = { apis: 8 };

/** The answer for a person at a terminal. Strangers' text is shown without what a terminal would act on. */
export function examplesText(
  entry: DependencyEntry,
  notes: readonly string[],
  options: ExamplesTextOptions,
): string {
  const { paint, width } = options;
  const { name, version, before, ecosystem, examples, tried } = entry;
  const versions = before === undefined ? (version ?? "") : `${before} → ${version ?? "newest"}`;
  const said = [...tried, ...notes].flatMap((note) => wrap(printable(note), width));
  return [
    `${paint("bold", printable(`${name} ${versions}`.trim()))} ${paint("dim", `(${ecosystem})`)}`,
    ...calledHere(entry, paint, width),
    ...changed(entry, paint, width),
    ...examples.flatMap((example) => ["", ...exampleText(example, options)]),
    ...(examples.length === 0 ? ["", paint("bold", "No public example was found.")] : []),
    ...(said.length > 0 ? ["", ...said.map((line) => paint("dim", line))] : []),
  ].join("\n");
}

function calledHere({ apis }: DependencyEntry, paint: Paint, width: number): readonly string[] {
  if (apis.length === 0) return wrap("No call of it was found in this repository's code.", width);
  const shown = apis.slice(0, most.apis).map(({ api, places: [first, ...others] }) => {
    const where = first === undefined ? "" : `${first.path}:${first.line}`;
    return `  ${paint("cyan", printable(api))} ${printable(where)}${others.length > 0 ? ` and ${others.length} more` : ""}`;
  });
  const more = apis.length - shown.length;
  return ["Called here:", ...shown, ...(more > 0 ? [`  and ${more} more names`] : [])];
}

function changed(
  { changes, before, version }: DependencyEntry,
  paint: Paint,
  width: number,
): readonly string[] {
  if (changes === undefined || before === undefined) return [];
  const { entries, repository, path, count } = changes;
  const title = `What changed from ${before} to ${version ?? "the newest"}, by ${path === undefined ? `the releases of ${repository.fullName}` : `${repository.fullName}/${path}`}`;
  const rows = entries.flatMap(({ version: at, text, apis, breaking }) => {
    const mark = apis.length > 0 ? `called here: ${apis.join(", ")}. ` : breaking ? "breaks: " : "";
    return wrap(printable(`${at} ${mark}${text}`), width, "  ");
  });
  const rest = count - entries.length;
  return [
    "",
    paint("bold", printable(title)),
    ...(rows.length > 0 ? rows : ["  Nothing names what is called here or says that it breaks something."]),
    ...(rest > 0 ? [`  and ${rest} more entries there`] : []),
  ];
}

function exampleText(example: Example, { paint, width, webUrl }: ExamplesTextOptions): readonly string[] {
  const { repository, path, from, to, apis, licence, code, own } = example;
  const facts = `${licence}; ${own ? "its own repository" : "public code"} at ${repository.commit.slice(0, 12)}; shows ${apis.join(", ")}`;
  const lines = code === undefined ? ["Its licence does not allow showing the code here."] : code.split("\n");
  return [
    paint("bold", printable(`${repository.fullName}/${path}:${from}-${to}`)),
    `  ${fileAddress(publicPlace(repository, webUrl), path, { from, to })}`,
    ...wrap(printable(facts), width, "  ").map((line) => paint("dim", line)),
    ...lines.map((line) => `  ${printable(line.replaceAll("\t", "  "))}`.trimEnd()),
  ];
}
