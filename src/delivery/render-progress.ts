import { verbFacts, type WorkVerb } from "../command/verbs.ts";
import { codeBlock, inlineCode } from "./code.ts";
import { isUsed, usageText } from "./cost.ts";
import { hidden } from "./hidden.ts";
import { safeLine, safeMarkdown, shorten } from "./markdown.ts";
import { around, planOf } from "./plans.ts";
import { type LeftBehind, marker, type Progress, type ProgressEnd, type StageState } from "./progress.ts";
import { folded } from "./sections.ts";
import { visible } from "./visible.ts";

const longest = {
  note: 200,
  sentence: 600,
  summary: 2_000,
  notes: 8_000,
  explanation: 4_000,
  refused: 3_000,
  notDone: 12,
};

/** The comment's markdown. `parseProgress` reads it back. */
export function renderProgress(progress: Progress): string {
  const { runId, issueNumber } = progress;
  const end = progress.end && cleanEnd(progress.end);
  const plan = planLines(progress);
  const used = usedSentence(progress);
  const run = `Run ${inlineCode(runId)}.`;
  const parts = end
    ? [
        ...ended(end, progress.verb),
        ...alsoAsked(progress.also),
        ...wayFold(progress),
        [...used, run].join(" "),
      ]
    : [
        progress.waiting
          ? `**CodeRAG is waiting:** ${sentence(progress.waiting)}`
          : "**CodeRAG is working on this.**",
        plan,
        ...alsoAsked(progress.also),
        [...used, run, "To stop it, comment `/coderag cancel`."].join(" "),
      ];
  const first = marker({ id: runId, issueNumber }, "progress");
  return [
    first,
    hidden("coderag:state", {
      verb: progress.verb,
      stages: progress.stages,
      waiting: progress.waiting,
      also: progress.also,
      usage: progress.usage,
      end: end && kept(end),
    }),
    "",
    parts.join("\n\n"),
  ].join("\n");
}

/** What the model used, so far or in all; none where none was asked. */
export const usedSentence = ({ usage, end }: Pick<Progress, "usage" | "end">): readonly string[] =>
  usage && isUsed(usage) ? [`Used${end ? "" : " so far"}: ${usageText(usage)}.`] : [];

/** A second command with the same wish is answered here, where the first is. */
export function alsoAsked(logins: readonly string[] = []): readonly string[] {
  const named = logins.slice(0, 10).map(inlineCode).join(", ");
  return logins.length === 0 ? [] : [`Also asked for by ${named}: this run is the answer.`];
}

/** The check-list of a run: its work. */
export function planLines({ verb, stages, end }: Way): string {
  return planOf(verb)
    .filter(([stage]) => !around.includes(stage) || stages[stage]?.state === "failed")
    .map(([stage, title]) => stageLine(title, stages[stage], end !== undefined))
    .join("\n");
}

type Way = Pick<Progress, "verb" | "stages" | "end">;

/** The check-list of a run that is over, behind its title, where it says more than the end does. */
export function wayFold(progress: Way): readonly string[] {
  const telling = Object.values(progress.stages).some(({ state, note }) => note !== "" || state === "failed");
  return telling ? [folded("What was done", planLines(progress))] : [];
}

/** How a run ended, in paragraphs, every word of it made safe. */
export const endParagraphs = (end: ProgressEnd, verb: WorkVerb): readonly string[] =>
  ended(cleanEnd(end), verb);

/** An answer stands in the comment once: it may fill it. */
function kept(end: ProgressEnd): ProgressEnd {
  return end.kind === "answered" ? { ...end, body: "" } : end;
}

function stageLine(title: string, state: StageState | undefined, over: boolean): string {
  const note = state && state.note !== "" ? `: ${safeLine(state.note, longest.note)}` : "";
  switch (state?.state) {
    case "done":
      return `- [x] ${title}${note}`;
    case "running":
      return over ? `- [ ] ${title} (not finished)${note}` : `- [ ] **${title}** …${note}`;
    case "failed":
      return `- [ ] ${title} (failed)${note}`;
    case "skipped":
      return `- [ ] ~~${title}~~${note}`;
    case undefined:
      return `- [ ] ${title}`;
  }
}

/** Every word of an end made safe. Cleaning twice changes nothing, so the state that is kept can be shown again. */
function cleanEnd(end: ProgressEnd): ProgressEnd {
  switch (end.kind) {
    case "delivered":
      return {
        kind: end.kind,
        pullRequest: { number: end.pullRequest.number, url: end.pullRequest.url },
        title: safeLine(end.title, 256),
        summary: safeMarkdown(shorten(end.summary, longest.summary)),
        notDone: end.notDone.slice(0, longest.notDone + 1).map(sentence),
        ...(end.commit !== undefined && { commit: end.commit.slice(0, 64) }),
        ...(end.notes !== undefined && { notes: safeMarkdown(shorten(end.notes, longest.notes)) }),
      };
    case "answered":
      return { kind: end.kind, headline: sentence(end.headline), body: end.body };
    case "declined":
    case "failed": {
      const { kind, cause, cure, explanation, refused, left } = end;
      const said = explanation ? safeMarkdown(shorten(explanation, longest.explanation)) : "";
      return {
        kind,
        cause: sentence(cause),
        cure: sentence(cure),
        ...(said === "" ? {} : { explanation: said }),
        ...(refused === undefined ? {} : { refused: shorten(visible(refused), longest.refused) }),
        ...(left ? { left } : {}),
      };
    }
    case "cancelled":
      return end;
  }
}

function ended(end: ProgressEnd, verb: WorkVerb): string[] {
  switch (end.kind) {
    case "delivered": {
      if (end.notes) return [`**Done: ${doneText(end)}** ${end.title}`, end.summary, end.notes];
      const notDone = end.notDone.slice(0, longest.notDone).map((line) => `- ${line}`);
      if (end.notDone.length > notDone.length) notDone.push("- and more, in the pull request");
      return [
        `**Done: ${doneText(end)}** ${end.title}`,
        end.summary,
        ...(notDone.length > 0 ? [`Not done:\n\n${notDone.join("\n")}`] : []),
      ];
    }
    case "answered":
      return [`**${end.headline}**`, ...(end.body === "" ? [] : [end.body])];
    case "declined":
    case "failed": {
      // What never changes anything need not say that it changed nothing.
      const said = end.kind === "declined" && !verbFacts(verb).writes;
      const head = end.kind === "declined" ? "**Nothing was changed.**" : "**This run failed.**";
      const cause = said ? `**${end.cause}**` : `${head} ${end.cause}`;
      return [
        [cause, ...(end.left ? [leftBehind(end.left)] : []), end.cure].join(" "),
        ...(end.explanation ? [folded("In the model's words", end.explanation)] : []),
        ...(end.refused ? [folded("What the checks said of its last try", codeBlock(end.refused))] : []),
      ];
    }
    case "cancelled": {
      const by = end.by === undefined ? "" : ` by ${inlineCode(end.by)}`;
      return [`**Cancelled${by}.** ${end.left ? leftBehind(end.left) : "Nothing was changed."}`];
    }
  }
}

function doneText({ pullRequest, commit }: Extract<ProgressEnd, { kind: "delivered" }>): string {
  const link = pullRequestLink(pullRequest);
  if (commit === undefined) return `${link} is a draft for you to review.`;
  const name = inlineCode(commit.slice(0, 12));
  const linked = page.test(pullRequest.url) && /^[0-9a-f]{40,64}$/.test(commit);
  return `commit ${linked ? `[${name}](${pullRequest.url}/commits/${commit})` : name} is on ${link}.`;
}

function leftBehind(left: LeftBehind): string {
  return left.kind === "pull-request"
    ? `The draft pull request ${pullRequestLink(left)} was open already.`
    : `The branch ${inlineCode(left.name)} was written already; no pull request was opened.`;
}

const page = /^https?:\/\/[^\s()<>[\]]+$/;

/** A pull request on a forge without pages (a plain folder) has no address. */
function pullRequestLink({ number, url }: { readonly number: number; readonly url: string }): string {
  return page.test(url) ? `[#${number}](${url})` : `#${number}`;
}

function sentence(text: string): string {
  return safeLine(text, longest.sentence);
}
