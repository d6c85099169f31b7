import type { LoopOptions, LoopResult } from "../../agent/loop.ts";
import type { BranchHead } from "../../github/forge.ts";
import type { Step } from "../../step.ts";
import type { Knowledge } from "../reading/knowledge.ts";
import type { Surroundings } from "../surroundings.ts";
import { sayableLoop } from "../telling/sayable.ts";
import { atWork } from "../telling/words.ts";
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
  readonly baseline?: Baseline;
  readonly step: Step;
  /** Of `atWork`, what it is at. */
  readonly tell: (what: string) => void;
}

/** Has the model write a change, tests it, and has the model mend what it broke. */
export async function writeAndTest(
  loop: LoopOptions,
  { base, knowledge, surroundings, baseline, step, tell }: Parts,
  signal: AbortSignal,
): Promise<Written | Stopped> {
  const think = sayableLoop(loop, surroundings.redact, signal);
  const first = await think();
  if (first.kind === "stopped") return first;
  const mended = await testAndMend(
    first,
    {
      test(changes, inner) {
        if (surroundings.options.testCommand !== undefined)
          tell(changes.length > 0 ? atWork.test : atWork.before);
        return testChange({ changes }, base, knowledge, surroundings, inner);
      },
      again: think,
      onBack: () => tell(atWork.mend),
      ...{ boundary: loop.boundary, limits: loop.limits, baseline },
    },
    step,
  );
  return { kind: "written", ...mended };
}
