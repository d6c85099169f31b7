/** Getters and setters: methods that run where a member is read, or assigned to. That is a call without parentheses. */

import { type Entity, exactly, type Found, inferred, union, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { lookupScope } from "../files/lookup-scopes.ts";
import type { Linker } from "../linker.ts";
import { grown } from "../memory/answer-rows.ts";
import type { Memory } from "../memory/memory.ts";
import { assignedValues } from "../names/narrowing.ts";
import type { ChainStep } from "../notation/chain-steps.ts";
import { type Chain, callMark, type Definition } from "../outline.ts";
import { parentsIn } from "./ancestors.ts";
import { declaredBy } from "./declared-members.ts";
import { isProperty, isSetter, propertyFact, propertyKey } from "./subclass-keys.ts";

export function createPropertiesRead(
  linker: Linker,
  memory: Memory,
  stepOf: (chain: Chain) => ChainStep,
): Linker["propertiesIn"] {
  /** By name: whether a property of it exists anywhere. A hot path, so cached apart from recorded dependencies. */
  const names = new Map<string, { readonly fact: number; readonly isThere: boolean }>();
  const isOne = (name: string): boolean => {
    let one = names.get(name);
    if (!one) {
      const isThere = linker.tables.filesExtending(propertyKey(name)).length > 0;
      one = { fact: propertyFact(name), isThere };
      names.set(name, one);
    }
    memory.touch(one.fact);
    return one.isThere;
  };
  /**
   * By step: `2 * round + 1` where it, or a step before it, has the name of a property, else `2 * round`. A new file
   * starts a new round, which invalidates all.
   */
  let known = new Int32Array(2 ** 12);
  let round = 0;
  const properties = memory.store<string, Found>(() => unresolved);
  const setters = memory.store<string, Found>(() => unresolved);
  const propertyOf = (one: Entity, name: string, isAssigned: boolean): Found => {
    const [store, isMeant] = isAssigned ? [setters, isSetter] : [properties, isProperty];
    if (one.kind === "parent")
      return store(`^${one.id} ${name}`, () =>
        findProperty(linker, parentsIn(linker, linker.ancestors(one.id).ids, undefined), name, isMeant),
      );
    if (one.kind === "definition" && hasStatic(linker, one.id))
      return store(`:${one.id} ${name}`, () =>
        findProperty(
          linker,
          linker.ancestors(one.id).ids,
          name,
          (each) => each.isStatic === true && isMeant(each),
        ),
      );
    const mayHave = one.kind === "instance" || (one.kind === "definition" && hasOnClass(linker, one.id));
    return mayHave
      ? store(`${one.id} ${name}`, () => findProperty(linker, linker.ancestors(one.id).ids, name, isMeant))
      : unresolved;
  };
  const nameOf = (file: FileTable, step: ChainStep): string =>
    step.kind === "member" ? step.name : isBareMember(file, step) ? step.text : "";
  /** A filter: false for most chains, and most recur within a file. */
  const mayRead = (file: FileTable, step: ChainStep): boolean => {
    while (step.number >= known.length) known = grown(known, new Int32Array(2 * known.length));
    if (known[step.number]! >> 1 !== round) {
      const before = step.rest !== undefined && mayRead(file, step.rest);
      const name = nameOf(file, step);
      known[step.number] = 2 * round + ((name !== "" && isOne(name)) || before ? 1 : 0);
    }
    return (known[step.number]! & 1) === 1;
  };
  const readIn: ReadIn = (file, scope, last, how) => {
    const found: Found[] = [];
    let next: ChainStep | undefined;
    for (let step: ChainStep | undefined = last; step; next = step, step = step.rest) {
      if (!next && !how) continue;
      const name = nameOf(file, step);
      if (name === "" || !isOne(name) || (!step.rest && isNameOfType(linker, file, scope, step, next)))
        continue;
      const isAssigned = how === "assigned" && step === last;
      const among = (entities: readonly Entity[]): Found =>
        union(entities.map((one) => propertyOf(one, name, isAssigned)));
      const before = linker.chain(file, scope, step.rest?.text ?? "this");
      const typed = among(before.entities);
      const all =
        typed.entities.length > 0 || !step.rest
          ? typed
          : inferred(among(asked(linker, file, scope, before, step.rest)));
      if (all.entities.length > 0) found.push(before.sureness === "inferred" ? inferred(all) : all);
    }
    return found;
  };
  return (file) => {
    round++;
    return (scope, chain, how) => {
      const last = stepOf(chain);
      const first = how ? last : last.rest;
      return first && mayRead(file, first) ? readIn(file, scope, last, how) : [];
    };
  };
}

type ReadIn = (
  file: FileTable,
  scope: number,
  last: ChainStep,
  how: "read" | "assigned" | undefined,
) => readonly Found[];

/** Narrowed types of a variable: `isinstance(one, Foo) and one.name`. */
function asked(
  linker: Linker,
  file: FileTable,
  scope: number,
  typed: Found,
  step: ChainStep,
): readonly Entity[] {
  if (!file.rules?.narrows) return none;
  const place = step.head === undefined ? scope : lookupScope(file, scope, step.head);
  return assignedValues(linker, file, place, typed, step) ?? none;
}

const none: readonly Entity[] = [];

/** A member read without `this`. */
const isBareMember = (file: FileTable, { kind }: ChainStep): boolean =>
  kind === "head" && file.rules?.bareMembers === true;

/** Where bare names mean members, class objects have (static) properties, too. */
const hasOnClass = ({ tables }: Linker, id: number): boolean =>
  tables.fileOf(id).rules?.bareMembers === true && tables.definition(id).kind === "class";

/** `Shop.first.open()` of `static get first()`: a class of JavaScript has getters of its own. */
const hasStatic = ({ tables }: Linker, id: number): boolean =>
  tables.fileOf(id).rules?.functionObjects === true && tables.definition(id).kind === "class";

/** A property `Color Color` is not read by `Color.Red` or `Color.Parse(x)`. */
function isNameOfType(
  linker: Linker,
  file: FileTable,
  scope: number,
  { text }: ChainStep,
  next: ChainStep | undefined,
): boolean {
  if (next?.kind !== "member") return false;
  return linker.chain(file, scope, text).entities.some((one) => {
    if (one.kind !== "instance" || linker.tables.definition(one.id).name !== text) return false;
    if (/\benum\b/.test(linker.tables.definition(one.id).signature)) return true;
    const [member] = linker.chain(file, scope, next.text + callMark).entities;
    return member?.kind === "definition" && linker.tables.definition(member.id).isStatic === true;
  });
}

/** The property of the nearest class that declares the name; nothing where it is no property there. */
function findProperty(
  linker: Linker,
  ids: readonly number[],
  name: string,
  isMeant: (definition: Definition) => boolean,
): Found {
  const own = (_: Linker, one: number): Found | undefined => {
    const file = linker.tables.fileOf(one);
    const scope = file.inside[one - file.base]!;
    const entry = file.lookup(name, scope);
    // Where functions have a namespace of their own, the field entry holds the property's type.
    const functions = file.rules?.separateFunctionNames ? file.lookup(name + callMark, scope) : entry;
    const index = functions?.definitions?.find((each) => isMeant(file.outline.definitions[each]!));
    if (index !== undefined) return exactly({ kind: "definition", id: file.base + index });
    return entry && (entry.definitions ?? entry.bindings) && unresolved;
  };
  return declaredBy(linker, ids, name, own)?.found ?? unresolved;
}
