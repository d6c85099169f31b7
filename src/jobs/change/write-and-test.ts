import type { LoopOptions, LoopResult, Submitted } from "../../agent/loop.ts";
import type { BranchHead } from "../../github/forge.ts";
import type { Step } from "../../step.ts";
import type { Knowledge } from "../reading/knowledge.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Narrator } from "../telling/narrator.ts";
import { sayableLoop } from "../telling/sayable.ts";
import { testsFail } from "../telling/words.ts";
import { type Baseline, type Mended, testAndMend } from "./mend-tests.ts";
import { testChange } from "./test-change.ts";

export type Stopped = Extract<LoopResult, { kind: "stopped" }>;

/** A change that every check accepts, and what its tests said. */
export interface Written extends Mended {
  readonly kind: "written";
}

interface Parts {
  readonly base: BranchHead;
  readonly knowledge: Knowledge;
  readonly surroundings: Surroundings;
  readonly narrator: Narrator;
  readonly baseline?: Baseline;
  readonly step: Step;
}

/** Has the model write a change, tests it, and has the model mend what it broke. `onHandIn`: before the tests run. */
export async function writeAndTest(
  loop: LoopOptions,
  { base, knowledge, surroundings, narrator, baseline, step }: Parts,
  onHandIn: (first: Submitted) => void,
  signal: AbortSignal,
): Promise<Written | Stopped> {
  const think = sayableLoop(loop, surroundings.redact, signal);
  const first = await think();
  if (first.kind === "stopped") return first;
  onHandIn(first);
  const mended = await testAndMend(
    first,
    {
      test: (changes, inner) => testChange({ changes }, base, knowledge, surroundings, inner),
      again: think,
      onBack: () => narrator.wait?.(testsFail),
      ...{ boundary: loop.boundary, limits: loop.limits, baseline },
    },
    step,
  );
  return { kind: "written", ...mended };
}
