import type { CodeGraph } from "../../graph/graph.ts";
import type { History } from "../../workspace/history.ts";
import type { ReadSource, SearchIndex } from "../documents.ts";
import { findMentions, type Mention } from "../mentions.ts";
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
  /** Names that it writes and no definition has. */
  readonly unresolved: readonly Mention[];
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
  const resolved = resolveMentions(mentions, graph);
  const named = [...resolved, ...(await resolveMessages(mentions, index, readSource))];
  const known = new Set(resolved.map(({ mention }) => mention));
  const unresolved = mentions.filter((mention) => mention.kind === "identifier" && !known.has(mention));
  return { request, whole: wholeText(request), requirements, named, unresolved, graph, index, history };
}
