/** Details of a definition that stand inside of it, or of the file: doc text, flags, decorators, bases and results. */
import type { Chain } from "../../graph/outline.ts";
import { takeNonlocal } from "../chains/binding-scopes.ts";
import { takeBlockArguments } from "../chains/block-values.ts";
import { takeReturn, takeYield } from "../chains/return-values.ts";
import { docstringText } from "../comments/docs.ts";
import type { Node } from "../parsing/syntax-node.ts";
import { takeFlags, takeVisibility } from "./definition-flags.ts";
import { type Captures, capture, isCaptured } from "./facts.ts";
import { decoratorText, visibilityIn } from "./modifiers.ts";
import {
  chainIn,
  type Draft,
  definitionFrame,
  type Frame,
  maxType,
  type OpenDefinition,
  textOf,
} from "./outline-draft.ts";
import { takeBound } from "./type-bounds.ts";

/** Limit of decorators per definition. */
const maxDecorators = 16;

/** Records what a match adds to the innermost definition, or to the region around it. */
export function takeDetails(draft: Draft, captures: Captures): void {
  const doc = capture(captures, "doc");
  const word = capture(captures, "visibility.next");
  const visibility = word && visibilityIn(draft.language, textOf(draft, word));
  if (visibility) draft.frames.at(-1)!.visibility = visibility;
  takeVisibility(draft, captures);
  if (doc && draft.frames.length === 1) draft.doc = docstringText(textOf(draft, doc)) ?? "";
  takeBound(draft, captures);
  const nonlocal = capture(captures, "nonlocal");
  if (nonlocal) takeNonlocal(draft, nonlocal);
  const frame = definitionFrame(draft);
  if (!frame) return;
  const definition = draft.definitions[frame.definition]!;
  const text = doc && docstringText(textOf(draft, doc));
  if (text !== undefined) definition.doc = text;
  takeFlags(captures, definition);
  takeReceiver(draft, captures, frame);
  takeHead(draft, captures, definition);
  takeResults(draft, captures, definition);
}

function takeReceiver(draft: Draft, captures: Captures, frame: Frame): void {
  if (isCaptured(captures, "static")) frame.isStatic = true;
  const receiver = capture(captures, "receiver");
  if (receiver && isMethod(draft) && !frame.isStatic) frame.receiver = textOf(draft, receiver);
}

function isMethod(draft: Draft): boolean {
  const outer = draft.frames.at(-2);
  if (draft.definitions[draft.frames.at(-1)!.definition]?.on?.endsWith(".prototype")) return true;
  return outer !== undefined && draft.definitions[outer.definition]?.kind === "class";
}

/** A decorator that wraps it, its return type, bases and interfaces. */
function takeHead(draft: Draft, captures: Captures, definition: OpenDefinition): void {
  const decorator = capture(captures, "decorator");
  const decoratorChain = decorator && chainIn(draft, decorator);
  if (decoratorChain) definition.decorator ??= decoratorChain;
  const returns = capture(captures, "returns.inner");
  if (returns) definition.returns ??= textOf(draft, returns).slice(0, maxType);
  const base = capture(captures, "base");
  const baseChain = base && (wrappedType(draft, base) ?? chainIn(draft, base));
  if (baseChain) {
    const [bases, one] = [definition.bases ?? [], baseChain.replace(/(?:\[\])+$/, "")];
    definition.bases = isCaptured(captures, "first") ? [one, ...bases] : [...bases, one];
  }
  const implemented = capture(captures, "interface");
  const interfaceChain = implemented && chainIn(draft, implemented);
  if (interfaceChain) definition.interfaces = [...(definition.interfaces ?? []), interfaceChain];
}

/** `interface Foo extends Partial<Bar>` has the members of Bar. */
function wrappedType(draft: Draft, base: Node): Chain | undefined {
  const text = draft.language.callbacks && base.type === "generic_type" ? textOf(draft, base) : "";
  return text.length <= maxType && wrapper.test(text) ? `<${text}>` : undefined;
}

const wrapper = /^(?:Partial|Required|Readonly|Omit|Pick)\s*</;

/** What it returns, yields, or passes to its block. */
function takeResults(draft: Draft, captures: Captures, definition: OpenDefinition): void {
  const value = capture(captures, "return");
  if (value) takeReturn(draft, definition, value);
  const yielded = capture(captures, "yield");
  if (yielded) takeYield(draft, definition, yielded);
  if (isCaptured(captures, "block.arguments") || isCaptured(captures, "block.forwarded"))
    takeBlockArguments(draft, definition, captures);
}

/** A decorator: of the definition around it where it precedes the name, else of one that follows. */
export function takeAnnotation(draft: Draft, node: Node): void {
  const text = decoratorText(textOf(draft, node));
  const frame = definitionFrame(draft);
  if (frame && node.startIndex < frame.nameEnd) {
    const definition = draft.definitions[frame.definition]!;
    definition.decorators = [...(definition.decorators ?? []).slice(0, maxDecorators - 1), text];
  } else draft.annotations.push({ start: node.startIndex, end: node.endIndex, text, calls: [] });
}
