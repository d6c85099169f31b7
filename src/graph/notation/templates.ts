/** The parameters for types of a template of C++, which stand before all else that is said of it. */
import type { Definition } from "../outline.ts";
import { closing, splitTop } from "./brackets.ts";

/** By function: each is called in many places. */
const known = new WeakMap<Definition, readonly string[]>();

/** The names of those of a function or a class: `T` and `All` of `template <typename T, class... All> void add(T one)`. */
export function templateTypes(definition: Definition): readonly string[] {
  const names = known.get(definition) ?? namesIn(definition.signature);
  known.set(definition, names);
  return names;
}

function namesIn(signature: string): readonly string[] {
  const [head] = /^template\s*</.exec(signature) ?? [];
  if (head === undefined) return [];
  const end = closing(signature, head.length - 1);
  return splitTop(signature.slice(head.length, end), ",").flatMap(
    (part) => /^(?:typename|class)\b\s*(?:\.\.\.\s*)?(\w+)(?!\w|\s*::)/.exec(part)?.[1] ?? [],
  );
}
