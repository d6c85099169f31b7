import type { Context } from "../context/context.ts";
import type { Nearest } from "../context/nearest.ts";
import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { firstOf } from "../source/counted.ts";
import type { ChangedDefinition, Graphs } from "./changed.ts";
import { inlineCode } from "./code.ts";
import { safeLine } from "./markdown.ts";
import { definitionName, type Place } from "./permalink.ts";
import type { ReuseDecision } from "./submission.ts";

/** What is known beside the model's own words. */
export interface ReuseFacts {
  readonly changed: readonly ChangedDefinition[];
  readonly context: Pick<Context, "passages">;
  /** Ids of definitions that the model took while it worked. */
  readonly taken: readonly string[];
  readonly nearest: readonly Nearest[];
}

const most = { decisions: 50, silent: 8 };

const words: Readonly<Record<ReuseDecision["decision"], string>> = {
  reused: "is reused",
  followed: "is followed as a model",
  "not-reused": "is not reused",
};

/**
 * The ledger of reuse: what the model says became of existing definitions, each checked against the graph of the
 * change and against the code that the model was given or took; then the definitions nearest to a requirement, or taken by the model, of
 * which it says nothing.
 */
export function reuseLedger(
  decisions: readonly ReuseDecision[],
  facts: ReuseFacts,
  graphs: Graphs,
  place: Place,
): string {
  const name = (id: string): string =>
    definitionName(place, graphs, id) ?? `${inlineCode(id.slice(0, 300))} (not found)`;
  const used = usedBy(facts.changed, graphs);
  const lines = decisions.map((said) => {
    const why = said.reason === "" ? "" : `: ${safeLine(said.reason, 400)}`;
    return `- ${name(said.definition)} ${words[said.decision]}${why}${checked(said, used, facts, graphs.before)}`;
  });
  const silent = unsaid(decisions, used, facts, graphs.before).map(
    ({ id, why }) => `- ${name(id)} ${why}; the model says nothing of it`,
  );
  return [
    ...firstOf(lines, most.decisions),
    ...firstOf(silent, most.silent, (left) => `- and ${left} more of which it says nothing`),
  ].join("\n");
}

/** Existing definitions that a new or changed one calls or inherits from, with its id. */
function usedBy(changed: readonly ChangedDefinition[], { after }: Graphs): ReadonlyMap<string, string> {
  const used = new Map<string, string>();
  for (const { node, kind } of changed)
    for (const edge of kind === "deleted" ? [] : after.outgoing(node.id))
      if ((edge.kind === "Call" || edge.kind === "Inherit") && !used.has(edge.to)) used.set(edge.to, node.id);
  return used;
}

/** What our own graph says of a claim. A use that it cannot see (a type, a constant) is not held against it. */
function checked(
  { definition, decision }: ReuseDecision,
  used: ReadonlyMap<string, string>,
  facts: ReuseFacts,
  before: CodeGraph,
): string {
  const user = used.get(definition);
  if (decision === "reused" && user !== undefined) return ` (checked: used by ${inlineCode(user)})`;
  if (decision === "reused" && facts.changed.some(({ node }) => node.id === definition))
    return " (checked: changed here)";
  if (decision === "not-reused" && user !== undefined) return ` (but ${inlineCode(user)} uses it)`;
  const node = before.node(definition);
  return node === undefined || wasGiven(node, facts) ? "" : " (the model was not shown it)";
}

function wasGiven(
  { id, path, startLine, endLine }: CodeNode,
  { context, taken, nearest }: ReuseFacts,
): boolean {
  const shown = context.passages.some(
    (passage) => passage.path === path && passage.startLine <= endLine && startLine <= passage.endLine,
  );
  return (
    shown || taken.includes(id) || nearest.some(({ definitions }) => definitions.some((one) => one.id === id))
  );
}

interface Silent {
  readonly id: string;
  readonly why: string;
}

/** Definitions that the model saw next to its task and that are neither used, changed nor spoken of. */
function unsaid(
  decisions: readonly ReuseDecision[],
  used: ReadonlyMap<string, string>,
  { changed, taken, nearest }: ReuseFacts,
  before: CodeGraph,
): readonly Silent[] {
  // Where nothing is added there is nothing that an existing definition could have stood for.
  if (!changed.some(({ kind, node }) => kind === "new" && !node.test)) return [];
  const settled = new Set([
    ...decisions.map(({ definition }) => definition),
    ...changed.map(({ node }) => node.id),
    ...used.keys(),
  ]);
  const found = new Map<string, string>();
  for (const id of taken) found.set(id, "was taken by the model");
  for (const { requirement, definitions } of nearest)
    if (definitions[0]) found.set(definitions[0].id, `is the nearest to ${requirement}`);
  return [...found].flatMap(([id, why]) => {
    const node = before.node(id);
    return settled.has(id) || node === undefined || node.kind === "Module" || node.test ? [] : [{ id, why }];
  });
}
