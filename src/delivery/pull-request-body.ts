import { diffStat } from "../edits/diff.ts";
import { firstOfReport } from "../github/drafts/description.ts";
import { count, counted, firstOf } from "../source/counted.ts";
import { visibleText } from "../source/visible-text.ts";
import { blastRadius, blastTable } from "./blast-radius.ts";
import { type ChangedDefinition, changedDefinitions, type Graphs } from "./changed.ts";
import { checksList } from "./checks-list.ts";
import { inlineCode } from "./code.ts";
import { duration, usageText } from "./cost.ts";
import type { DraftInput } from "./draft-input.ts";
import { handInsText } from "./hand-ins.ts";
import { type LedgerRow, ledgerRows, ledgerTable } from "./ledger.ts";
import { safeLine, safeMarkdown, shorten, tableCell } from "./markdown.ts";
import { pictureLegend, renderMermaid } from "./mermaid.ts";
import { newPackageList } from "./new-packages.ts";
import { fileLink, type Place } from "./permalink.ts";
import { pictureOf } from "./picture.ts";
import { referenceSourceList, takenOverList } from "./reference-sources.ts";
import { reuseLedger } from "./reuse.ts";
import { joinSections, type Section } from "./sections.ts";
import { isOpen, type ReuseDecision } from "./submission.ts";
import { leftOutList, supportingCodeTable } from "./supporting-code.ts";
import { toolUsesText } from "./tool-uses.ts";
import { webSourceList } from "./web-sources.ts";

/** GitHub's limit is 65,536 characters; the rest is room for what GitHub or a redactor adds. */
const longest = { body: 65_000, notes: 8_000, quote: 1_500, summary: 8_000, rows: 50 };

/** The body of the draft pull request: what a reviewer reads first stands open, the evidence is folded. */
export function pullRequestBody(input: DraftInput): string {
  const place: Place = { ...input.run, webUrl: input.webUrl, commit: input.base.commit };
  const graphs: Graphs = { before: input.graph, after: input.after };
  const changed = changedDefinitions(input.changes, graphs);
  const rows = ledgerRows(input.requirements, input.submission.requirements);
  const section = (title: string, shown: Section["shown"], dispensable: number, body: string): Section => ({
    ...{ title, shown, dispensable, body },
  });
  return joinSections(
    [
      section("Summary", "bare", 0, summary(input)),
      section(firstOfReport, "open", 0, ledgerTable(rows, input.changes, graphs, place)),
      section(titleOfNotDone(rows), "open", 0, notDone(rows, input.submission.assumptions)),
      section("How it was verified", "open", 0, verification(input)),
      section("Checks of the draft before", "open", 1, input.checks ? checksList(input.checks) : ""),
      section("Look closely", "open", 1, findings(input)),
      section("New packages", "open", 0, newPackageList(input.newPackages ?? [])),
      section("Taken from other projects", "open", 0, takenOverList(input.takenOver ?? [], input.webUrl)),
      section("How to steer", "open", 0, steering(input)),
      section("What changed, and for what", "folded", 1, changes(input, place)),
      section("The request, in its own words", "folded", 6, request(input)),
      section("Blast radius", "folded", 2, blastTable(blastRadius(changed, graphs), graphs, place)),
      section("Picture", "folded", 5, picture(input, changed, graphs)),
      section(
        "Supporting code, and how it was found",
        "folded",
        4,
        supportingCodeTable(input.context, input.taken, place),
      ),
      section("Sources", "folded", 3, webSourceList(input.sources)),
      section(
        "Public code that was looked at",
        "folded",
        2,
        referenceSourceList(input.references ?? [], input.webUrl),
      ),
      section("Reuse", "folded", 3, reuse(input, changed, graphs, place)),
      section("Found, but left out", "folded", 7, leftOutList(input.context)),
      section("Not in the code graph", "folded", 7, notes(input)),
      section("Cost", "folded", 3, cost(input)),
    ],
    longest.body,
  );
}

/**
 * What a person has to know of a commit on a pull request that was there already: its description is somebody else's,
 * so this stands in the run's comment.
 */
export function followUpNotes(input: DraftInput): string {
  const rows = ledgerRows(input.requirements, input.submission.requirements);
  const open = (title: string, body: string): Section => ({ title, shown: "open", dispensable: 0, body });
  return joinSections(
    [
      open(titleOfNotDone(rows), notDone(rows, input.submission.assumptions)),
      open("How it was verified", verification(input)),
      open("Checks of this pull request", input.checks ? checksList(input.checks) : ""),
      open("Look closely", findings(input)),
      open("New packages", newPackageList(input.newPackages ?? [])),
      open("Taken from other projects", takenOverList(input.takenOver ?? [], input.webUrl)),
    ],
    longest.notes,
  );
}

function summary({ submission, run, webUrl }: DraftInput): string {
  const words = safeMarkdown(shorten(submission.summary, longest.summary));
  const refs = webUrl === undefined ? "" : `Refs #${run.issueNumber}. `;
  const asked = `${refs}Written by CodeRAG for ${inlineCode(run.actorLogin)}; a draft, for a person to judge.`;
  return [words, asked].filter((part) => part !== "").join("\n\n");
}

/** As its readers see it: what a template hides, and the tags of a screenshot, are nobody's words. */
function request({ issue, run }: DraftInput): string {
  const quote = (text: string): string =>
    safeMarkdown(shorten(visibleText(text).text.trim(), longest.quote))
      .split("\n")
      .map((line) => `> ${line}`.trimEnd())
      .join("\n");
  const said =
    run.request.trim() === "" ? "" : `${inlineCode(run.actorLogin)} adds:\n\n${quote(run.request)}`;
  const parts = [`**${safeLine(issue.title, 256)}**`, issue.body.trim() === "" ? "" : quote(issue.body)];
  return [...parts, said].filter(Boolean).join("\n\n");
}

const titleOfNotDone = (rows: readonly LedgerRow[]): string =>
  rows.some(isOpen) ? "Not done, and assumed" : "Assumed";

function notDone(rows: readonly LedgerRow[], assumptions: readonly string[]): string {
  const open = rows.filter(isOpen);
  const mark = open.length > 0 ? "Assumed: " : "";
  const lines = [
    ...open.map(({ id, requirement, status, note }) => {
      const how = status === "partly" ? "only partly done" : "not done";
      return `- ${id} is ${how}: ${safeLine(note === "" ? requirement : note, 400)}`;
    }),
    ...assumptions.map((text) => `- ${mark}${safeLine(text, 400)}`),
  ];
  return lines.join("\n");
}

function changes({ changes: all, submission }: DraftInput, place: Place): string {
  const { files, added, removed } = diffStat(all);
  const done = (path: string): string =>
    submission.requirements
      .filter(({ where }) => where.some((id) => id === path || id.startsWith(`${path}#`)))
      .map(({ id }) => id)
      .join(", ");
  const rows = files.map((file) => {
    const name = file.kind === "added" ? inlineCode(file.path) : fileLink(place, file.path);
    const kind = file.kind === "changed" ? "" : ` (${file.kind === "added" ? "new" : "deleted"})`;
    return `| ${tableCell(name)}${kind} | +${count(file.added)} −${count(file.removed)} | ${done(file.path) || "–"} |`;
  });
  const total = `${counted(files.length, "file")}, +${count(added)} −${count(removed)} lines.`;
  const shown = firstOf(rows, longest.rows, (left) => `| and ${left} more | | |`);
  return [total, "", "| File | Lines | For |", "|---|---|---|", ...shown].join("\n");
}

const marks = { passed: "✅", failed: "❌", "not run": "⚪" };

function verification({ verification: all }: DraftInput): string {
  const lines = all.map(({ what, result, detail }) => {
    const more = detail === "" ? "" : `: ${safeLine(detail, 400)}`;
    return `- ${marks[result]} ${safeLine(what, 120)} ${result}${more}`;
  });
  return (lines.length > 0 ? lines : ["- ⚪ Nothing was run."]).join("\n");
}

function findings({ findings: all }: DraftInput): string {
  const lines = all.map(({ path, line, message }) => {
    const where = inlineCode(line === undefined ? path : `${path}:${line}`);
    return `- ${where}: ${safeLine(message, 400)}`;
  });
  return firstOf(lines, longest.rows).join("\n");
}

function reuse(
  { submission, context, taken: picks, nearest }: DraftInput,
  changed: readonly ChangedDefinition[],
  graphs: Graphs,
  place: Place,
): string {
  const taken = picks.map(({ node }) => node);
  return reuseLedger(submission.reuse, { changed, context, taken, nearest }, graphs, place);
}

function picture(
  { submission, context, taken }: DraftInput,
  changed: readonly ChangedDefinition[],
  graphs: Graphs,
): string {
  const decided = (wanted: ReuseDecision["decision"]): readonly string[] =>
    submission.reuse.flatMap(({ definition, decision }) => (decision === wanted ? definition : []));
  const shown = [...context.passages]
    .filter(({ kind }) => kind === "body")
    .sort((a, b) => b.score - a.score)
    .flatMap(({ node }) => node ?? []);
  const read = [...taken.map(({ node }) => node), ...shown];
  const drawn = pictureOf(
    { changed, reused: decided("reused"), followed: decided("followed"), read },
    graphs,
  );
  const diagram = renderMermaid(drawn);
  return diagram === "" ? "" : `${diagram}\n\n${pictureLegend(drawn)}`;
}

function notes({ indexNotes }: DraftInput): string {
  const lines = indexNotes.map((note) => `- ${safeLine(note, 300)}`);
  return firstOf(lines, 20).join("\n");
}

function cost({ spent, run, base, conventions }: DraftInput): string {
  const { milliseconds } = spent.usage;
  const time = milliseconds > 0 ? `, ${duration(milliseconds)} of the model and its tools` : "";
  const turns = counted(spent.turns, "turn");
  const tools = toolUsesText(spent.uses);
  const handIns = handInsText(spent.handIns);
  return [
    `- Model ${inlineCode(spent.model)}, ${turns}${time}: ${usageText(spent.usage)}`,
    ...(tools === "" ? [] : [`- Tools: ${tools}`]),
    ...(handIns === "" ? [] : [`- Hand-ins: ${handIns}`]),
    ...(conventions.length === 0
      ? []
      : [`- Read for the style, as data: ${conventions.map(inlineCode).join(", ")}`]),
    `- Base ${inlineCode(base.branch)} at ${inlineCode(base.commit.slice(0, 12))}`,
    `- Run ${inlineCode(run.id)}`,
  ].join("\n");
}

/** Nothing on a local folder, where there is nobody to comment to. */
function steering({ run, webUrl }: DraftInput): string {
  if (webUrl === undefined) return "";
  return [
    "- Change a detail: comment `/coderag fix what, where` here or on a line of the diff. It adds one commit. When checks have failed, `/coderag fix` alone reads what they say and mends that.",
    `- Have it written again with a hint: comment \`/coderag retry your hint\` on #${run.issueNumber}. The model sees this draft and your words; without words it mends what failed in its checks, or starts over. It updates this branch unless a person has pushed to it.`,
    "- Take the last commit back: `/coderag undo`, here or there. Stop a run: `/coderag cancel`.",
    "- Take over: push to this branch; CodeRAG never overwrites a person's commits. Not wanted? Close it; it is not opened again.",
  ].join("\n");
}
