import { asksForAttribution } from "../references/licence.ts";
import { type Reference, type ReferenceReport, rejectedAlike, searchAgain } from "../references/report.ts";
import { count, counted, firstOf } from "../source/counted.ts";
import { inlineCode } from "./code.ts";
import { safeLine, tableCell } from "./markdown.ts";
import { outwardPlace, outwardWeb, treeLink } from "./outward.ts";
import { fileLink, type Place } from "./permalink.ts";
import { folded, joinSections } from "./sections.ts";

/** Characters of one line, rows of a list and names in a row, and the whole within what a comment holds beside the plan. */
const most = {
  reason: 400,
  description: 200,
  summary: 900,
  rejected: 60,
  alike: 30,
  notes: 12,
  body: 50_000,
};

/**
 * What a reference search found, as the words of a comment. Everything that a stranger or a model wrote is made safe;
 * links lead to pinned commits and notify nobody.
 */
export function referenceAnswer(
  report: ReferenceReport,
  webUrl: string | undefined,
): { readonly headline: string; readonly body: string } {
  const web = outwardWeb(webUrl);
  const { references } = report;
  const found = `${count(references.length)} public ${references.length === 1 ? "repository comes" : "repositories come"} near to this`;
  const mayBeTaken = references.some(({ use }) => use === "code");
  const headline =
    references.length > 0
      ? `${found}${mayBeTaken ? "" : ", for reading only: no licence lets you take code over"}.`
      : "No public repository fits, so none is recommended.";
  const body = joinSections(
    [
      {
        ...{ title: "Result", shown: "bare", dispensable: 0 },
        body:
          references.length > 0
            ? references.map((one, at) => shown(one, at, webUrl)).join("\n\n")
            : nothing(report),
      },
      { title: "What was searched for", shown: "folded", dispensable: 2, body: searches(report) },
      { title: "What was not chosen, and why", shown: "folded", dispensable: 3, body: rejected(report, web) },
      { title: "How this was made", shown: "folded", dispensable: 1, body: made(report) },
    ],
    most.body,
  );
  return { headline, body };
}

function shown(one: Reference, at: number, webUrl: string | undefined): string {
  const place = outwardPlace(one, webUrl);
  const about = safeLine(one.description, most.description);
  const list = one.files.map(({ path, lines, reason }) => {
    const name = lines === undefined ? path : `${path}:${lines.from}-${lines.to}`;
    return `- ${fileLink(place, path, lines, name)}: ${safeLine(reason, most.reason) || "worth reading"}`;
  });
  const parts = [
    `**${treeLink(place)}** (${facts(one)})`,
    ...(about === "" ? [] : [about]),
    `**Why:** ${safeLine(one.reason, most.reason) || "the nearest that was found"}`,
    list.length > 0
      ? list.join("\n")
      : `No file of it was chosen: ${safeLine(one.noFile ?? "none shows it alone", most.reason)}`,
    licence(one, place),
    folded("What its README says", safeLine(one.summary, most.summary)),
  ];
  const number = `${at + 1}. `;
  // What belongs to an item of a list stands below its first letter.
  return number + parts.join("\n\n").replace(/\n(?=.)/g, `\n${" ".repeat(number.length)}`);
}

function facts({ licence: spdx, pushedAt, stars, archived, sources }: Reference): string {
  return [
    spdx === undefined ? "no licence" : spdx === "NOASSERTION" ? "licence not recognised" : inlineCode(spdx),
    `last push ${/^\d{4}-\d{2}-\d{2}/.exec(pushedAt)?.[0] ?? "unknown"}`,
    counted(stars, "star"),
    counted(sources, "source file"),
    ...(archived ? ["archived"] : []),
  ].join(", ");
}

function licence({ use, licence: spdx, licencePath }: Reference, place: Place): string {
  const where = licencePath === undefined ? "" : ` (${fileLink(place, licencePath)})`;
  if (use === "code")
    return `Its code may be reused under ${inlineCode(spdx!)}${where}${asksForAttribution(spdx) ? ", with attribution" : ""}.`;
  if (use === "facts")
    return `Under ${inlineCode(spdx!)}${where} its code may not simply be taken over: learn how it works, write it anew.`;
  if (spdx !== undefined)
    return `GitHub does not recognise its licence${where}: read it before you take code over.`;
  return "Nobody gave leave to copy its code: learn how it works, write it anew.";
}

function nothing(report: ReferenceReport): string {
  const { nothing: why, candidates, queries } = report;
  const said = safeLine(why ?? "", most.reason);
  if (queries.length === 0) return said;
  const found = `${counted(queries.length, "search", "searches")} found ${counted(candidates, "repository", "repositories")} whose READMEs were read, listed below with the reason why not.`;
  return [said, ...(candidates > 0 ? [found] : []), searchAgain(report)].join(" ").trim();
}

function searches({ queries, language }: ReferenceReport): string {
  const rows = queries.map(
    ({ keywords, query, total, looked, incomplete }) =>
      `| ${tableCell(keywords.map((word) => inlineCode(word)).join(" and "))}${/ in:\S*readme/.test(query) ? ", in READMEs too" : ""} | ${count(total)}${incomplete ? " or more" : ""} | ${count(looked)} |`,
  );
  return [
    `In ${language ?? "any language"}, best match first, without forks.`,
    "",
    "| Search | Found | Looked at |",
    "|---|--:|--:|",
    ...rows,
  ].join("\n");
}

function rejected({ rejected: all }: ReferenceReport, web: string): string {
  const linked = (name: string): string => `[${inlineCode(name)}](${web}/${name})`;
  const rows = rejectedAlike(all).map(
    ({ names, why }) =>
      `- ${firstOf(names.map(linked), most.alike, (left) => `${count(left)} more`).join(", ")}: ${safeLine(why, most.description)}`,
  );
  return firstOf(rows, most.rejected).join("\n");
}

const who = { model: "the model", rules: "words and rules", both: "the model and rules" } as const;

function made({ by, notes, references, looked }: ReferenceReport): string {
  const files = new Set(references.map(({ filesBy }) => who[filesBy]));
  return [
    `- Keywords by ${who[by.keywords]}, summaries by ${who[by.summaries]}, repositories by ${who[by.repositories]}${files.size === 0 ? "" : `, files by ${[...files].join(" and ")}`}.`,
    `- Repositories were chosen on names and summaries of READMEs, files on README and paths. ${codeRead(looked)} Nothing was run.`,
    ...notes.slice(0, most.notes).map((note) => `- ${safeLine(note, most.reason)}`),
  ].join("\n");
}

function codeRead({ repositories, byModel }: ReferenceReport["looked"]): string {
  if (repositories === 0) return "Their code was not read.";
  const judge = byModel === 0 ? "rules" : byModel === repositories ? "the model" : "the model and rules";
  const whose = `The chosen files of ${counted(repositories, "repository", "repositories")} were then read and judged by ${judge}.`;
  return byModel === 0
    ? `${whose} Rules see only whether there is code at all.`
    : `${whose} Of code under licences that are not on the list the model saw names only.`;
}
