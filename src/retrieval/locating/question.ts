import type { CodeGraph } from "../../graph/graph.ts";
import type { History } from "../../workspace/history.ts";
import type { ReadSource, SearchIndex } from "../documents.ts";
import { findMentions } from "../mentions.ts";
import { resolveMessages } from "../messages.ts";
import { type Request, type Requirement, splitRequirements, wholeText } from "../request.ts";
import { type Resolved, resolveMentions } from "../resolve.ts";

/** A request with all that the signals look at. */
export interface Question {
  readonly request: Request;
  /** Instruction, title and body; the title twice, because it was chosen with care. */
  readonly whole: string;
  readonly requirements: readonly Requirement[];
  readonly named: readonly Resolved[];
  readonly graph: CodeGraph;
  readonly index: SearchIndex;
  readonly history: History | undefined;
}

export async function questionOf(
  request: Request,
  graph: CodeGraph,
  index: SearchIndex,
  readSource: ReadSource,
  history: History | undefined,
  requirements = splitRequirements(request),
): Promise<Question> {
  const mentions = findMentions(request);
  const named = [
    ...resolveMentions(mentions, graph),
    ...(await resolveMessages(mentions, index, readSource)),
  ];
  const whole = wholeText(request);
  return { request, whole, requirements, named, graph, index, history };
}
