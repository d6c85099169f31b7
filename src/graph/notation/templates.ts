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

const namesIn = (signature: string): readonly string[] =>
  (templateHead(signature)?.parameters ?? []).flatMap(
    (part) => /^(?:typename|class)\b\s*(?:\.\.\.\s*)?(\w+)(?!\w|\s*::)/.exec(part)?.[1] ?? [],
  );

interface TemplateHead {
  /** As they are written. */
  readonly parameters: readonly string[];
  /** What stands behind them. */
  readonly rest: string;
}

/** What a template begins with; undefined of what is none. */
export function templateHead(signature: string): TemplateHead | undefined {
  const [start] = /^template\s*</.exec(signature) ?? [];
  if (start === undefined) return undefined;
  const end = closing(signature, start.length - 1);
  return { parameters: splitTop(signature.slice(start.length, end), ","), rest: signature.slice(end + 1) };
}
