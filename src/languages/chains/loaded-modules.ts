/** Modules that are loaded where they are used: `require("./foo").make()`, and imports that are calls. */
import { moduleHead } from "../../graph/notation/module-heads.ts";
import type { Chain } from "../../graph/outline.ts";
import { fieldOf, firstNamedChildrenOf, isExtra, type Node } from "../parsing/syntax-node.ts";

/** Longer names of modules are not read. */
const maxLength = 200;
const maxName = "require".length;
/** Behind more comments, which tell bundlers what to call it, the name is not read. */
const mostBefore = 4;

/** The head of a chain that stands for the module which a call loads; undefined for other calls. @param names Of what loads. */
export function loadedBy(
  call: Node,
  called: Node,
  text: string,
  names: readonly string[],
): Chain | undefined {
  // Nearly no call is one, and its name tells that more quickly than its arguments.
  if (called.endIndex - called.startIndex > maxName) return undefined;
  if (!names.includes(text.slice(called.startIndex, called.endIndex))) return undefined;
  const list = fieldOf(call, "arguments");
  const first = list && firstNamedChildrenOf(list, mostBefore).find((one) => !isExtra(one));
  if (first?.type !== "string" || first.endIndex - first.startIndex > maxLength) return undefined;
  return moduleHead(text.slice(first.startIndex + 1, first.endIndex - 1));
}
