/**
 * Object literals as chains: `return { store, open() {}, ...rest }`. A chain has them as a structural type,
 * `<{store:=chain;...=chain}>`, with a chain for the value of each member.
 */
import { packed } from "../../graph/notation/chain-steps.ts";
import { type Chain, memberOfObject } from "../../graph/outline.ts";
import { fieldOf, firstNamedChildrenOf, type Node, namedChildAt, parentOf } from "../parsing/syntax-node.ts";
import type { Language } from "../registry.ts";

/** Further members are left out. */
const maxMembers = 24;
/** Longer chains of members, and of whole objects, are left out too. */
const maxMember = 200;
const maxObject = 1200;
/** How deep literals may nest. */
const maxDepth = 3;

type ChainOf = (node: Node) => Chain | undefined;

/** Undefined where nothing is known of any member. */
export function objectChain(
  object: Node,
  text: string,
  { objects }: Language["expressions"],
  chainOf: ChainOf,
  depth: number,
): Chain | undefined {
  if (depth >= maxDepth) return undefined;
  const parts: string[] = [];
  let length = 0;
  for (const part of firstNamedChildrenOf(object, maxMembers)) {
    const member = memberText(part, text, objects!, chainOf);
    if (member === undefined || length + member.length > maxObject) continue;
    length += member.length;
    parts.push(member);
  }
  return parts.length === 0 ? undefined : `<{${parts.join(";")}}>`;
}

type Objects = NonNullable<Language["expressions"]["objects"]>;

function memberText(part: Node, text: string, objects: Objects, chainOf: ChainOf): string | undefined {
  const textOf = (node: Node): string => text.slice(node.startIndex, node.endIndex);
  const entry = (name: string, chain: Chain | undefined): string | undefined =>
    chain === undefined || chain.startsWith("?") || chain.length > maxMember
      ? undefined
      : `${name}${packed(chain)}`;
  if (part.type === objects.short) return entry(`${textOf(part)}:`, chainOf(part));
  if (part.type === objects.spread) {
    const all = namedChildAt(part, 0);
    return all && entry("...", chainOf(all));
  }
  const key = fieldOf(part, part.type === objects.pair ? "key" : "name");
  const name = key && textOf(key);
  if (name === undefined || !/^[\w$]+$/.test(name)) return undefined;
  const value = part.type === objects.pair ? fieldOf(part, "value") : undefined;
  const isFunction = value ? objects.functions.includes(value.type) : part.type === objects.method;
  return entry(`${name}:`, isFunction ? memberOfObject + name : value && chainOf(value));
}

/** A file as far as it is read. */
interface Reading {
  readonly language: Language;
  readonly frames: readonly { readonly definition: number; readonly bodyStart: number }[];
  readonly definitions: readonly { readonly kind: string }[];
}

/** Whether a name is a member of an object literal. */
export function isInObject({ language: { expressions } }: Reading, name: Node): boolean {
  if (!expressions.objects) return false;
  const { type, pair, short } = expressions.objects;
  const around = parentOf(name)?.type;
  return around === pair || (around === type && name.type === short);
}

/** The object is itself a definition, which has its members: `const kit = { store }`. */
export function isOfDefinition(draft: Reading, name: Node): boolean {
  const frame = draft.frames.at(-1)!;
  const part = parentOf(name)!;
  const object = part.type === draft.language.expressions.objects!.type ? part : parentOf(part);
  return draft.definitions[frame.definition]?.kind === "object" && object?.startIndex === frame.bodyStart;
}
