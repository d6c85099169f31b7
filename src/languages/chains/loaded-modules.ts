/** Modules that are loaded where they are used: `require("./foo").make()`, and imports that are calls. */
import { moduleHead } from "../../graph/notation/module-heads.ts";
import type { Chain } from "../../graph/outline.ts";
import { fieldOf, type Node, namedChildAt } from "../parsing/syntax-node.ts";

/** Longer names of modules are not read. */
const maxLength = 200;
const maxName = "require".length;

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
  const first = list && namedChildAt(list, 0);
  if (first?.type !== "string" || first.endIndex - first.startIndex > maxLength) return undefined;
  return moduleHead(text.slice(first.startIndex + 1, first.endIndex - 1));
}
