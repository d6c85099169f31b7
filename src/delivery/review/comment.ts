/** The words of one finding: on its lines, or in the body of the review. */
import type { Finding } from "../../checks/finding.ts";
import { isParsed } from "../../checks/syntax.ts";
import type { Suggestion } from "../../edits/anchor.ts";
import { unifiedDiff } from "../../edits/diff.ts";
import { ticksAround } from "../../source/back-ticks.ts";
import type { FileChange } from "../../source/file.ts";
import { codeBlock, inlineCode } from "../code.ts";
import { safeLine, safeMarkdown, shorten } from "../markdown.ts";
import { fileLink, type Place } from "../permalink.ts";
import { folded } from "../sections.ts";
import { visible } from "../visible.ts";
import type { Severity } from "./finding.ts";
import type { PlacedFinding, WhyFolded } from "./place.ts";

const longest = { title: 200, why: 1_500, reason: 300, diff: 6_000 };
const mostWarnings = 3;
const marks: Readonly<Record<Severity, string>> = { high: "🔴", medium: "🟠", low: "🟡" };

/**
 * A comment for each suggestion of a finding, with the block that the button commits. Of several parts the one nearest to
 * the finding says why; each says how they belong together.
 */
export function suggestionComments(
  placed: PlacedFinding,
  suggestions: readonly Suggestion[],
): readonly string[] {
  const main = mainOf(placed, suggestions);
  return suggestions.map(({ lines }, index) => {
    const block = suggestionBlock(lines);
    const part = partOf(placed, suggestions, index);
    const said =
      index === main
        ? [whyOf(placed), block, ...lookClosely(placed.noticed), ...part, ...basis(placed)]
        : [block, ...part];
    return [heading(placed), ...said].join("\n\n");
  });
}

/** The part that stands on the finding's line, or nearest to it in its file. */
function mainOf({ finding }: PlacedFinding, suggestions: readonly Suggestion[]): number {
  const far = suggestions.map(({ path, from, to }) =>
    path === finding.path ? Math.max(0, from - finding.line, finding.line - to) : Number.POSITIVE_INFINITY,
  );
  return far.indexOf(Math.min(...far));
}

function partOf(
  { place }: PlacedFinding,
  suggestions: readonly Suggestion[],
  index: number,
): readonly string[] {
  const { shared, inseparable } = place.kind === "suggested" ? place : { shared: [], inseparable: false };
  if (suggestions.length + shared.length <= 1) return [];
  const at = ({ path, from }: Suggestion): string => inlineCode(`${path}:${from}`);
  const others = suggestions.map((one, part) => `part ${part + 1} at ${at(one)}`).toSpliced(index, 1);
  const which = [
    ...(others.length > 0
      ? [`**Part ${index + 1} of ${suggestions.length}**, with ${others.join(", ")}.`]
      : []),
    ...(shared.length > 0 ? [`It needs the other suggestion at ${shared.map(at).join(" and ")}, too.`] : []),
  ].join(" ");
  const batch = "add all of them to one batch under *Files changed*";
  const how = inseparable
    ? `One does not compile without the other: ${batch}.`
    : `They belong together: ${batch}${shared.length > 0 ? "" : ", or commit them in this order"}.`;
  return [`${which} ${how}`];
}

/**
 * Lines as the block that GitHub offers a button for: verbatim, in a fence longer than any run of back-ticks in them.
 * No line at all deletes what the comment stands on.
 */
export function suggestionBlock(lines: readonly string[]): string {
  const ticks = ticksAround(lines.join("\n"), 3);
  return [`${ticks}suggestion`, ...lines, ticks].join("\n");
}

/** A cure that no button can commit: what is wrong in the open, and below it the diff, with the way to have it committed. */
export function foldedFinding(placed: PlacedFinding, place: Place, offer: string): string {
  const { finding, changes } = placed;
  const why = placed.place.kind === "folded" ? placed.place.why : "outside the diff";
  const where = fileLink(
    place,
    finding.path,
    { from: finding.line, to: finding.line },
    `${finding.path}:${finding.line}`,
  );
  const cure = [
    why === "a secret" ? unsayable : diffBlock(changes),
    ...lookClosely(placed.noticed),
    offer,
    ...basis(placed),
  ];
  // Of a fault whose cure stands elsewhere the file that nobody can reach is the one of the cure.
  const isHere = changes.some(({ path }) => path === finding.path);
  const file = isHere ? finding.path : (changes[0]?.path ?? finding.path);
  const fold = folded(`${inSummary(file)}: ${reasons[why]}`, cure.join("\n\n"));
  return [heading(placed), `At ${where}. ${whyOf(placed)}`, fold].join("\n\n");
}

/** What stands in the body where GitHub does not take a comment on its lines. */
export function misplacedComment(
  placed: { readonly path: string; readonly from: number; readonly to: number },
  body: string,
): string {
  const lines = placed.from === placed.to ? `${placed.to}` : `${placed.from}–${placed.to}`;
  // A suggestion block outside of a diff is no button; it stays readable as code.
  const text = body.replace(/^(`{3,})suggestion$/m, "$1");
  return folded(`${inSummary(placed.path)}, lines ${lines}: not shown in GitHub's diff`, text);
}

const reasons = {
  "adds or deletes a file": "adds or deletes a file",
  "outside the diff": "outside the diff",
  "more than one hunk": "in several places",
  "several files": "in several files",
  "another suggestion": "another suggestion stands on some of its lines",
  "too long": "too long for a suggestion",
  "line ends": "line ends, or a byte order mark, that a suggestion cannot write",
  "a command at the beginning of a line": "a line that reads like a command",
  "a secret": "its code holds what looks like a secret",
} as const satisfies Readonly<Record<WhyFolded, string>>;

const unsayable = "Its code is not shown: it holds what looks like a secret, or stands beside it.";

const endlessContext = /^( .{1000}).+$/gm;

export function diffBlock(changes: readonly FileChange[], room = longest.diff): string {
  const diff = changes.map((change) => unifiedDiff(change).trimEnd()).join("\n");
  // An endless line beside a change would take the room of the change.
  const told = diff.replace(endlessContext, "$1…");
  return codeBlock(shorten(told, room), "diff");
}

function heading({ finding }: PlacedFinding): string {
  return `${marks[finding.severity]} **${safeLine(finding.title, longest.title)}**`;
}

const whyOf = ({ finding }: PlacedFinding): string => safeMarkdown(shorten(finding.why, longest.why));

/** What speaks against taking a cure over unseen. Whoever presses a button reads no report. */
export function lookClosely(noticed: readonly Finding[] = []): readonly string[] {
  const told = new Set(noticed.map(({ message }) => safeLine(message, longest.reason)));
  return told.size === 0 ? [] : [`⚠️ **Look closely.** ${[...told].slice(0, mostWarnings).join(" ")}`];
}

/** What speaks for it beyond its own words. */
function basis({ finding, reason, changes, noticed = [] }: PlacedFinding): readonly string[] {
  const { kind, severity, confidence } = finding;
  const isChecked =
    changes.some(({ path }) => isParsed(path)) && !noticed.some(({ kind }) => kind === "syntax/unchecked");
  const checked = isChecked ? " · the file parses no worse with it" : "";
  const held = reason === "" ? "" : ` · second reading: ${safeLine(reason, longest.reason)}`;
  return [`<sub>${inlineCode(kind)} · ${severity} · ${confidence}${checked}${held}</sub>`];
}

/** A path in the line of a summary, where Markdown does not count; within `<code>` nobody is mentioned. */
export function inSummary(path: string): string {
  const text = visible(path).replace(/[<>&]/g, (mark) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;" })[mark]!);
  return `<code>${text.replace(/\s+/g, " ")}</code>`;
}
