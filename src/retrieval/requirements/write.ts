import { z } from "zod";
import type { CodeNode } from "../../graph/graph.ts";
import { roughTokens } from "../../llm/embedding-batches.ts";
import { stripInvisible } from "../../source/invisible.ts";
import { lineTexts } from "../../source/lines.ts";
import type { ReadSource } from "../documents.ts";
import { words } from "../words.ts";
import { type Asked, answerKey, askForLines, nothingAsked, type PaidModel } from "./ask-lines.ts";

/** Requirement texts by the ids of their definitions. Survives JSON. */
export interface WrittenRequirements extends Asked {
  readonly texts: Readonly<Record<string, string>>;
}

export interface WriteLimits {
  /** Definitions that are asked about. */
  readonly definitions: number;
  /** Characters of one definition's code. */
  readonly characters: number;
  /** Tokens of all code in the question, roughly. */
  readonly tokens: number;
}

export const usualWriteLimits: WriteLimits = { definitions: 16, characters: 3_000, tokens: 12_000 };

const prompt = "requirement-write";
/** Output tokens of one definition's line, and room for a model that thinks first. */
const answerTokens = { line: 160, thinking: 4_000 };

const lineSchema = z.looseObject({
  id: z.string().max(10),
  purpose: z.string().trim().min(8).max(600),
  input: z.string().trim().max(400).nullish(),
  output: z.string().trim().max(400).nullish(),
});

/**
 * Has a model say what definitions without documentation are for, the first of `nodes` first: purpose, input, output,
 * and nothing else (arXiv 2504.10046, section "Requirement graph"). One question; what was said of the same code before
 * is not asked again. What does not speak of the code that it was asked about is not taken.
 */
export async function writeRequirements(
  nodes: readonly CodeNode[],
  readSource: ReadSource,
  paid: PaidModel,
  limits: WriteLimits,
  signal: AbortSignal,
): Promise<WrittenRequirements> {
  const bare = nodes.filter((node) => !node.doc && node.kind !== "Module" && !node.test);
  const sources = await sourcesOf(bare.slice(0, 4 * limits.definitions), readSource, limits.characters);
  const asked = sources.map((one) => ({ ...one, key: answerKey(prompt, paid, one.node.name, one.source) }));
  const kept = await paid.store.get(
    "requirement",
    asked.map(({ key }) => key),
  ); // prettier-ignore
  const texts: Record<string, string> = {};
  for (const { node, source, key } of asked) {
    const text = kept.get(key)?.toString("utf8");
    if (text !== undefined && isAbout(text, node, source)) texts[node.id] = text;
  }
  const open = affordable(
    asked.filter(({ node }) => texts[node.id] === undefined),
    limits,
  );
  if (open.length === 0) return { ...nothingAsked, texts };
  const question = {
    prompt,
    data: open.map(({ source }, at) => ({ source: `definition D${at + 1}`, text: source })),
    maxOutputTokens: answerTokens.thinking + answerTokens.line * open.length,
  };
  const { lines, usage, notes } = await askForLines(paid.model, question, signal);
  const fresh = new Map<string, Uint8Array>();
  for (const line of lines) {
    const said = lineSchema.safeParse(line).data;
    const one = said && open[Number(/^D(\d+)$/.exec(said.id)?.[1] ?? 0) - 1];
    if (!said || !one) continue;
    const text = written(said);
    if (!isAbout(text, one.node, one.source)) continue;
    texts[one.node.id] = text;
    fresh.set(one.key, Buffer.from(text));
  }
  await paid.store.put("requirement", fresh);
  return { texts, usage, notes };
}

interface Source {
  readonly node: CodeNode;
  readonly source: string;
}

async function sourcesOf(
  nodes: readonly CodeNode[],
  readSource: ReadSource,
  characters: number,
): Promise<readonly Source[]> {
  const texts = await readSource([...new Set(nodes.map((node) => node.path))]);
  return nodes.flatMap((node) => {
    const lines = lineTexts(texts.get(node.path) ?? "");
    const source = lines
      .slice(node.startLine - 1, node.endLine)
      .join("\n")
      .slice(0, characters);
    return source.trim() === "" ? [] : [{ node, source: source.toWellFormed() }];
  });
}

function affordable<One extends Source>(open: readonly One[], limits: WriteLimits): readonly One[] {
  let tokens = 0;
  return open.slice(0, limits.definitions).filter(({ source }) => {
    tokens += roughTokens(source);
    return tokens <= limits.tokens;
  });
}

function written({ purpose, input, output }: z.infer<typeof lineSchema>): string {
  const parts = [purpose, ...(input ? [`Input: ${input}`] : []), ...(output ? [`Output: ${output}`] : [])];
  return parts.map((part) => oneLine(part).replace(/[.\s]*$/, ".")).join(" ");
}

/** True where a text shares a word with the code: one that belongs to another definition seldom does. */
function isAbout(text: string, { name }: CodeNode, source: string): boolean {
  const spoken = new Set(words(`${name}\n${source}`).filter((word) => word.length > 2));
  return text.length <= 1_500 && words(text).some((word) => spoken.has(word));
}

const oneLine = (text: string): string => stripInvisible(text).text.replace(/\s+/g, " ").trim();
