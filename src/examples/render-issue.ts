import { codeBlock, inlineCode } from "../delivery/code.ts";
import { escapeHtml } from "../delivery/html.ts";
import { safeLine } from "../delivery/markdown.ts";
import { outwardPlace } from "../delivery/outward.ts";
import { fileLink, type Place } from "../delivery/permalink.ts";
import { folded, joinSections, type Section } from "../delivery/sections.ts";
import { registries } from "../web/registries/all.ts";
import { box } from "./boxes.ts";
import { byWorth, type DependencyEntry, type Example, tells } from "./entry.ts";

/** GitHub takes 65,536 characters; some are left for the marker and for what people write below. */
const longest = 60_000;
const most = { apis: 8, places: 2, shownEntries: 40, ownPackages: 60 };

export interface LivingIssue {
  /** Newest first. */
  readonly entries: readonly DependencyEntry[];
  /** `npm:left-pad`. */
  readonly ignored: readonly Pick<DependencyEntry, "ecosystem" | "name">[];
  /** `npm:hono`: will be looked up in the next weeks. */
  readonly waiting: readonly Pick<DependencyEntry, "ecosystem" | "name">[];
  readonly place: Home;
  /** Of the project itself, or from a source of its own. */
  readonly ownPackages: readonly Pick<DependencyEntry, "name">[];
  /** Files that could not be read, a sentence each. */
  readonly notes: readonly string[];
}

/** This repository; each entry says at which commit its code was read. */
export type Home = Omit<Place, "commit">;

export const livingIssueTitle = "Examples of our dependencies";

/**
 * The body of the living issue. The same look-ups give the same text, to the letter: an issue of which nothing
 * changed need not be written again.
 */
export function renderLivingIssue({
  entries,
  ignored,
  waiting,
  place,
  notes,
  ownPackages,
}: LivingIssue): string {
  const telling = entries.filter(tells).sort(byWorth);
  const shown = telling.slice(0, most.shownEntries);
  const left = telling.slice(shown.length).map(({ name }) => inlineCode(name));
  const sections: Section[] = [
    { title: "", shown: "bare", dispensable: 0, body: introduction(entries.length) },
    ...shown.map(
      (entry, at): Section => ({
        title: entryTitle(entry),
        shown: "open",
        dispensable: at + 1,
        body: [renderEntry(entry, place), entryBoxes(entry)].join("\n\n"),
      }),
    ),
    {
      title: "More",
      shown: "folded",
      dispensable: 0,
      body: left.length > 0 ? `Not shown: ${left.join(", ")}` : "",
    },
    {
      ...{ title: "Looked up, nothing found", shown: "folded", dispensable: 0 },
      body: entries
        .filter((one) => !tells(one))
        .map(silent)
        .join("\n"),
    },
    {
      ...{ title: "Waiting to be looked up", shown: "folded", dispensable: 0 },
      body: waiting.map(({ ecosystem, name }) => `- ${inlineCode(name)} (${ecosystem})`).join("\n"),
    },
    { title: "Not asked for outside", shown: "folded", dispensable: 0, body: ownNames(ownPackages) },
    { title: "Ignored", shown: "folded", dispensable: 0, body: ignored.map(ignoredBox).join("\n") },
    {
      title: "Not read",
      shown: "folded",
      dispensable: 0,
      body: notes.map((note) => `- ${safeLine(note, 300)}`).join("\n"),
    },
  ];
  return joinSections(sections, longest);
}

function ownNames(packages: LivingIssue["ownPackages"]): string {
  if (packages.length === 0) return "";
  const names = packages.slice(0, most.ownPackages).map(({ name }) => inlineCode(name));
  const more = packages.length - names.length;
  return `Packages of this project itself, or from a source of its own: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

const introduction = (count: number): string =>
  [
    count === 0
      ? "No dependency is new or has a new major version. This page fills when one has."
      : "How public code uses what this repository calls of its new dependencies, and of those with a new major version.",
    "CodeRAG keeps this one issue up to date; there is nothing to do. Close it to stop, or set `examples: { schedule: off }` in `.github/coderag.yml`.",
  ].join(" ");

/** One line and its boxes: what nobody shows should not stand in the way of what is shown. */
const silent = (entry: DependencyEntry): string => {
  const why = entry.tried[0] === undefined ? "" : `: ${safeLine(entry.tried[0], 200)}`;
  return `- ${entryTitle(entry)} (${entry.ecosystem})${why}\n${entryBoxes(entry).replace(/^/gm, "  ")}`;
};

/** `zod 3.25.0 → 4.1.5`, safe as a heading. */
export function entryTitle({ name, version, before }: DependencyEntry): string {
  const versions = before === undefined ? (version ?? "") : `${before} → ${version ?? "newest"}`;
  return `${inlineCode(name)} ${safeLine(versions, 60)}`.trim();
}

/** What was found, in a sentence. */
export const entryHeadline = (entry: DependencyEntry): string =>
  tells(entry)
    ? `How public code uses ${entryTitle(entry)}.`
    : `No public example of ${entryTitle(entry)} was found.`;

/** One dependency, below its title. */
export function renderEntry(entry: DependencyEntry, place: Home): string {
  const { ecosystem, name, examples, tried } = entry;
  const page = registries[ecosystem].page(name);
  const found =
    examples.length > 0
      ? examples.map((one) => renderExample(one, place))
      : // Its headline says it where there is nothing else.
        tells(entry)
        ? ["No public example was found."]
        : [];
  return [
    `${ecosystem}${page === undefined ? "" : `, [registry page](${page})`}. ${renderUses(entry, place)}`,
    renderChanges(entry, place),
    ...found,
    tried.length > 0
      ? folded("What was tried", tried.map((one) => `- ${safeLine(one, 300)}`).join("\n"))
      : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const entryBoxes = ({ ecosystem, name }: DependencyEntry): string =>
  [
    box({ action: "look-up", ecosystem, name }, "look it up again now", false),
    box({ action: "ignore", ecosystem, name }, "ignore this dependency", false),
  ].join("\n");

function renderUses({ apis, commit }: DependencyEntry, place: Home): string {
  if (apis.length === 0) return "No call of it was found in this repository's code.";
  const named = apis.slice(0, most.apis).map(({ api, places }) => {
    const [first] = places;
    const link =
      first && fileLink({ ...place, commit }, first.path, { from: first.line, to: first.line }, api);
    return `${link ?? inlineCode(api)}${places.length > 1 ? ` ×${places.length}` : ""}`;
  });
  const more = apis.length - named.length;
  return `Called here: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

function renderChanges({ changes, before, version }: DependencyEntry, { webUrl }: Home): string {
  if (changes === undefined || before === undefined) return "";
  const { repository, path, entries, count } = changes;
  const place = outwardPlace(repository, webUrl);
  const releases = `[its releases](${place.webUrl}/${repository.fullName}/releases)`;
  const rows = entries.map(({ version: at, line, text, breaking, apis }) => {
    const link = path === undefined ? inlineCode(at) : fileLink(place, path, { from: line, to: line }, at);
    const mark =
      apis.length > 0 ? `**called here: ${apis.map(inlineCode).join(", ")}.** ` : breaking ? "breaks: " : "";
    return `- ${link} ${mark}${safeLine(text, 400)}`;
  });
  const rest = count - rows.length;
  const said =
    rows.length === 0
      ? "None of them names what is called here or says that it breaks something."
      : rows.join("\n");
  return `**What changed** from ${safeLine(before, 40)} to ${safeLine(version ?? "the newest", 40)}, by ${path === undefined ? releases : fileLink(place, path)}${rest > 0 ? ` (${rest} more entries there)` : ""}:\n\n${said}`;
}

function renderExample(example: Example, { webUrl }: Home): string {
  const { repository, path, from, to, apis, licence, code, language, own } = example;
  const link = fileLink(
    outwardPlace(repository, webUrl),
    path,
    { from, to },
    `${repository.fullName}/${path}`,
  );
  const whose = own ? "its own repository" : "public code";
  const shows = apis.map(inlineCode).join(", ");
  const said = `${link} (${whose}, ${safeLine(licence, 40)}) shows ${shows}`;
  if (code === undefined) return `- ${said}. Its licence does not allow showing the code here.`;
  return folded(inSummary(example), `${said}\n\n${codeBlock(code, language)}`);
}

/** A summary is HTML, in which GitHub reads no Markdown. */
const inSummary = ({ apis, repository }: Example): string =>
  `${apis.slice(0, 3).map(escapeHtml).join(", ")} in ${escapeHtml(repository.fullName)}`;

const ignoredBox = ({ ecosystem, name }: Pick<DependencyEntry, "ecosystem" | "name">): string =>
  box(
    { action: "ignore", ecosystem, name },
    `${inlineCode(name)} (${ecosystem}); untick to look at it again`,
    true,
  );
