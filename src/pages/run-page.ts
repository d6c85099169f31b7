import type { WorkVerb } from "../command/verbs.ts";
import { duration } from "../delivery/cost.ts";
import { endedStages } from "../jobs/telling/stage-of.ts";
import { count } from "../source/counted.ts";
import { isFinal, type Run } from "../store/run.ts";
import type { RecordedStep } from "../store/run-steps.ts";
import { pageOf } from "./frame.ts";
import { type Html, html } from "./html.ts";
import {
  costText,
  lookAgain,
  repositoryUrl,
  stagesOf,
  stateMark,
  threadUrl,
  timeText,
  tookText,
  wordsOf,
} from "./run-words.ts";

export interface RunPage {
  readonly run: Run;
  readonly steps: readonly RecordedStep[];
  readonly webUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Everything that is known of one run. */
export function runPage(page: RunPage): string {
  const { run, steps } = page;
  // What it left on GitHub stands above already.
  const { branch: _b, commit: _c, pullNumber: _p, ...details } = run.outcome?.details ?? {};
  const title = `${run.verb} on ${run.owner}/${run.name}#${run.issueNumber}`;
  const body = html`<nav><a href="/runs">All runs</a> <a href="/runs?repository=${encodeURIComponent(`${run.owner}/${run.name}`)}">Runs of ${run.owner}/${run.name}</a></nav>
<h1>${title}</h1>
<p>${stateMark(run.state)} ${wordsOf(run)}</p>
<dl>${facts(page).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${run.request !== "" && html`<h2>Request</h2><pre>${run.request}</pre>`}
${!isFinal(run.state) && stagesOf(run).length > 0 && html`<h2>Stages</h2>${stageTable(run)}`}
${Object.keys(details).length > 0 && html`<h2>Details of its end</h2><pre>${JSON.stringify(details, null, 2)}</pre>`}
<h2>Steps</h2>${steps.length > 0 ? stepTable(steps) : html`<p class="muted">None is recorded: it has not begun, or its records were deleted after CODERAG_KEEP_DAYS.</p>`}`;
  return pageOf({ title: `CodeRAG: ${title}`, body, again: lookAgain([run]) });
}

function facts({ run, webUrl, now }: RunPage): readonly (readonly [string, Html | string])[] {
  const repository = repositoryUrl(run, webUrl);
  const link = (href: string, text: string): Html => html`<a href="${href}">${text}</a>`;
  const { branch, commit, pullNumber } = run;
  return [
    ["Run", html`<code>${run.id}</code>`],
    [
      "Asked",
      html`${timeText(run.createdAt)} UTC by ${run.actorLogin}, ${link(threadUrl(run, webUrl), "where it was asked")}`,
    ],
    ["Took", `${tookText(run, now)}${isFinal(run.state) ? "" : " until now"}`],
    [
      "Tokens",
      `${count(run.inputTokens)} in, ${count(run.outputTokens)} out${run.cost > 0 ? `, ${costText(run)}` : ""}`,
    ],
    ...(pullNumber === undefined
      ? []
      : [["Pull request", link(`${repository}/pull/${pullNumber}`, `#${pullNumber}`)] as const]),
    ...(branch === undefined
      ? []
      : [
          [
            "Branch",
            link(`${repository}/tree/${branch.split("/").map(encodeURIComponent).join("/")}`, branch),
          ] as const,
        ]),
    ...(commit === undefined
      ? []
      : [["Commit", link(`${repository}/commit/${commit}`, commit.slice(0, 12))] as const]),
    ...(run.cancelRequestedBy === undefined
      ? []
      : [["Asked to stop", `by ${run.cancelRequestedBy}`] as const]),
    ["Delivery", html`<code>${run.delivery}</code>`],
  ];
}

function stageTable(run: Run): Html {
  const at = endedStages(run.verb as WorkVerb, run.step, "running");
  return html`<table>${stagesOf(run).map(([stage, title]) => {
    const state = at[stage]?.state ?? "pending";
    return html`<tr><td>${stateMark(state)}</td><td>${title}</td></tr>`;
  })}</table>`;
}

function stepTable(steps: readonly RecordedStep[]): Html {
  const longest = Math.max(1, ...steps.map(({ milliseconds }) => milliseconds));
  const row = ({
    name,
    startedAt,
    milliseconds,
    failed,
  }: RecordedStep): Html => html`<tr${failed && html` class="failed"`}>
<td class="step">${name}</td><td class="short">${timeText(startedAt)}</td><td class="number">${tookMilliseconds(milliseconds)}</td>
<td class="bars"><div class="bar" style="width:${((100 * milliseconds) / longest).toFixed(1)}%"></div></td></tr>
`;
  return html`<div class="wide"><table><tr><th>Step</th><th>Began (UTC)</th><th class="number">Took</th><th></th></tr>
${steps.map(row)}</table></div>`;
}

const tookMilliseconds = (milliseconds: number): string =>
  milliseconds < 10_000
    ? `${(milliseconds / 1000).toFixed(milliseconds < 1000 ? 2 : 1)} s`
    : duration(milliseconds);
