import type { Visibility } from "../../graph/graph.ts";
import { pathMark, summaryMark } from "../../graph/notation/chain-steps.ts";
import type {
  Binding,
  Chain,
  Definition,
  ExportFact,
  ImportFact,
  OutOfLineBase,
  Reference,
  Scope,
} from "../../graph/outline.ts";
import { chainOf, makesType } from "../chains/chain.ts";
import { headLength } from "../chains/chain-head.ts";
import { type Declarations, hasVariable } from "../chains/declared-names.ts";
import { type GuardedRegions, narrowedAt } from "../chains/guarded-names.ts";
import { operatorMethod } from "../chains/operators.ts";
import { firstNamedChildrenOf, isExtra, type Node, parentOf } from "../parsing/syntax-node.ts";
import type { Language } from "../registry.ts";
import { isLocal } from "./local-names.ts";
import type { Annotation, AnnotationCall } from "./modifiers.ts";

/** Limit of a type's length. */
export const maxType = 300;

/** The name of an anonymous class that a function returns; no other name is spelled like it. */
export const namelessClass = "class";

/** A definition whose body is still being read. */
export type OpenDefinition = { -readonly [K in keyof Definition]: Definition[K] };

/** A region that encloses the current position. */
export interface Frame extends Declarations {
  readonly end: number;
  readonly scope: number;
  readonly definition: number;
  readonly bodyStart: number;
  /** End of the definition's name. */
  readonly nameEnd: number;
  /** Visibility of the definitions that follow, once a line has set it: `private:`. */
  visibility?: Visibility;
  /** The name of the receiver parameter, where the language passes `this` as one. */
  receiver?: string;
  isStatic?: boolean;
  /** Scopes of names that are declared to be of an outer scope: `global name`. */
  elsewhere?: Map<string, number>;
  /** Set for a generator. */
  yields?: true;
  /** Set for an immediately invoked function: `const kit = (() => { ... })()`. */
  readonly runs?: boolean;
  /** Set where it returns an anonymous function. */
  givesFunction?: true;
  /** Bounds of type parameters of call signatures, as written. */
  constraints?: Map<string, string>;
}

/** The declared type of a bound name, and the chains of its values. */
export interface Known {
  readonly type: string | undefined;
  readonly values: readonly Chain[];
}

/** An object literal: its scope, and how many more members it may get. */
export interface Table {
  readonly scope: number;
  left: number;
}

/** The outline under construction, in one pass over the file. */
export interface Draft {
  readonly text: string;
  readonly language: Language;
  readonly lineStarts: readonly number[];
  readonly frames: Frame[];
  readonly scopes: Scope[];
  readonly definitions: OpenDefinition[];
  readonly references: Map<string, Reference>;
  readonly bindings: Map<string, Binding>;
  /** `scope name` of bindings with a known type or value. */
  readonly known: Set<string>;
  /** The same of bindings with a known type, and of assignments to variables of an outer scope. */
  readonly typed: Set<string>;
  readonly assigned: Set<string>;
  /** `scope name` of collections that were created empty. */
  readonly empty: Set<string>;
  /** Named object literals, by `scope name`. */
  readonly tables: Map<string, Table>;
  readonly imports: ImportFact[];
  readonly exports: ExportFact[];
  readonly outOfLineBases: OutOfLineBase[];
  /** Functions that methods assign to fields of `this`, by index. */
  readonly fieldFunctions: number[];
  /** Definition by the end of its name, so that the name is not bound again. */
  readonly nameEnds: Map<number, number>;
  /** Definition by the end of its body, for values that are anonymous definitions. */
  readonly bodyEnds: Map<number, number>;
  /** Decorators of a definition that follows. */
  readonly annotations: Annotation[];
  /** Functions passed by name, with their positions. */
  readonly passed: (AnnotationCall & { readonly at: number })[];
  /** Ambient modules, with their scopes. */
  readonly ambient: { readonly start: number; readonly end: number; readonly scope: number }[];
  /** Names narrowed by type guards. */
  readonly guarded: GuardedRegions;
  /** The latest binding, and its position. */
  latest: { readonly at: number; readonly known: Known } | undefined;
  doc: string | undefined;
  package: string | undefined;
  /** Set where what follows stands in for something of the platform. */
  isStandIn: boolean;
  condition: string | undefined;
  opaqueCalls: number;
}

export function createDraft(text: string, language: Language): Draft {
  return {
    text,
    language,
    lineStarts: lineStartsOf(text),
    frames: [{ end: Number.POSITIVE_INFINITY, scope: 0, definition: -1, bodyStart: 0, nameEnd: 0 }],
    scopes: [{ parent: -1, definition: -1 }],
    definitions: [],
    references: new Map(),
    bindings: new Map(),
    known: new Set(),
    typed: new Set(),
    assigned: new Set(),
    empty: new Set(),
    tables: new Map(),
    imports: [],
    exports: [],
    outOfLineBases: [],
    fieldFunctions: [],
    nameEnds: new Map(),
    bodyEnds: new Map(),
    annotations: [],
    passed: [],
    ambient: [],
    guarded: new Map(),
    latest: undefined,
    doc: undefined,
    package: undefined,
    isStandIn: false,
    condition: undefined,
    opaqueCalls: 0,
  };
}

/** An explicit interface implementation of C#, `IFoo IBar.Foo { get; }`: it is reached only through the interface. */
export const isForInterface = ({ text }: Draft, name: Node): boolean =>
  text[name.startIndex - 1] === "." && /^(?:property|indexer)_declaration$/.test(parentOf(name)?.type ?? "");

export const textOf = (draft: Draft, node: Node): string => draft.text.slice(node.startIndex, node.endIndex);

/** Parameters or arguments without comments; `most` limits the children that are read. */
export const partsOf = (list: Node, most = Number.POSITIVE_INFINITY): readonly Node[] =>
  firstNamedChildrenOf(list, most).filter((child) => !isExtra(child));

/** The 1-based line of an index. */
export function lineAt(draft: Draft, index: number): number {
  let low = 0;
  let high = draft.lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (draft.lineStarts[middle]! <= index) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** The chain of an expression, with `this` for the enclosing method's receiver parameter. */
export function chainIn(draft: Draft, node: Node, isBare?: boolean): Chain | undefined {
  const found = chainOf(node, draft.text, draft.language.expressions, 0, undefined, isBare);
  return found === undefined
    ? undefined
    : narrowedAt(draft.guarded, ofObject(draft, node, found), node.startIndex);
}

/** The same for the method that an operator calls. */
export function operatorIn(draft: Draft, operation: Node): Chain | undefined {
  const { text, language } = draft;
  const place = { text, types: language.expressions, names: undefined, depth: 0 };
  const chainOfSide = (side: Node): Chain | undefined => chainOf(side, text, language.expressions, 1);
  const found = operatorMethod(operation, place, chainOfSide);
  return found === undefined ? undefined : ofObject(draft, operation, found);
}

function ofObject(draft: Draft, node: Node, found: Chain): Chain {
  let chain = found;
  for (let i = draft.frames.length - 1; i > 0; i--) {
    const { receiver } = draft.frames[i]!;
    if (receiver === undefined || !chain.includes(receiver)) continue;
    if (hasVariable(draft.frames.slice(i + 1), receiver, node)) return chain;
    // Arguments are nested in the parentheses of a call, elements in those of a tuple: `copy(self)`, `self.a,
    // self.b`.
    if (chain.includes(summaryMark)) chain = withObject(chain, receiver);
    if (chain.startsWith(receiver) && headLength(chain) === receiver.length)
      return `this${chain.slice(receiver.length)}`;
  }
  if (!draft.language.expressions.implicit) return chain;
  const length = headLength(chain);
  return spelledOut(draft, chain.slice(0, length), chain.slice(length));
}

/** Writes `this` for the receiver parameter in nested chains. */
function withObject(chain: Chain, receiver: string): Chain {
  const mark = summaryMark + receiver;
  let [found, from] = ["", 0];
  for (let at = chain.indexOf(mark); at >= 0; at = chain.indexOf(mark, from)) {
    const end = at + mark.length;
    found += chain.slice(from, at) + (letter.test(chain.charAt(end)) ? mark : `${summaryMark}this`);
    from = end;
  }
  return found + chain.slice(from);
}

const letter = /[\p{L}\p{N}_$]/u;

/** The chain of a constructed type, which is never a variable of that name. */
export const madeType = (draft: Draft, type: Node, chain: Chain | undefined): Chain | undefined =>
  chain !== undefined && makesType(type, parentOf(type)?.type, draft.language.expressions)
    ? chain + pathMark
    : chain;

/** The callee of a chain that ends in a call. */
export const withoutCall = (chain: Chain | undefined): Chain | undefined => chain?.replace(/\([^()]*\)$/, "");

/** Makes an implicit head explicit: the method that `super` calls, the object of an attribute or a call. */
function spelledOut(draft: Draft, head: string, rest: string): Chain {
  if (head === "super") {
    const inside = draft.frames.findLast(({ definition }) => definition >= 0)?.definition ?? -1;
    return `super.${draft.definitions[inside]?.name ?? "?"}()${rest.replace(/^\(\)/, "")}`;
  }
  // Outside of a class it belongs to the object that blocks are evaluated on, such as a test group.
  if (head.startsWith("@")) return isInClass(draft) ? `this.${head}${rest}` : head + rest;
  const isCall = /^[\p{Ll}_]/u.test(head) && head !== "this" && !isLocal(draft, head);
  return isCall ? `this.${head}()${rest}` : head + rest;
}

export const isInClass = ({ frames, definitions }: Draft): boolean =>
  frames.some(({ definition }) => definitions[definition]?.kind === "class");

/** Whether a name in a class body still means the outer one, since the class has not assigned it yet. */
export function isOutsideOfClass(draft: Draft, name: string): boolean {
  const { definition, scope } = draft.frames.at(-1)!;
  const { definitions, language, known, bindings } = draft;
  if (!language.classShadows || definitions[definition]?.kind !== "class") return false;
  const key = `${scope} ${name}`;
  if (known.has(key) || bindings.has(key)) return false;
  const isOwn = (one: OpenDefinition): boolean => one.scope === scope && one.name === name;
  return definitions.findLastIndex((one, at) => at === definition || isOwn(one)) === definition;
}

/** The innermost definition's frame; undefined where an anonymous function comes first. */
export function definitionFrame(draft: Draft): Frame | undefined {
  const frame = draft.frames.at(-1)!;
  return frame.definition < 0 ? undefined : frame;
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
