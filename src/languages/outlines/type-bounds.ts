/** Bounds of type parameters in call signatures: `{ <T extends Foo>(run: T): void }`. */
import { type Captures, capture } from "./facts.ts";
import { type Draft, maxType, textOf } from "./outline-draft.ts";

/** Records a bound for the signature that follows. */
export function takeBound(draft: Draft, captures: Captures): void {
  const bound = capture(captures, "constraint");
  if (!bound) return;
  const around = draft.frames.at(-1)!;
  around.constraints ??= new Map();
  const text = textOf(draft, bound).slice(0, maxType);
  around.constraints.set(textOf(draft, capture(captures, "constrained")!), text);
}

/** A type with its type parameters replaced by their bounds. */
export const withBounds = (type: string, bounds: ReadonlyMap<string, string> | undefined): string =>
  bounds ? type.replace(/(?<![\w$.])[\p{L}_$][\w$]*/gu, (name) => bounds.get(name) ?? name) : type;
