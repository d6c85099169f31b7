import { parentOf } from "../parsing/syntax-node.ts";
import { type Captures, capture } from "./facts.ts";
import { chainIn, type Draft, lineAt, textOf } from "./outline-draft.ts";

/** A base that is said outside of the class. */
export function takeLaterBase(draft: Draft, captures: Captures): void {
  const node = capture(captures, "base")!;
  const [heir, how] = [capture(captures, "base.of"), capture(captures, "base.how")];
  // What `class << self` includes the class itself gets.
  const isOfClass = how && parentOf(parentOf(parentOf(how)!) ?? how)?.type === "singleton_class";
  const word = isOfClass ? "extend" : how && textOf(draft, how);
  const base = word === "module_function" ? ":class" : node.type === "self" ? ":class" : chainIn(draft, node);
  const of = heir ? (chainIn(draft, heir) ?? (draft.language.shadows ? "?" : undefined)) : ":class";
  if (base === undefined || of === undefined) return;
  draft.laterBases.push({
    scope: draft.frames.at(-1)!.scope,
    line: lineAt(draft, node.startIndex),
    of,
    base,
    ...(word === undefined || word === "include" ? {} : { how: word === "prepend" ? "prepend" : "extend" }),
  });
}
