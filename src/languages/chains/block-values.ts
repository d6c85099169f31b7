/** Block arguments: what a method yields, and what a block's parameters get (Ruby). */
import { blockStep } from "../../graph/notation/chain-steps.ts";
import type { Chain } from "../../graph/outline.ts";
import { type Captures, capture } from "../outlines/facts.ts";
import { chainIn, type Draft, type OpenDefinition, textOf, withoutCall } from "../outlines/outline-draft.ts";
import { firstNamedChildrenOf, type Node } from "../parsing/syntax-node.ts";
import { alternativesOf } from "./alternatives.ts";

/** Limit of block parameters, and of values for each. */
const most = 4;

/** `yield a, b`, `block.call(a)` and `instance_exec(a, &block)`; `all.each(&block)` and `run(&block)`, which hand the block on. */
export function takeBlockArguments(draft: Draft, definition: OpenDefinition, captures: Captures): void {
  const [list, through] = [capture(captures, "block.arguments"), capture(captures, "block.call")];
  const by = capture(captures, "block.parameter");
  const block = capture(captures, "block.forwarded");
  if ((by || block) && !isOwnBlock(draft, definition, (by ?? block)!)) return;
  const known = definition.blockValues?.map((values) => [...values]) ?? [];
  const add = (place: number, chain: Chain | undefined): void => {
    while (known.length <= place) known.push([]);
    const values = known[place]!;
    if (chain !== undefined && values.length < most && !values.includes(chain)) values.push(chain);
  };
  const each = capture(captures, "element");
  if (each) add(0, withRest(chainIn(draft, each), "[*]"));
  else if (through) {
    const method = withoutCall(chainIn(draft, through));
    for (let place = 0; place < 2; place++) add(place, withRest(method, blockStep(place)));
  } else
    firstNamedChildrenOf(list!, most).forEach((value, place) => {
      if (value.type === "block_argument" || value.type === "pair") return;
      for (const one of alternativesOf(value, draft.language.expressions)) add(place, chainIn(draft, one));
    });
  if (known.some((values) => values.length > 0)) definition.blockValues = known;
}

/** Whether the name is the method's block parameter: `def run(&block)`. */
const isOwnBlock = (draft: Draft, { signature }: OpenDefinition, name: Node): boolean =>
  signature.includes(`&${textOf(draft, name)}`);

const withRest = (chain: Chain | undefined, rest: string): Chain | undefined =>
  chain === undefined || chain.length > maxLength ? undefined : chain + rest;

/** Longer chains are left out. */
const maxLength = 200;

/** What a block parameter gets from the method that the block is passed to. */
export const blockChain = (draft: Draft, call: Node, place: number): Chain | undefined =>
  withRest(withoutCall(chainIn(draft, call)), blockStep(place));
