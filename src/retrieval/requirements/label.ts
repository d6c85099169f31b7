import { z } from "zod";
import type { CodeNode } from "../../graph/graph.ts";
import type { Support } from "../bigraph/rank.ts";
import type { Target } from "../bigraph/target.ts";
import { type Asked, answerKey, askForLines, nothingAsked, type PaidModel } from "./ask-lines.ts";
import type { RequirementText } from "./derive.ts";

/** How a candidate stands to the target: it will be called, it can be learnt from, neither. */
export type Relation = "child" | "similar" | "other";

/** Relations by the ids of the candidates; those that nobody judged are absent. Survives JSON. */
export interface Labels extends Asked {
  readonly relations: Readonly<Record<string, Relation>>;
}

/** Candidates of one question, and characters of each text in it. */
const most = { candidates: 20, characters: 600 };
/** Output tokens of one candidate's line, and room for a model that thinks first. */
const answerTokens = { line: 24, thinking: 4_000 };

/**
 * What a label is worth, in the logarithm of a score. Fixed: there is too little labelled data to learn it from.
 * A child is lifted about as much as one strong signal lifts it, since the model has seen texts and paths only. What it
 * brings: docs/decisions/0009-requirements-and-embeddings.md.
 */
const worth: Readonly<Record<Relation, number>> = { child: 1.5, similar: 0, other: -0.5 };

const prompt = "requirement-label";
const lineSchema = z.looseObject({ id: z.string().max(10), relation: z.enum(["child", "similar", "other"]) });

/**
 * Asks a model the three-way question of arXiv 2504.10046 ("Requirement graph": parent-child, similar, other, given
 * both texts and both paths) for the target's best candidates, in one question. What was judged before is not asked again.
 */
export async function labelCandidates(
  target: Target,
  candidates: readonly { readonly node: CodeNode; readonly text: RequirementText }[],
  paid: PaidModel,
  signal: AbortSignal,
): Promise<Labels> {
  const asking = describe(target.node, target.requirement);
  const pairs = candidates.slice(0, most.candidates).map(({ node, text }) => {
    const description = describe(node, text.text);
    return { node, description, key: answerKey(prompt, paid, asking, description) };
  });
  const kept = await paid.store.get(
    "label",
    pairs.map(({ key }) => key),
  ); // prettier-ignore
  const relations: Record<string, Relation> = {};
  for (const { node, key } of pairs) {
    const relation = lineSchema.shape.relation.safeParse(kept.get(key)?.toString("utf8")).data;
    if (relation) relations[node.id] = relation;
  }
  const open = pairs.filter(({ node }) => relations[node.id] === undefined);
  if (open.length === 0) return { ...nothingAsked, relations };
  const question = {
    prompt,
    data: [
      { source: "target", text: asking },
      ...open.map(({ description }, at) => ({ source: `candidate C${at + 1}`, text: description })),
    ],
    maxOutputTokens: answerTokens.thinking + answerTokens.line * open.length,
  };
  const { lines, usage, notes } = await askForLines(paid.model, question, signal);
  const fresh = new Map<string, Uint8Array>();
  for (const line of lines) {
    const said = lineSchema.safeParse(line).data;
    const pair = said && open[Number(/^C(\d+)$/.exec(said.id)?.[1] ?? 0) - 1];
    if (!said || !pair) continue;
    relations[pair.node.id] = said.relation;
    fresh.set(pair.key, Buffer.from(said.relation));
  }
  await paid.store.put("label", fresh);
  return { relations, usage, notes };
}

/** A ranking in which the children that the model named come earlier, and the best has the score 1 again. */
export function rankByLabels(
  ranking: readonly Support[],
  { relations }: Pick<Labels, "relations">,
): readonly Support[] {
  const scored = ranking
    .map((one) => {
      const relation = relations[one.node.id];
      return { one, score: one.score * Math.exp(relation === undefined ? 0 : worth[relation]) };
    })
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score || 1;
  return scored.map(({ one, score }) => ({ ...one, score: score / best }));
}

function describe({ path, qualifiedName, signature }: CodeNode, text: string): string {
  const head = qualifiedName === "" ? path : `${path}: ${signature || qualifiedName}`;
  return `${head}\n${text.slice(0, most.characters)}`.toWellFormed();
}
