import { wrap } from "../wrap.ts";
import type { Check } from "./check.ts";

export interface RenderOptions {
  /** A terminal gets marks, columns and colours, a pipe plain lines. */
  readonly terminal: boolean;
  /** Characters a line of the terminal. Default: lines are not broken. */
  readonly width?: number;
}

const marks = {
  ok: { mark: "✓", colour: 32 },
  warning: { mark: "!", colour: 33 },
  failed: { mark: "✗", colour: 31 },
} as const;

/** The checks as text, each on a line of its own, with its cure below. */
export function renderChecks(
  checks: readonly Check[],
  { terminal, width = Number.POSITIVE_INFINITY }: RenderOptions,
): string {
  const nameWidth = Math.max(...checks.map((check) => check.name.length));
  const indent = " ".repeat(nameWidth + 4);
  const indented = (text: string): string => wrap(oneLine(text), width, indent).join("\n");
  const lines = checks.map(({ name, state, detail, cure }) => {
    if (!terminal)
      return `${state}: ${name}: ${oneLine(detail)}${cure === undefined ? "" : `. ${oneLine(cure)}`}`;
    const { mark, colour } = marks[state];
    const advice = cure === undefined ? "" : `\n\x1b[2m${indented(cure)}\x1b[0m`;
    return `\x1b[${colour}m${mark}\x1b[0m ${name.padEnd(nameWidth)}  ${indented(detail).trimStart()}${advice}`;
  });
  return `${[...lines, "", summary(checks)].join("\n")}\n`;
}

function summary(checks: readonly Check[]): string {
  const count = (state: Check["state"]) => checks.filter((check) => check.state === state).length;
  const [failed, warnings] = [count("failed"), count("warning")];
  if (failed > 0) return `${failed} of ${checks.length} checks failed: ${consequence(checks)}`;
  if (warnings > 0) return `CodeRAG can work; ${warnings} of ${checks.length} checks have something to say.`;
  return `All ${checks.length} checks are fine.`;
}

const ofTheServer: readonly string[] = ["app id", "private key", "webhook secret", "github", "webhook"];

function consequence(checks: readonly Check[]): string {
  const failed = checks.filter(({ state }) => state === "failed");
  return failed.every(({ name }) => ofTheServer.includes(name))
    ? "the server cannot run like this; the command line does not need them."
    : "CodeRAG cannot work like this.";
}

/** Details come from servers and programs: no line ends or escapes of theirs reach the terminal. */
const oneLine = (text: string): string => text.replace(/[\0-\x1f\x7f-\x9f]+/g, " ").trim();
