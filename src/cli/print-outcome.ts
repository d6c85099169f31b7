import { usageText } from "../delivery/cost.ts";
import { openText } from "../delivery/open-text.ts";
import { type ToolUse, toolUsesText } from "../delivery/tool-uses.ts";
import { diffStat, unifiedDiff } from "../edits/diff.ts";
import type { FolderForge } from "../github/folder.ts";
import type { Draft } from "../github/forge.ts";
import type { Outcome } from "../jobs/outcome.ts";
import { counted } from "../source/counted.ts";
import { visible } from "./edit/text.ts";
import { jsonText } from "./print.ts";
import { printable, style, styleDiff } from "./style.ts";

export interface Printed {
  readonly outcome: Outcome;
  readonly forge: FolderForge;
  readonly json: boolean;
  readonly written: boolean;
}

/** A finished run as text. */
export interface Shown {
  readonly outcome: Outcome;
  /** Of a run that made one. */
  readonly draft: Draft | undefined;
  /** What became of the draft: the last line. Absent for a run that is not to make one. */
  readonly last?: string;
}

/** What a person at the terminal (or a program behind a pipe) gets to see of a finished run. */
export function printOutcome(printed: Printed): void {
  const { outcome, forge, json, written } = printed;
  if (json) {
    process.stdout.write(`${jsonText(asJson(printed))}\n`);
    return;
  }
  const last =
    written && outcome.kind === "delivered"
      ? `Written: branch ${outcome.branch}, commit ${outcome.commit.slice(0, 12)}.`
      : "Dry run: nothing was written. Give --write to make a branch with this commit.";
  process.stdout.write(outcomeText({ outcome, draft: forge.drafts.at(-1), last }));
}

function asJson({ outcome, forge, written }: Printed): unknown {
  const draft = forge.drafts.at(-1);
  return {
    outcome,
    written,
    ...(draft && {
      draft: { title: draft.title, body: draft.body, commitMessage: draft.commitMessage },
      diff: draft.changes.map((change) => unifiedDiff(change)).join(""),
    }),
  };
}

/** How a run ended, for a terminal: `last` is said of a draft alone. */
export function outcomeText({ outcome, draft, last }: Shown): string {
  const out = process.stdout;
  if (outcome.kind === "declined") {
    const [cause, cure] = [sheltered(outcome.cause), sheltered(outcome.cure)];
    return [
      last === undefined
        ? `${style(out, "yellow", cause)} ${cure}`
        : `${style(out, "yellow", "Nothing was changed.")} ${cause} ${cure}`,
      ...(outcome.explanation ? ["", sheltered(outcome.explanation)] : []),
      ...(outcome.refused ? ["", "What the checks said of its last try:", sheltered(outcome.refused)] : []),
      ...(outcome.usage ? ["", usageText(outcome.usage)] : []),
      ...toolLine(outcome.uses),
      "",
    ].join("\n");
  }
  if (outcome.kind === "answered" || !draft) {
    const [title, body] =
      outcome.kind === "answered" ? [outcome.headline, outcome.body] : [outcome.title, outcome.summary];
    return `${style(out, "bold", printable(title))}\n\n${sheltered(body)}\n`;
  }
  const { added, removed, files } = diffStat(draft.changes);
  return [
    style(out, "bold", printable(draft.title)),
    "",
    ...openSections(out, sheltered(draft.body)),
    "",
    style(out, "bold", `Changes: ${counted(files.length, "file")}, +${added} -${removed}`),
    ...draft.changes.map((change) => styleDiff(out, visible(unifiedDiff(change)))),
    usageText(outcome.usage),
    ...toolLine(outcome.uses),
    ...(last === undefined ? [] : [last]),
    "",
  ].join("\n");
}

/** Words of a model, line by line without what would steer a terminal. */
export const sheltered = (text: string): string => text.trimEnd().split("\n").map(printable).join("\n");

function toolLine(uses: readonly ToolUse[] = []): readonly string[] {
  return uses.length === 0 ? [] : [`Tools: ${printable(toolUsesText(uses))}.`];
}

/** What stands open in the pull request; what is folded there is named, for a terminal cannot unfold it. */
function openSections(stream: NodeJS.WritableStream, body: string): readonly string[] {
  const { open, folded } = openText(body);
  const hint = `In the draft, too (--json prints it): ${folded.join("; ")}.`;
  return [open, ...(folded.length > 0 ? ["", style(stream, "dim", hint)] : [])];
}
