import type { Run, RunState } from "../store/run.ts";
import { activeStates } from "../store/run.ts";
import { pageOf } from "./frame.ts";
import { type Html, html } from "./html.ts";
import {
  costText,
  lookAgain,
  stateMark,
  threadUrl,
  timeText,
  tokensText,
  tookText,
  wordsOf,
} from "./run-words.ts";

/** What a reader chose to see. */
export interface RunsQuery {
  /** A key of `shownStates`. */
  readonly show: string;
  readonly repository: string;
  readonly before: number | undefined;
}

/** Groups of states that can be looked at by themselves. */
export const shownStates: Readonly<Record<string, readonly RunState[] | undefined>> = {
  all: undefined,
  active: activeStates,
  delivered: ["delivered"],
  declined: ["declined"],
  failed: ["failed"],
  cancelled: ["cancelled"],
};

export interface RunsPage extends RunsQuery {
  readonly runs: readonly Run[];
  /** Whether there are older ones. */
  readonly more: boolean;
  readonly webUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The list of runs, newest first. */
export function runsPage(page: RunsPage): string {
  const { runs, more, show, repository } = page;
  const body = html`<h1>Runs</h1>
<nav>${Object.keys(shownStates).map((name) => filter(name, page))}
<form action="/runs"><input type="hidden" name="show" value="${show}"><input name="repository" value="${repository}" placeholder="owner/name" aria-label="Repository"><button>Show</button></form></nav>
${runs.length === 0 ? html`<p class="muted">No run ${show === "all" && repository === "" ? "yet: comment /coderag help on an issue of a repository with the App" : "is like that"}.</p>` : tableOf(page)}
${more && html`<p><a href="${linkTo(page, { before: runs.at(-1)!.ordinal })}">Older runs</a></p>`}`;
  return pageOf({
    title: "CodeRAG: runs",
    body,
    again: page.before === undefined ? lookAgain(runs) : undefined,
  });
}

function filter(name: string, page: RunsPage): Html {
  const href = linkTo(page, { show: name, before: undefined });
  return name === page.show ? html`<b>${name}</b> ` : html`<a href="${href}">${name}</a> `;
}

function linkTo({ show, repository, before }: RunsPage, change: Partial<RunsQuery>): string {
  const query = { show, repository, before, ...change };
  const parts = new URLSearchParams();
  if (query.show !== "all") parts.set("show", query.show);
  if (query.repository !== "") parts.set("repository", query.repository);
  if (query.before !== undefined) parts.set("before", String(query.before));
  return parts.size === 0 ? "/runs" : `/runs?${parts}`;
}

const tableOf = ({ runs, webUrl, now }: RunsPage): Html => html`<div class="wide"><table>
<tr><th>State</th><th>Command</th><th>By</th><th>Asked (UTC)</th><th class="number">Took</th><th class="number">Tokens</th><th class="number">Cost</th><th>What came of it</th></tr>
${runs.map(
  (run) => html`<tr><td>${stateMark(run.state)}</td>
<td><a href="/runs/${run.id}">${run.verb}</a> on <a href="${threadUrl(run, webUrl)}">${run.owner}/${run.name}#${run.issueNumber}</a></td>
<td>${run.actorLogin}</td><td class="short">${timeText(run.createdAt)}</td><td class="number">${tookText(run, now)}</td>
<td class="number">${tokensText(run)}</td><td class="number">${costText(run)}</td><td>${shortened(wordsOf(run))}</td></tr>
`,
)}</table></div>`;

/** Characters of an outcome that the list shows. */
const longest = 200;

const shortened = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()} ...`;
