import { pathMark } from "../../graph/notation/chain-steps.ts";
import { type Definition, program, type Scope } from "../../graph/outline.ts";
import { comparesTypes } from "../chains/argument-types.ts";
import { isConstantMethod, returnedWhole, wholeType } from "../chains/constness.ts";
import { settleRun } from "../chains/return-values.ts";
import { typesBefore } from "../comments/comment-types.ts";
import { type DocTypes, saysMore } from "../comments/doc-types.ts";
import { commentBefore } from "../comments/docs.ts";
import { fieldOf, type Node, namedChildrenOf, parentOf } from "../parsing/syntax-node.ts";
import { takeAmbient } from "./ambient-modules.ts";
import { giveMembers, isDetached, optionAround } from "./component-options.ts";
import { declaredMethod } from "./declared-methods.ts";
import { declaredVisibility } from "./definition-flags.ts";
import { nameOf } from "./definition-name.ts";
import { capture, type Fact, isCaptured } from "./facts.ts";
import { type Annotation, decoratorsBefore } from "./modifiers.ts";
import { addBinding } from "./outline-bindings.ts";
import { takeDecorators, takeWrapped } from "./outline-calls.ts";
import {
  chainIn,
  type Draft,
  isForInterface,
  lineAt,
  maxType,
  type OpenDefinition,
  partsOf,
  textOf,
} from "./outline-draft.ts";
import { takeDocTypes, takeDocTypesBefore, takeThisOf } from "./param-tags.ts";
import type { DefinitionFact } from "./place-definitions.ts";
import { classOfThis, holderOf } from "./prototypes.ts";
import { maxSignature, signatureOf } from "./signature.ts";

/** Enters a definition: adds it, opens a scope for its body, and a frame until its end. */
export function openDefinition(draft: Draft, fact: DefinitionFact): void {
  const { captures } = fact;
  const [body, list] = [capture(captures, "body"), capture(captures, "parameters")];
  const outer = draft.frames.at(-1)!;
  const { comments } = draft.language;
  const before = annotationsBefore(draft, fact.shown.start);
  const decorators = decoratorsBefore(draft.text, before, fact.shown.start);
  // Where decorators are siblings, the doc comment is mostly above them.
  const first = decorators[0]?.start ?? fact.shown.start;
  const start = Math.min(fact.shown.start, draft.text[first - 1] === "@" ? first - 1 : first);
  const isScript = draft.language.family === "javascript";
  const sign = comments === "hash" ? "#" : "//";
  const above = (index: number) => commentBefore(draft.text, index, sign, isScript);
  const comment = comments === "string" ? undefined : (above(fact.shown.start) ?? above(start));
  const on = capture(captures, "on") ?? capture(captures, "on.objects");
  const { node: name, name: called, path } = nameOf(draft, fact);
  const holder = holderOf(draft, fact);
  const onChain =
    path.length > 1 ? path.slice(0, -1).join(".") : on && chainIn(draft, on)?.replace(`${pathMark}.`, ".");
  const ofThis = onChain === "this" ? classOfThis(draft) : undefined;
  const onObjects = isCaptured(captures, "on.objects") || path.length > 1 ? ".prototype" : "";
  const [accessor, base] = [capture(captures, "accessor"), capture(captures, "base")];
  const baseChain = base && chainIn(draft, base);
  const visibility = declaredVisibility(draft, fact, name);
  const [returns, alias] = [capture(captures, "returns"), capture(captures, "alias")];
  const taker = body && parentOf(body);
  const docTypes = typesBefore(draft, fact.shown.start, taker);
  const declares = draft.language.constness;
  const declared = declares ? list : undefined;
  const returned =
    returns && declared ? returnedWhole(draft, returns, declared) : returnedType(draft, returns, docTypes);
  const option = optionAround(draft, fact, name);
  const definition: OpenDefinition = {
    kind: fact.opens as OpenDefinition["kind"],
    name: called,
    scope: ofThis ?? outer.scope,
    startLine: lineAt(draft, Math.min(start, comment?.start ?? start)),
    endLine: lineAt(draft, Math.max(fact.shown.end - 1, fact.shown.start)),
    signature: signatureOf(draft, fact),
    bodiless: (fact.opens === "function" && !body) || undefined,
    doc: comment?.text,
    returns: returned,
    alias:
      alias && (declares && name ? wholeType(draft, alias, name).slice(0, maxAlias) : aliasOf(draft, alias)),
    on: ofThis === undefined && (on || path.length > 1) ? `${onChain ?? "?"}${onObjects}` : holder,
    onType:
      on && isCaptured(captures, "on.objects") && /^[&*[]|</.test(textOf(draft, on))
        ? textOf(draft, on).slice(0, maxType)
        : undefined,
    bases: baseChain ? [baseChain] : undefined,
    visibility,
    decorators: decorators.length > 0 ? decorators.map(({ text }) => text) : undefined,
    lexicalThis: isCaptured(captures, "arrow") || undefined,
    wrapped: isCaptured(captures, "wrapped") || undefined,
    constant: (declared && isConstantMethod(draft, declared)) || undefined,
    detached:
      isCaptured(captures, "anonymous") ||
      (holder === undefined && isDetached(draft, fact, option)) ||
      (draft.isStandIn && outer.scope === 0) ||
      (name !== undefined && isForInterface(draft, name)) ||
      undefined,
    ofOptions: option !== undefined || undefined,
    property: option?.isValue || isCaptured(captures, "property") || undefined,
    ...(list && parametersOf(draft, list)),
    ...(accessor && declaredBy(draft, accessor, name!)),
  };
  const index = draft.definitions.push(definition) - 1;
  if (ofThis !== undefined) draft.fieldFunctions.push(index);
  outer.functions ??= new Set();
  if (fact.opens === "function") outer.functions.add(called);
  const scope = draft.scopes.push({ parent: outer.scope, definition: index }) - 1;
  draft.frames.push({
    end: fact.end,
    scope,
    definition: index,
    bodyStart: body?.startIndex ?? -1,
    nameEnd: name?.endIndex ?? fact.start,
    runs: isCaptured(captures, "iife"),
  });
  if (docTypes) takeDocTypes(draft, docTypes, scope, taker);
  takeThisOf(draft, taker, scope);
  const other = capture(captures, "name.alias");
  if (other) addBinding(draft, { scope: outer.scope, name: textOf(draft, other), value: `this.${called}()` });
  if (name) draft.nameEnds.set(name.endIndex, index);
  if (body) draft.bodyEnds.set(body.endIndex, index);
  const wrapped = capture(captures, "wrapped");
  if (isScript) takeDecorators(draft, decorators, outer.scope, scope);
  if (wrapped) takeWrapped(draft, wrapped, name!, outer.scope, scope);
}

/** Takes the decorators that end before a position; one may contain functions. */
function annotationsBefore({ annotations }: Draft, place: number): readonly Annotation[] {
  const all = annotations.splice(0);
  annotations.push(...all.filter(({ end }) => end > place));
  return all.filter(({ end }) => end <= place);
}

/** Limit of an aliased type. */
const maxAlias = 2000;

/** The aliased type, without comments. */
const aliasOf = (draft: Draft, alias: Node): string => {
  const text = alias.type === "delegate_declaration" ? delegateType(draft, alias) : textOf(draft, alias);
  const bare =
    text.length > maxSignature && draft.language.comments === "before"
      ? text
          .slice(0, 4 * maxAlias)
          .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
          .replace(/\s+/g, " ")
      : text;
  return bare.replace(methodOfObject, "$2 => $3").slice(0, maxAlias);
};

/** `{ run(x: Foo): Bar }["iife"]` is a function type with bivariant parameters. */
const methodOfObject = /^\{\s*([\w$]+)\s*(\([\s\S]*\))\s*:\s*([^:]*?)[;,]?\s*\}\s*\[\s*["']\1["']\s*\]$/;

/** `Func<Foo, Bar>` of `delegate Bar Make(Foo foo)`. */
function delegateType(draft: Draft, delegate: Node): string {
  const list = fieldOf(delegate, "parameters");
  const all = (list && parametersOf(draft, list).parameterTypes) ?? [];
  const [takes, gives] = [all.map((type) => type.replace(/^(?:out|ref) /, "")), fieldOf(delegate, "type")];
  const returned = gives && gives.type !== "predefined_type" ? textOf(draft, gives) : "void";
  return `Func<${[...takes, returned].join(", ")}>`;
}

/** The annotated return type, or that of the doc comment where it is more specific. */
function returnedType(
  draft: Draft,
  node: Node | undefined,
  docTypes: DocTypes | undefined,
): string | undefined {
  const native = node && (node.type === "parameter_list" ? resultsIn(draft, node) : textOf(draft, node));
  return docTypes?.returns !== undefined && saysMore(docTypes.returns, native) ? docTypes.returns : native;
}

/** The types of Go's results, one each: `(a, b int, err error)`. */
function resultsIn(draft: Draft, list: Node): string {
  const types = namedChildrenOf(list).flatMap((part) => {
    const type = fieldOf(part, "type");
    if (!type) return [];
    const names = namedChildrenOf(part).length - 1;
    return new Array<string>(Math.max(1, names)).fill(textOf(draft, type));
  });
  return types.length === 1 ? types[0]! : `(${types.join(", ")})`;
}

const declaredBy = (draft: Draft, word: Node, name: Node): Partial<OpenDefinition> =>
  declaredMethod(
    textOf(draft, word),
    textOf(draft, name),
    textOf(draft, parentOf(word)!).slice(0, maxSignature),
  );

function parametersOf(
  draft: Draft,
  list: Node,
): Pick<Definition, "parameters" | "parameterTypes" | "extends" | "rest" | "optional"> {
  // `params Foo[] all` has no node of its own in C#: type and name are among the parameters.
  const last = fieldOf(list, "type");
  // `(void)` in C means no parameters.
  const isEmpty = /^\(\s*void\s*\)$/.test(textOf(draft, list));
  const all = isEmpty
    ? []
    : last
      ? partsOf(list).filter(({ type }) => type === "parameter")
      : partsOf(list).filter((part) => isParameter(draft, part));
  // The receiver of an extension method is no argument: `static void F(this Foo foo, int a)`.
  const parts = all.filter((part) => !isReceiver(draft, part));
  const types = parts.map((part) => typeOf(draft, part));
  // An ellipsis, `printf(const char* format, ...)`, has no node of its own.
  const isOpen = /(?:^\(|,)\s*\.\.\.\s*\)$/.test(textOf(draft, list));
  if (isOpen) types.push("");
  if (last) types.push(elementOf(textOf(draft, last).slice(0, maxSignature)));
  const optional = parts.filter(isOptional).length;
  return {
    parameters: types.length,
    extends: parts.length < all.length ? typeOf(draft, all[0]!) : undefined,
    parameterTypes: comparesTypes(draft.language.expressions) ? types : undefined,
    rest: isOpen || last || /spread|variadic/.test(parts.at(-1)?.type ?? "") ? true : undefined,
    optional: optional > 0 ? optional : undefined,
  };
}

/** Neither the receiver, `self: Box<Self>`, nor an attribute of a parameter (Rust). */
const isParameter = ({ text }: Draft, { type, startIndex }: Node): boolean =>
  type !== "self_parameter" &&
  type !== "attribute_item" &&
  (type !== "parameter" || !/^(?:mut\s+)?self\s*:/.test(text.slice(startIndex, startIndex + 20)));

/** `this Foo foo`, perhaps behind attributes. */
const isReceiver = ({ text }: Draft, parameter: Node): boolean => {
  const start = parameter.startIndex;
  if (text.startsWith("this", start)) return /\s/.test(text[start + 4] ?? "");
  if (parameter.type !== "parameter" || text[start] !== "[") return false;
  const type = fieldOf(parameter, "type");
  return type !== undefined && /\]\s*this\s+(?:(?:ref|in)\s+)?$/.test(text.slice(start, type.startIndex));
};

/** Whether it has a default: by node type, or, in C#, by what follows its name. */
function isOptional(parameter: Node): boolean {
  if (parameter.type !== "parameter") return parameter.type.startsWith("optional");
  const name = fieldOf(parameter, "name");
  return name !== undefined && partsOf(parameter).at(-1)!.id !== name.id;
}

/** The element type of a variadic parameter: `Foo` of `Foo[]` and of `ReadOnlySpan<Foo>`. */
const elementOf = (type: string): string =>
  /^([\s\S]+)\[\]\??$/.exec(type)?.[1] ?? /<([\s\S]+)>\??$/.exec(type)?.[1] ?? type;

function typeOf(draft: Draft, parameter: Node): string {
  const isRest = /^spread/.test(parameter.type);
  const type = isRest
    ? namedChildrenOf(parameter).find((part) => part.type !== "modifiers")
    : fieldOf(parameter, "type");
  if (!type) return "";
  // `char *name`, `char name[]`, `char (&name)[N]`: what it is a pointer to stands before the name, that it is one does not.
  const declarator = fieldOf(parameter, "declarator");
  const pointers = declarator
    ? textOf(draft, declarator)
        .replace(/\(&[^()]*\)/, "")
        .match(/^[^(,]*/)![0]
        .replace(/[^*[]/g, "").length
    : 0;
  // `double expected[]` is a `double[]`.
  const suffix = fieldOf(parameter, "dimensions");
  const dimensions = suffix ? textOf(draft, suffix).replace(/[^[\]]/g, "") : "";
  return `${wayOf(draft, parameter, type)}${textOf(draft, type)}${dimensions}${"*".repeat(pointers)}`.slice(
    0,
    maxSignature,
  );
}

/** `out ` or `ref ` in C#, which calls repeat. */
function wayOf(draft: Draft, parameter: Node, type: Node): string {
  if (parameter.type !== "parameter") return "";
  const [, way] = /\b(out|ref)\s+$/.exec(draft.text.slice(parameter.startIndex, type.startIndex)) ?? [];
  return way === undefined ? "" : `${way} `;
}

export function openScope(draft: Draft, fact: Fact): void {
  if (fact.opens === "scope.global") draft.package = program;
  const scope = openRegion(draft, fact.end, {
    bindsThis: fact.opens === "scope.this" || undefined,
    global: fact.opens === "scope.global" || undefined,
  });
  takeAmbient(draft, fact, scope);
  takeDocTypesBefore(draft, capture(fact.captures, fact.opens!), scope);
  takeThisOf(draft, capture(fact.captures, fact.opens!), scope);
}

/** Opens an anonymous scope up to a position, and returns its number. */
export function openRegion(draft: Draft, end: number, says?: Pick<Scope, "bindsThis" | "global">): number {
  const { scope: parent } = draft.frames.at(-1)!;
  const scope = draft.scopes.push({ parent, definition: -1, ...says }) - 1;
  draft.frames.push({ end, scope, definition: -1, bodyStart: -1, nameEnd: -1 });
  return scope;
}

export function closeDefinition(draft: Draft): void {
  const frame = draft.frames.pop()!;
  if (frame.runs) settleRun(draft, frame);
  giveMembers(draft, frame);
}
