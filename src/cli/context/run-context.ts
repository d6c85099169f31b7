import { loadLocalConfig, takeEnvironment } from "../../config.ts";
import type { Signal } from "../../retrieval/bigraph/signals.ts";
import { counted } from "../../source/counted.ts";
import { interruptible } from "../interruptible.ts";
import { openCode } from "../open-code.ts";
import { openTrace, type TraceOptions } from "../open-trace.ts";
import { jsonText, outWidth, paintOut, printOut, tell } from "../print.ts";
import { readCode } from "../read-code.ts";
import { whileWaiting } from "../waiting.ts";
import { answerContext, requestOf } from "./answer-context.ts";
import type { Retrieval } from "./find-support.ts";
import { contextMarkdown } from "./markdown.ts";
import { openMeaning } from "./meaning.ts";
import { contextSvg } from "./picture.ts";
import { contextText } from "./text.ts";

export interface ContextOptions extends TraceOptions {
  readonly repo: string;
  readonly at?: string;
  readonly tokens: number;
  readonly retrieval: Retrieval;
  readonly without?: readonly Signal[];
  readonly reasons?: boolean;
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly svg?: boolean;
}

/** Notes that are told; a repository can have thousands of files that cannot be read. */
const mostNotes = 3;
/** Reasons of each definition: the heaviest, or all of them. */
const reasonsTold = { usual: 2, all: 99 };

/** Answers on standard output; what was read is said on standard error. */
export async function runContext(requirement: string, options: ContextOptions): Promise<void> {
  // A mistake in the question is told before anything is read.
  requestOf(requirement);
  const { repo, at, tokens, retrieval, without = [] } = options;
  await interruptible(async (signal) => {
    const config = loadLocalConfig(takeEnvironment());
    const trace = await openTrace(options, config.callerFolder);
    const opened = await openCode(config, { repo, view: "work tree" }, tell, signal);
    try {
      const words = await whileWaiting(
        process.stderr,
        `Reading ${counted(opened.workspace.entries.size, "file")}`,
        () => readCode(config, opened, signal),
      );
      const isCompared = retrieval === "embedding" || retrieval === "bigraph";
      const meaning = isCompared ? await openMeaning(config, words, tell, signal) : undefined;
      const code = { ...words, meaning };
      for (const note of [...opened.notes, ...code.notes].slice(0, mostNotes)) tell(note);
      const { length } = opened.uncommitted;
      if (length > 0) tell(`${counted(length, "uncommitted file is", "uncommitted files are")} seen.`);
      const question = { requirement, at, tokens, retrieval, without: new Set(without), trace };
      const answer = await answerContext(code, question);
      for (const note of meaning?.notes() ?? []) tell(note);
      signal.throwIfAborted();
      if (options.json) await printOut([`${jsonText(answer)}\n`]);
      else if (options.markdown) await printOut([contextMarkdown(answer)]);
      else if (options.svg) await printOut([await contextSvg(answer, code.graph)]);
      else {
        const reasons = options.reasons ? reasonsTold.all : reasonsTold.usual;
        await printOut([`${contextText(answer, { paint: paintOut, width: outWidth(), reasons })}\n`]);
      }
    } finally {
      await opened.workspace.close();
    }
  });
}
