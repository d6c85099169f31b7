/** Calls of what a specialisation of a template has from another one of it: `Form<int>::lay(x)` in `struct Form<Foo> : Form<int>`. */
import { closing } from "../../graph/notation/brackets.ts";
import type { Chain } from "../../graph/outline.ts";
import { argumentsIn } from "../../graph/types/specialisations.ts";
import type { Node } from "../parsing/syntax-node.ts";
import { type Draft, textOf } from "./outline-draft.ts";

/** The chain with `super` for the base that has the name of the class around: that name alone is the class itself. */
export function ofOwnBase(draft: Draft, callee: Node, chain: Chain): Chain {
  if (callee.type !== "qualified_identifier") return chain;
  const around = draft.frames.findLast(({ definition }) => draft.definitions[definition]?.kind === "class");
  const owner = around && draft.definitions[around.definition]!;
  if (!owner?.bases?.some((base) => base.endsWith(owner.name))) return chain;
  const text = textOf(draft, callee);
  const [written] = new RegExp(`^(?:\\w+::)*${owner.name}\\s*(?=<)`).exec(text) ?? [];
  if (written === undefined) return chain;
  const types = text.slice(written.length + 1, closing(text, written.length)).replace(/\s+/g, "");
  if (types !== argumentsIn(owner).written) return chain;
  return chain.replace(new RegExp(`^(?:\\w+\\.)*${owner.name}\\.`), "super.");
}
