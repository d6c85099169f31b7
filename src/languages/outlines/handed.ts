/** Functions that are handed on by their names: `HandleFunc("/", s.list)`. */
import type { Node } from "../parsing/syntax-node.ts";
import { chainIn, type Draft, isLocal } from "./outline-draft.ts";
import { addReference } from "./outline-facts.ts";

/** What may be such a function: no value that the function around itself gives a name. */
export function takeHanded(draft: Draft, value: Node): void {
  const chain = chainIn(draft, value);
  if (chain !== undefined && !isLocal(draft, chain)) addReference(draft, value, chain, undefined, true);
}
