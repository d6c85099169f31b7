import { loadConfig, takeEnvironment } from "../../config.ts";
import { usageText } from "../../delivery/cost.ts";
import { openText } from "../../delivery/open-text.ts";
import { UserError } from "../../errors.ts";
import type { Outcome } from "../../jobs/outcome.ts";
import { openTrace, type TraceOptions } from "../open-trace.ts";
import { jsonText, printOut } from "../print.ts";
import { sheltered } from "../print-outcome.ts";
import { runInFolder } from "../run-in-folder.ts";
import { style } from "../style.ts";
import { questionAsIssue } from "./question.ts";

export interface AskOptions extends TraceOptions {
  readonly repo: string;
  readonly json?: boolean;
  readonly markdown?: boolean;
  /** A new file for the recording of the run. */
  readonly record?: string;
}

/** Answers on standard output, tells its progress on standard error; 1 where there is no answer. */
export async function runAsk(question: string, options: AskOptions): Promise<number> {
  if (!/[\p{L}\p{N}]/u.test(question))
    throw new UserError(
      "There is no question.",
      'Ask something: coderag ask "where is the cart\'s total rounded?".',
    );
  const config = loadConfig(takeEnvironment(), ["model"]);
  // Here the question is all there is: no issue stands around it.
  const issue = questionAsIssue(question);
  const trace = await openTrace(options, config.callerFolder);
  const { outcome } = await runInFolder(config, {
    ...{ repo: options.repo, verb: "ask", issue, request: "", trace, record: options.record },
  });
  await printOut([`${textOf(outcome, options)}\n`]);
  return outcome.kind === "answered" ? 0 : 1;
}

function textOf(outcome: Outcome, { json, markdown }: AskOptions): string {
  if (json) return jsonText({ outcome });
  const spent = outcome.usage ? ["", style(process.stdout, "dim", usageText(outcome.usage))] : [];
  if (outcome.kind === "declined") {
    const { cause, cure, explanation = "", refused = "" } = outcome;
    const more = [explanation, refused].filter((text) => text !== "").map(sheltered);
    return [`${style(process.stdout, "yellow", cause)} ${cure}`, ...more, ...spent].join("\n");
  }
  if (outcome.kind !== "answered") throw new Error("A question was answered with a change.");
  const { headline, body } = outcome;
  if (markdown) return `**${headline}**\n\n${body}`;
  const { open, folded } = openText(body);
  const hint =
    folded.length === 0
      ? []
      : ["", style(process.stdout, "dim", `--markdown prints more: ${folded.join("; ")}.`)];
  return [style(process.stdout, "bold", headline), "", open, ...hint, ...spent].join("\n");
}
