import type { Visibility } from "../../graph/graph.ts";
import { otherwise, pathMark } from "../../graph/notation/chain-steps.ts";
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
import type { Annotation, PlacedCall } from "./modifiers.ts";

/** Types longer than this are not what resolution works with. */
export const maxType = 300;

/** The name of a class that has none and is what a function gives: no other name is written like it. */
export const namelessClass = "class";

/** A definition while its inside is still being read. */
export type OpenDefinition = { -readonly [K in keyof Definition]: Definition[K] };

/** A region that the sweep is inside of. */
export interface Frame extends Declarations {
  readonly end: number;
  readonly scope: number;
  readonly definition: number;
  readonly bodyStart: number;
  /** Where the definition's name ends. */
  readonly nameEnd: number;
  /** Who may use the definitions that follow in it, once a line of its own has said so: `private:`. */
  visibility?: Visibility;
  /** The name by which this function calls `this`, where the language passes it as a parameter. */
  receiver?: string;
  isStatic?: boolean;
  /** The scopes of names that it gives values to for others: `global name`. */
  elsewhere?: Map<string, number>;
  /** Set where a function gives what it yields. */
  yields?: true;
  /** Set for a function that runs where it stands, once: `const kit = (() => { ... })()`. */
  readonly runs?: boolean;
  /** Set where it gives a function that has no name. */
  givesFunction?: true;
  /** What the types at least are for which type parameters of a call stand that a type allows, as written. */
  constraints?: Map<string, string>;
}

/** What is known of a name that is bound: its type as written, and chains that it may stand for. */
export interface Known {
  readonly type: string | undefined;
  readonly values: readonly Chain[];
}

/** An object that is written out: the scope inside of it, and how many members more it may be given. */
export interface Table {
  readonly scope: number;
  left: number;
}

/** The outline while the file is swept from top to bottom. */
export interface Draft {
  readonly text: string;
  readonly language: Language;
  readonly lineStarts: readonly number[];
  readonly frames: Frame[];
  readonly scopes: Scope[];
  readonly definitions: OpenDefinition[];
  readonly references: Map<string, Reference>;
  readonly bindings: Map<string, Binding>;
  /** `scope name` of bindings of which a type or a value is known. */
  readonly known: Set<string>;
  /** The same of those of which a type is known, and of those that only give a variable of an outer scope another value. */
  readonly typed: Set<string>;
  readonly assigned: Set<string>;
  /** Names of lists and maps that were made with nothing in them, with their scopes. */
  readonly empty: Set<string>;
  /** Objects that are written out under a name, by `scope name`. */
  readonly tables: Map<string, Table>;
  readonly imports: ImportFact[];
  readonly exports: ExportFact[];
  readonly outOfLineBases: OutOfLineBase[];
  /** Functions that methods write on their own object, by number. */
  readonly fieldFunctions: number[];
  /** Where the names of definitions end, to the definition: the same name is not bound once more. */
  readonly nameEnds: Map<number, number>;
  /** Body end to definition, for values that are a definition without a name. */
  readonly bodyEnds: Map<number, number>;
  /** Decorators of a definition that comes after them. */
  readonly annotations: Annotation[];
  /** Functions that were handed on by their names, and where. */
  readonly passed: (PlacedCall & { readonly at: number })[];
  /** Where modules stand that are declared for the whole program, and their scopes. */
  readonly ambient: { readonly start: number; readonly end: number; readonly scope: number }[];
  /** Names that were asked what they are. */
  readonly guarded: GuardedRegions;
  /** What the latest name was bound to, and where. */
  latest: { readonly at: number; readonly known: Known } | undefined;
  doc: string | undefined;
  package: string | undefined;
  /** Where what comes next is a stand-in for something of the platform. */
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

/** `IFoo IBar.Foo { get; }` of C#: nobody asks for it but by the interface, which has it too. */
export const isForInterface = ({ text }: Draft, name: Node): boolean =>
  text[name.startIndex - 1] === "." && /^(?:property|indexer)_declaration$/.test(parentOf(name)?.type ?? "");

export const textOf = (draft: Draft, node: Node): string => draft.text.slice(node.startIndex, node.endIndex);

/** What stands between the brackets of parameters or arguments; `most` counts comments among it. */
export const partsOf = (list: Node, most = Number.POSITIVE_INFINITY): readonly Node[] =>
  firstNamedChildrenOf(list, most).filter((child) => !isExtra(child));

/** 1-based line of an index into the text. */
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

/** The chain of an expression, with the enclosing method's own name for its object put as `this`. */
export function chainIn(draft: Draft, node: Node, isBare?: boolean): Chain | undefined {
  const found = chainOf(node, draft.text, draft.language.expressions, 0, undefined, isBare);
  return found === undefined
    ? undefined
    : narrowedAt(draft.guarded, ofObject(draft, node, found), node.startIndex);
}

/** The same of the method that an operation calls. */
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
    // What a call is given stands within its parentheses, and what is in a tuple in that: `copy(self)`, `self.a, self.b`.
    if (chain.includes(otherwise)) chain = withObject(chain, receiver);
    if (chain.startsWith(receiver) && headLength(chain) === receiver.length)
      return `this${chain.slice(receiver.length)}`;
  }
  if (!draft.language.expressions.implicit) return chain;
  const length = headLength(chain);
  return spelledOut(draft, chain.slice(0, length), chain.slice(length));
}

/** A chain with `this` for what a method calls its object, where that begins what is packed in it. */
function withObject(chain: Chain, receiver: string): Chain {
  const mark = otherwise + receiver;
  let [found, from] = ["", 0];
  for (let at = chain.indexOf(mark); at >= 0; at = chain.indexOf(mark, from)) {
    const end = at + mark.length;
    found += chain.slice(from, at) + (letter.test(chain.charAt(end)) ? mark : `${otherwise}this`);
    from = end;
  }
  return found + chain.slice(from);
}

const letter = /[\p{L}\p{N}_$]/u;

/** The chain of a type that an object is made of, which no variable of its name is. */
export const madeType = (draft: Draft, type: Node, chain: Chain | undefined): Chain | undefined =>
  chain !== undefined && makesType(type, parentOf(type)?.type, draft.language.expressions)
    ? chain + pathMark
    : chain;

/** The chain of what is called, where a chain ends in a call. */
export const withoutCall = (chain: Chain | undefined): Chain | undefined => chain?.replace(/\([^()]*\)$/, "");

/** A chain with what its head leaves unsaid: the method that `super` means, the object of an attribute or a call. */
function spelledOut(draft: Draft, head: string, rest: string): Chain {
  if (head === "super") {
    const inside = draft.frames.findLast(({ definition }) => definition >= 0)?.definition ?? -1;
    return `super.${draft.definitions[inside]?.name ?? "?"}()${rest.replace(/^\(\)/, "")}`;
  }
  // Outside of a class it belongs to whoever runs the blocks, such as a group of tests.
  if (head.startsWith("@")) return isInClass(draft) ? `this.${head}${rest}` : head + rest;
  const isCall = /^[\p{Ll}_]/u.test(head) && head !== "this" && !isLocal(draft, head);
  return isCall ? `this.${head}()${rest}` : head + rest;
}

export const isInClass = ({ frames, definitions }: Draft): boolean =>
  frames.some(({ definition }) => definitions[definition]?.kind === "class");

/** Whether what is read of a name in the body of a class is still that of outside: the class has none yet. */
export function isOutsideOfClass(draft: Draft, name: string): boolean {
  const { definition, scope } = draft.frames.at(-1)!;
  const { definitions, language, known, bindings } = draft;
  if (!language.classShadows || definitions[definition]?.kind !== "class") return false;
  const key = `${scope} ${name}`;
  if (known.has(key) || bindings.has(key)) return false;
  const isOwn = (one: OpenDefinition): boolean => one.scope === scope && one.name === name;
  return definitions.findLastIndex((one, at) => at === definition || isOwn(one)) === definition;
}

/** The innermost frame that is a definition's, undefined where a function without a name comes first. */
export function definitionFrame(draft: Draft): Frame | undefined {
  const frame = draft.frames.at(-1)!;
  return frame.definition < 0 ? undefined : frame;
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
