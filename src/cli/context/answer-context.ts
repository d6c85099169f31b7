import { assembleContext } from "../../context/assemble.ts";
import { whatRan } from "../../context/what-ran.ts";
import { UserError } from "../../errors.ts";
import type { Signal } from "../../retrieval/bigraph/signals.ts";
import type { Request } from "../../retrieval/request.ts";
import { routeText } from "../../retrieval/route.ts";
import { stripInvisible } from "../../source/invisible.ts";
import type { RecordedRun } from "../../traces/trace.ts";
import type { KnownCode } from "../read-code.ts";
import type { ContextAnswer } from "./answer.ts";
import { findSupport, type Retrieval } from "./find-support.ts";
import { placeAt } from "./place.ts";
import { rounded } from "./places.ts";

export interface ContextQuestion {
  readonly requirement: string;
  /** `FILE:LINE` or `FILE`; the place is looked for where it is not given. */
  readonly at: string | undefined;
  /** For all passages together. */
  readonly tokens: number;
  readonly retrieval: Retrieval;
  readonly without: ReadonlySet<Signal>;
  /** A run of the program that was recorded. */
  readonly trace?: RecordedRun | undefined;
}

/** Definitions that passages are made from where a run was recorded. */
const mostAnchors = 60;

/** Where a requirement belongs, what the code there will need, and the passages to read. Needs no model. */
export async function answerContext(code: KnownCode, question: ContextQuestion): Promise<ContextAnswer> {
  const start = performance.now();
  const { opened, graph, read, milliseconds } = code;
  const { requirement, at, tokens: budget, retrieval, without, trace } = question;
  const given = at === undefined ? undefined : await placeAt(at, graph, opened);
  const target = given?.node;
  const found = await findSupport(requestOf(requirement), code, { retrieval, target, without });
  const ran = trace && whatRan(trace, graph, found.anchors, { limit: mostAnchors, budget });
  const context = await assembleContext(
    ran?.anchors ?? found.anchors,
    graph,
    { readMany: read },
    {
      ...{ budget: budget - (ran?.tokens ?? 0), lines: "plain", asked: requirement },
      ...(given && { files: [given.path] }),
    },
  );
  return {
    version: 1,
    repository: {
      directory: opened.directory,
      commit: opened.isRepository ? opened.workspace.commit : null,
      uncommitted: opened.uncommitted.length,
    },
    ...{ requirement, retrieval, target: target?.id ?? null, places: found.places },
    support: [...found.support],
    passages: context.passages.map(
      ({ route, node = null, path, startLine, endLine, kind, tokens, text }) => ({
        ...{ path, startLine, endLine, kind, node, route: routeText(route), tokens },
        // Most answers end in a prompt, where what no reader of the code sees would be read all the same.
        text: stripInvisible(text).text,
      }),
    ),
    ran: ran ? { ...ran.functions, tree: ran.text, tokens: ran.tokens, notes: [...ran.notes] } : null,
    leftOut: context.leftOut.map(({ what, why, tokens }) => ({ what, why, tokens })),
    // Without what the prompt of a run writes above them, which is no part of this answer.
    ...{ tokens: context.passages.reduce((sum, { tokens }) => sum + tokens, ran?.tokens ?? 0), budget },
    milliseconds: {
      graph: rounded(milliseconds.graph),
      index: rounded(milliseconds.index),
      answer: rounded(performance.now() - start),
    },
  };
}

/** The first line is the title, as in a commit. Throws a `UserError` where nothing is asked. */
export function requestOf(requirement: string): Request {
  const lines = requirement.trim().split("\n");
  const title = lines[0]!.trim();
  if (!/[\p{L}\p{N}]/u.test(requirement))
    throw new UserError(
      "The requirement is empty.",
      'Say what the new code shall do: coderag context "retry a download that fails".',
    );
  return { title, body: lines.slice(1).join("\n").trim(), comments: [] };
}
