import { exampleGroup, includedModule, shownToViews, topClass, viewClass } from "../../graph/outline.ts";
import { parentOf } from "../parsing/syntax-node.ts";
import { type Captures, capture, isCaptured } from "./facts.ts";
import { addBinding } from "./outline-bindings.ts";
import { chainIn, type Draft, isInClass, lineAt, textOf } from "./outline-draft.ts";

/** Records a base that is declared outside of the class head. */
export function takeOutOfLineBase(draft: Draft, captures: Captures): void {
  const node = capture(captures, "base")!;
  const [heir, how] = [capture(captures, "base.derived"), capture(captures, "base.mixin")];
  const isOfGroups = isCaptured(captures, "base.exampleGroups");
  // A mixin in `class << self` extends the class object.
  const isOfClass = how && parentOf(parentOf(parentOf(how)!) ?? how)?.type === "singleton_class";
  const word = isOfClass ? "extend" : how && textOf(draft, how).replace(":", "");
  const isForIncluder = isCaptured(captures, "base.includer") && word === "extend";
  const { scope } = draft.frames.at(-1)!;
  if (word === "helper_method") {
    addBinding(draft, { scope, name: shownToViews, value: textOf(draft, node).slice(1) });
    return;
  }
  const base = word === "module_function" ? ":class" : node.type === "self" ? ":class" : chainIn(draft, node);
  const isOutside = !heir && !isOfGroups && word === "include" && !isInClass(draft);
  // Outside of classes, a mixin in a block belongs to its tests.
  if (isOutside && base !== undefined) {
    addBinding(draft, { scope, name: includedModule, value: base });
    if (scope > 0) return;
  }
  const of = isOfGroups
    ? `::${exampleGroup}`
    : word === "helper"
      ? `::${viewClass}`
      : heir
        ? (chainIn(draft, heir) ?? (draft.language.shadows ? "?" : undefined))
        : isOutside
          ? `::${topClass}`
          : ":class";
  if (base === undefined || of === undefined) return;
  draft.outOfLineBases.push({
    scope,
    line: lineAt(draft, node.startIndex),
    of,
    base,
    ...(word === undefined || word === "include" || word === "helper"
      ? {}
      : { how: isForIncluder ? "give" : word === "prepend" ? "prepend" : "extend" }),
  });
}
