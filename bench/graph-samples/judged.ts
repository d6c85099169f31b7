/** Judged calls as the project keeps them: one JSON object a line, no source text but the callee's name. */
import { readFileSync } from "node:fs";

export interface JudgedCall {
  /** `owner/name`. */
  readonly repository: string;
  readonly commit: string;
  /** Which drawing it comes from: `first`, `held out`. */
  readonly sample: string;
  readonly file: string;
  /** 1-based place of the called name. */
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly inMacro?: true;
  /**
   * `path:line` where the callee is defined in this repository; `outside`; `dynamic` for a dispatch that the source
   * leaves open, with its `candidates`; `unclear`, with the reason in `note`.
   */
  readonly truth: string;
  /** For `dynamic`: `path:line` of the interface's method and of what may be meant; empty for a call of a value. */
  readonly candidates?: readonly string[];
  readonly note?: string;
  /** Who read the source. */
  readonly by: string;
}

/**
 * Reads a file of judged calls.
 * @throws Error where a line is no judged call.
 */
export function readJudged(path: string): readonly JudgedCall[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.flatMap((line, index) => {
    if (line === "") return [];
    const call = JSON.parse(line) as JudgedCall;
    if (!/^(?:outside|dynamic|unclear|\S+:\d+)$/.test(call.truth))
      throw new Error(`${path}:${index + 1} has no verdict: ${JSON.stringify(call.truth)}.`);
    return [call];
  });
}

/** Where the callee may be defined in the repository; empty for what is outside or open. */
export const placesOf = ({ truth, candidates = [] }: JudgedCall): readonly string[] =>
  /:\d+$/.test(truth) ? [truth] : truth === "dynamic" ? candidates : [];
