/** Puts the rules of name resolution and type inference together, and memoises their answers. */

import {
  type Entity,
  external,
  type Found,
  hasExternal,
  inferred,
  isBare,
  isResolved,
  type TypeArguments,
  unresolved,
} from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Tables } from "../files/tables.ts";
import { createQualifiedFallback } from "../includes/behind-path.ts";
import { createDeclarations } from "../includes/declarations.ts";
import type { Ancestors, Indexes, Linker } from "../linker.ts";
import { ancestorsOf, findAncestors } from "../members/ancestors.ts";
import { findCall } from "../members/calls.ts";
import { findMade, partsOfClass } from "../members/constructors.ts";
import { findDeclared, findInherited } from "../members/declared-members.ts";
import { createExtensionMethods } from "../members/extension-methods.ts";
import { createPublicMember, findMember } from "../members/members.ts";
import { createMixedIn, findSubclasses } from "../members/mixed-in.ts";
import { createPropertiesRead } from "../members/properties.ts";
import type { Memory, SharedStore } from "../memory/memory.ts";
import { headOf } from "../names/chain-heads.ts";
import { functionGiven } from "../names/function-given.ts";
import { createExported } from "../names/modules.ts";
import { findName } from "../names/names.ts";
import { narrowByGuard, narrowedMember } from "../names/narrowing.ts";
import { byQualifiedName, inNamespace } from "../names/qualified-names.ts";
import { startScope } from "../names/start-scope.ts";
import { createWildcards } from "../names/wildcard-imports.ts";
import {
  type ChainStep,
  createChainSteps,
  lastName,
  offered,
  otherwise,
  unpacked,
  writtenTypes,
} from "../notation/chain-steps.ts";
import { type TypeShape, typeShape } from "../notation/types.ts";
import { createReopened } from "../open-classes/reopened.ts";
import { createSelves } from "../open-classes/selves.ts";
import { memberMeant } from "../open-types/blocks.ts";
import { createImplicitInterfaces } from "../open-types/implicit-interfaces.ts";
import { createOutOfLine } from "../open-types/out-of-line.ts";
import { createTraitMethods } from "../open-types/trait-methods.ts";
import { callMark } from "../outline.ts";
import { createMeantInChain, isDecidedByCallee } from "../overloads/chain-calls.ts";
import { baseNamed } from "../types/arity.ts";
import { createExpandedAlias } from "../types/generic-aliases.ts";
import { findTypeBound, findTypeDefault, type Offer, offerOf } from "../types/inference.ts";
import { libraryCall, madeElsewhere } from "../types/library-types.ts";
import { findBases, findCollectionBases, findTypeArguments } from "../types/type-arguments.ts";
import { createTypeParameters } from "../types/type-parameters.ts";
import { ofShape } from "../types/typed.ts";
import { givenByTypes, takenByTypes } from "../types/typed-calls.ts";
import { applyStep } from "./apply-step.ts";

export function createLinker(tables: Tables, memory: Memory, { names, classes }: Indexes): Linker {
  const steps = createChainSteps();
  // By file.
  const chains: SharedStore<Found>[] = [];
  const calls = memory.store<number, Found>(() => unresolved);
  // While the bases of a class are resolved through the class itself, it has no ancestors.
  const ancestors = memory.store<number, Ancestors>((id) => ancestorsOf(linker, [id], false));
  const subclasses = memory.store<number, readonly number[]>(() => []);
  const typeArguments = memory.store<string, TypeArguments | undefined>(() => undefined);
  const bases = memory.store<number, ReturnType<Linker["basesOf"]>>(() => []);
  const collectionBases = memory.store<number, Found>(() => unresolved);
  const parts = memory.store<number, readonly number[]>((id) => [id]);
  const made = memory.store<string, number>(() => -1);
  // A bound may be recursive: `<T extends Comparable<T>>`.
  const bounds = memory.store<string, Found>(() => unresolved);
  const defaults = memory.store<string, Found>(() => unresolved);
  // Namespaces of one file may re-export names to each other in a cycle.
  const members = memory.store<string, Found>(() => unresolved);
  const shapes = new Map<string, TypeShape>();
  const { step: taking } = memory;
  /** Closes the step in which something was found. */
  const left = (found: Found): Found => {
    taking.leave();
    return found;
  };
  const ancestorsFor = (id: number): Ancestors => findAncestors(linker, id);
  const callOf = (id: number): Found => findCall(linker, { kind: "definition", id });
  const finding =
    (entity: Entity, name: string): (() => Found) =>
    () =>
      findMember(linker, entity, name);
  const linker: Linker = {
    tables,
    get reopened() {
      return reopened;
    },
    get selves() {
      return selves;
    },
    name: (file, scope, name) => findName(linker, file, scope, name),
    chain: (file, scope, chain) => {
      const step = steps.of(chain);
      return leadingOut(file, scope, step) ?? follow(file, scope, startScope(file, scope, step), step);
    },
    called: (file, scope, chain) => {
      const step = steps.of(chain);
      return leadingOut(file, scope, step) ?? called(file, scope, startScope(file, scope, step), step);
    },
    propertiesIn: (file) => propertiesIn(file),
    bodies: (id) => declarations.bodies(id),
    declarations: (id) => declarations.declared(id),
    parts: (id) => parts(id, () => partsOfClass(linker, id)),
    made: (id, args) => made(`${id} ${args}`, () => findMade(linker, id, args)),
    implicit: (file, index) => implicits.of(file, index),
    base: (id, name) => baseNamed(linker, id, name),
    added: (file, scope, chain) => {
      const known = file.rules?.extensionMethods;
      const step = known && steps.of(chain);
      if (!known || step?.kind !== "member") return unresolved;
      const before = follow(file, scope, startScope(file, scope, step), step.rest!);
      return extensions.find(file, before, step.name + callMark, known, step.rest!.text) ?? unresolved;
    },
    optional: (id) => declarations.optional(id),
    innerClass: (file, scope, name) => declarations.innerClass(file, scope, name),
    included: (file, scope, name) => declarations.included(file, scope, name),
    around: (file, name) => declarations.around(file, name),
    used: (file, scope, star, name) => declarations.used(file, scope, star, name),
    shared: (file, namespace, name) => declarations.shared(file, namespace, name),
    get outOfLine() {
      return elsewhere;
    },
    get traitMethods() {
      return traitMethods;
    },
    declared: (id, name) => findDeclared(linker, linker.ancestors(id).ids, name),
    inherited: (id, name) => findInherited(linker, id, name),
    member: (entity, name) => {
      if (entity.kind === "definition" && tables.definition(entity.id).kind === "namespace")
        return members(`${entity.id} ${name}`, finding(entity, name));
      return taking.enter() ? left(findMember(linker, entity, name)) : unresolved;
    },
    call: (entity) => {
      if (
        entity.kind === "definition" &&
        entity.on === undefined &&
        !entity.typeArguments &&
        !entity.deferred
      )
        return calls(entity.id, callOf);
      return taking.enter() ? left(findCall(linker, entity)) : unresolved;
    },
    publicMember: (entity, name) => publicMember(entity, name),
    wildcard: (file, star) => wildcards(file, star),
    exported: (target, language, name, isForOthers) => exported(target, language, name, isForOthers),
    shape: (type) => {
      const shape = shapes.get(type) ?? typeShape(type);
      shapes.set(type, shape);
      return shape;
    },
    typed: (file, scope, type) =>
      taking.enter() ? left(ofShape(linker, file, scope, linker.shape(type))) : unresolved,
    expandedAlias: createExpandedAlias((find) => (taking.enter() ? left(find()) : unresolved), memory.cut),
    ancestors: (id) => ancestors(id, ancestorsFor),
    subclasses: (id) => subclasses(id, () => findSubclasses(linker, memory, id)),
    typeParameters: (id) => typeParameters(id),
    typeBound: (id, name) => bounds(`${id} ${name}`, () => findTypeBound(linker, id, name)),
    typeDefault: (id, name) => defaults(`${id} ${name}`, () => findTypeDefault(linker, id, name)),
    typeArgumentsOfBase: (id, base) =>
      typeArguments(`${id} ${base}`, () => findTypeArguments(linker, id, base, new Set())),
    basesOf: (id) => bases(id, () => findBases(linker, id)),
    collectionBases: (id) => collectionBases(id, () => findCollectionBases(linker, id)),
  };
  const answersIn = (file: FileTable): SharedStore<Found> => {
    const places = file.outline.scopes.length;
    const find = (key: number, scope: number): Found => {
      const place = key % places;
      const step = steps.at((key - place) / places);
      if (!step.rest) return headOf(linker, file, place, step.text);
      if (step.rest.text === "this" && file.rules?.reopened)
        return linker.selves.onSelf(file, scope, step.name);
      const isCall = step.kind === "call";
      const isOther = isCall && step.name.startsWith(otherwise);
      const isTyped = isCall && step.name.startsWith(writtenTypes);
      const content = isCall && !isOther && !isTyped ? step.name : offered(step.kind, step.name);
      const on = isOfCall(step) && file.rules?.extensionMethods ? step.rest.rest : undefined;
      const given = offerOf(linker, file, place, content, on && later(file, scope, place, on));
      const named = (isOfCall(step) ? called : follow)(file, scope, place, step.rest);
      const before =
        file.rules?.tellsCalls && isOfCall(step) ? meantInChain(file, place, step, named) : named;
      const found =
        byQualifiedName(linker, file, step, before) ??
        inNamespace(linker, file, before, step) ??
        addedToLists(file, before, step) ??
        takenAs(file, place, before, step, given);
      if (step.kind === "member" && file.rules?.separateFieldNames)
        return memberMeant(linker, file, scope, before, step, found);
      if (step.kind === "parameter" && found.entities.length === 0 && file.rules?.extensionMethods)
        return takenAs(file, place, linker.added(file, place, step.rest.text), step, given);
      // An explicit type argument tells more than the bound of its parameter.
      const meant = isTyped ? givenByTypes(linker, file, place, before, unpacked(step.name)) : unresolved;
      if (isResolved(meant)) return meant;
      if (isTyped && !isResolved(found)) return meant.entities.length > 0 ? meant : found;
      if (isOther && !isDecidedByCallee(linker, file, before, found)) {
        const other = linker.chain(file, place, unpacked(step.name));
        return other.entities.length > 0 ? other : found;
      }
      if (isResolved(found)) return functionGiven(linker, file, place, step, found);
      const known = isCall && content ? libraryCall(linker, file, place, step) : undefined;
      if (isCall) return known ?? (hasExternal(found) ? madeElsewhere(file, step) : undefined) ?? found;
      if (step.kind !== "member") return found;
      if (file.rules?.narrows)
        return narrowedMember(linker, file, place, before, step) ?? mixedIn(before, step) ?? found;
      if (file.rules?.separateDeclarations) return qualifiedFallback(file, scope, before, step) ?? found;
      const others = file.rules?.extensionMethods;
      return (others && extensions.find(file, before, step.name, others, step.rest.text)) ?? found;
    };
    // The chain before the step is resolved first, as a query of its own: `x` before `x.next`, which `x = x.next()` leads
    // back to, so that the cycle is entered at `x`. Not so where variables have declared types.
    return memory.shared(unresolved, find, (key, scope) => {
      const place = key % places;
      const step = steps.at((key - place) / places);
      if (step.rest && !file.rules?.reopened && !file.rules?.separateFunctionNames)
        (isOfCall(step) ? called : follow)(file, scope, place, step.rest);
    });
  };
  const takenAs = (file: FileTable, place: number, before: Found, step: ChainStep, given?: Offer): Found =>
    step.kind === "parameter" && step.name.includes(writtenTypes)
      ? takenByTypes(linker, file, place, before, step.name)
      : (narrowByGuard(linker, file, place, before, step) ?? applyStep(linker, before, step, given));
  /** The repository's own extension methods for lists come before the library's methods of lists. */
  const addedToLists = (file: FileTable, before: Found, { kind, name }: ChainStep): Found | undefined =>
    kind === "member" &&
    file.rules?.extensionMethods &&
    before.entities.some((one) => one.kind === "collection")
      ? extensions.find(file, before, name, file.rules.extensionMethods)
      : undefined;
  /** `place`: the scope in which the head is resolved; see startScope. */
  const follow = (file: FileTable, scope: number, place: number, step: ChainStep): Found => {
    chains[file.index] ??= answersIn(file);
    return chains[file.index]!(step.number * file.outline.scopes.length + place, scope);
  };
  /** Closures are created out of line, where few need one: otherwise every query would allocate it. */
  const later =
    (file: FileTable, scope: number, place: number, step: ChainStep): (() => Found) =>
    () =>
      follow(file, scope, place, step);
  /** The result of an external call is external, whatever its arguments: no need to resolve these. */
  const leadingOut = (file: FileTable, scope: number, step: ChainStep): Found | undefined => {
    const first = step.ungiven;
    if (!first || !file.rules?.tellsCalls || file.rules.extensionMethods) return undefined;
    const found = called(file, scope, startScope(file, scope, first), first);
    if (found.entities.length > 1 || !found.entities.every(isBare)) return undefined;
    for (let at = step; at !== first; at = at.rest!)
      if (at.kind === "call" && file.rules.libraryTypes?.has(lastName(at.rest!.text))) return undefined;
    return found.entities.length === 0
      ? unresolved
      : found.sureness === "exact"
        ? external
        : inferred(external);
  };
  const called = (file: FileTable, scope: number, place: number, step: ChainStep): Found => {
    if (
      (step.kind === "member" || (step.kind === "head" && step.head !== undefined)) &&
      file.rules?.separateFieldNames
    )
      return follow(file, scope, place, steps.marked(step));
    if (!step.isNamed || !file.rules?.separateFunctionNames) return follow(file, scope, place, step);
    const marked = follow(file, scope, place, steps.marked(step));
    if (isResolved(marked)) return marked;
    const plain = follow(file, scope, place, step);
    return isResolved(plain) ? plain : marked;
  };
  const typeParameters = createTypeParameters(linker, memory);
  const exported = createExported(linker, memory);
  const publicMember = createPublicMember(linker, memory);
  const wildcards = createWildcards(linker, memory);
  const elsewhere = createOutOfLine(linker, memory);
  const traitMethods = createTraitMethods(linker, memory);
  const reopened = createReopened(linker, memory, classes);
  const selves = createSelves(linker, memory, classes);
  const declarations = createDeclarations(linker, memory, names);
  const extensions = createExtensionMethods(linker, memory);
  const implicits = createImplicitInterfaces(linker, memory);
  const qualifiedFallback = createQualifiedFallback(linker, names);
  const mixedIn = createMixedIn(linker, memory);
  const propertiesIn = createPropertiesRead(linker, memory, steps.of);
  const meantInChain = createMeantInChain(linker);
  return linker;
}

/** Steps that depend on the call: its result, and the parameters of its callbacks. */
const isOfCall = ({ kind }: ChainStep): boolean => kind === "call" || kind === "parameter";
