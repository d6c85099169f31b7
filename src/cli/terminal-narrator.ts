import type { LoopEvent } from "../agent/loop.ts";
import type { WorkVerb } from "../command/verbs.ts";
import { money } from "../delivery/cost.ts";
import { plans, type Stage } from "../delivery/plans.ts";
import type { Narrator } from "../jobs/telling/narrator.ts";
import { count } from "../source/counted.ts";
import { printable, style } from "./style.ts";

export interface TerminalNarrator extends Narrator {
  readonly say: (line: string) => void;
  close(): void;
}

/** Progress on a terminal: a line a stage, rewritten while it runs; in a pipe plain lines, each written once. */
export function createTerminalNarrator(stream: NodeJS.WriteStream, verb: WorkVerb): TerminalNarrator {
  const live = stream.isTTY === true;
  const title = (stage: Stage): string => plans[verb][stage] ?? stage;
  let open = false;
  const line = (mark: string, text: string, over: "over" | "running"): void => {
    if (live) stream.write(`\r\u001b[K${mark} ${text}${over === "over" ? "\n" : ""}`);
    else if (over === "over") stream.write(`${mark} ${text}\n`);
    open = live && over === "running";
  };
  const turnText = ({ turn, total }: Extract<LoopEvent, { kind: "turn" }>): string => {
    const cost = total.cost === undefined ? "" : `, ${money(total.cost)}`;
    return `${title("reason")}: turn ${turn}, ${count(total.inputTokens + total.outputTokens)} tokens${cost}`;
  };
  const noteText = (stage: Stage, note: string): string =>
    `${title(stage)}: ${printable(note.replaceAll("`", ""))}`;
  return {
    begin: (stage) => line(style(stream, "yellow", "…"), title(stage), "running"),
    done: (stage, note) => line(style(stream, "green", "✓"), noteText(stage, note), "over"),
    skip: (stage, note) => line(style(stream, "dim", "-"), noteText(stage, note), "over"),
    turn(event) {
      if (event.kind === "turn") line(style(stream, "yellow", "…"), turnText(event), "running");
      if (event.kind === "call")
        line(style(stream, "dim", "  ·"), style(stream, "dim", callText(event)), "over");
    },
    news: (what) => line(style(stream, "dim", "i"), noteText("reason", what), "over"),
    wait: (reason) => line(style(stream, "dim", "i"), printable(reason), "over"),
    say: (text) => line(style(stream, "dim", "i"), printable(text), "over"),
    close() {
      if (open) stream.write("\n");
    },
  };
}

/** `search-code parse config`: the tool and the values it was called with, on one short line. */
function callText({ tool, arguments: written, fault }: Extract<LoopEvent, { kind: "call" }>): string {
  const shown = /^submit-|^code-test$/.test(tool)
    ? ""
    : ` ${printable(written).replace(/\s+/g, " ").slice(0, 100)}`;
  return `${printable(tool)}${shown}${fault ? " (refused)" : ""}`;
}
