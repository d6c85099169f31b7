/** Flags of a definition, from captures inside of it. */
import type { Visibility } from "../../graph/graph.ts";
import { type Node, parentOf } from "../parsing/syntax-node.ts";
import { type Captures, capture, isCaptured } from "./facts.ts";
import { visibilityIn } from "./modifiers.ts";
import { type Draft, type OpenDefinition, textOf } from "./outline-draft.ts";
import type { DefinitionFact } from "./place-definitions.ts";

/** Sets flags of a definition from captures. */
export function takeFlags(captures: Captures, definition: OpenDefinition): void {
  if (isCaptured(captures, "classMember") && definition.kind === "function") definition.isStatic = true;
  if (isCaptured(captures, "overload")) definition.bodiless = true;
  if (isCaptured(captures, "typeCheckingOnly")) definition.typeCheckingOnly = true;
  if (isCaptured(captures, "implicit")) definition.implicit = true;
  if (isCaptured(captures, "constraintOnly")) delete definition.implicit;
  if (isCaptured(captures, "fallback")) definition.fallback = true;
  if (isCaptured(captures, "otherwise")) definition.otherwise = true;
  if (isCaptured(captures, "property")) definition.property = true;
  if (isCaptured(captures, "setter")) definition.setter = true;
}

/** `private :run` behind the method, and `private_class_method :make`. */
export function takeVisibility(draft: Draft, captures: Captures): void {
  const [node, symbol] = [capture(captures, "visibility.word"), capture(captures, "visibility.of")];
  if (!node || !symbol) return;
  const [word, ofClass = ""] = textOf(draft, node).split(/(_class_method)$/);
  const isInside = parentOf(parentOf(parentOf(node)!) ?? node)?.type === "singleton_class";
  const onClass = isInside || ofClass !== "";
  const name = textOf(draft, symbol).slice(1);
  const { scope } = draft.frames.at(-1)!;
  const definition = draft.definitions.findLast(
    (one) => one.scope === scope && one.name === name && (one.isStatic === true) === onClass,
  );
  const visibility = visibilityIn(draft.language, word!);
  if (definition && visibility) definition.visibility = visibility;
}

/** From a modifier before the name, a captured word, or an earlier line in the same body. */
export function declaredVisibility(
  draft: Draft,
  fact: DefinitionFact,
  name: Node | undefined,
): Visibility | undefined {
  const { language, text } = draft;
  const word = capture(fact.captures, "visibility");
  if (word) return visibilityIn(language, textOf(draft, word));
  // `private def a` hands the method to the word.
  const start = language.expressions.implicit ? fact.start : fact.innerStart;
  const head = name && visibilityIn(language, text.slice(start, name.startIndex));
  return head ?? draft.frames.at(-1)!.visibility;
}
