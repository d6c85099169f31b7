/** Puts the rules of name resolution and type inference together, and memoises their answers. */

import { createChainResolver } from "./chains/chain-resolver.ts";
import { type Entity, type Found, type TypeArguments, unresolved } from "./entities.ts";
import type { Tables } from "./files/tables.ts";
import { createDeclarations } from "./includes/declarations.ts";
import type { Ancestors, Indexes, Linker } from "./linker.ts";
import { ancestorsOf, findAncestors } from "./members/ancestors.ts";
import { findCall } from "./members/calls.ts";
import { findMade, partsOfClass } from "./members/constructors.ts";
import { findDeclared, findInherited } from "./members/declared-members.ts";
import { createPublicMember, findMember } from "./members/members.ts";
import { findSubclasses } from "./members/mixed-in.ts";
import { createPropertiesRead } from "./members/properties.ts";
import type { Memory } from "./memory/memory.ts";
import { createAmbientMember } from "./names/ambient.ts";
import { createExported } from "./names/modules.ts";
import { findName } from "./names/names.ts";
import { createWildcards } from "./names/wildcard-imports.ts";
import { createChainSteps } from "./notation/chain-steps.ts";
import { type TypeShape, typeShape } from "./notation/types.ts";
import { createReopened } from "./open-classes/reopened.ts";
import { createSelves } from "./open-classes/selves.ts";
import { createImplicitInterfaces } from "./open-types/implicit-interfaces.ts";
import { createOutOfLine } from "./open-types/out-of-line.ts";
import { createTraitMethods } from "./open-types/trait-methods.ts";
import { baseNamed } from "./types/arity.ts";
import { createExpandedAlias } from "./types/generic-aliases.ts";
import { findTypeBound, findTypeDefault } from "./types/inference.ts";
import { findBases, findCollectionBases, findTypeArguments } from "./types/type-arguments.ts";
import { createTypeParameters } from "./types/type-parameters.ts";
import { ofShape } from "./types/typed.ts";

export function createLinker(tables: Tables, memory: Memory, { names, classes }: Indexes): Linker {
  const steps = createChainSteps();
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
    chain: (file, scope, chain) => chains.chain(file, scope, chain),
    called: (file, scope, chain) => chains.called(file, scope, chain),
    added: (file, scope, chain) => chains.added(file, scope, chain),
    propertiesIn: (file) => propertiesIn(file),
    bodies: (id) => declarations.bodies(id),
    declarations: (id) => declarations.declared(id),
    parts: (id) => parts(id, () => partsOfClass(linker, id)),
    made: (id, args) => made(`${id} ${args}`, () => findMade(linker, id, args)),
    implicit: (file, index) => implicits.of(file, index),
    base: (id, name) => baseNamed(linker, id, name),
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
    ambientMember: (file, scope, name) => ambientMember(file, scope, name),
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
  const typeParameters = createTypeParameters(linker, memory);
  const exported = createExported(linker, memory);
  const ambientMember = createAmbientMember(linker, memory);
  const publicMember = createPublicMember(linker, memory);
  const wildcards = createWildcards(linker, memory);
  const elsewhere = createOutOfLine(linker, memory);
  const traitMethods = createTraitMethods(linker, memory);
  const reopened = createReopened(linker, memory, classes);
  const selves = createSelves(linker, memory, classes);
  const declarations = createDeclarations(linker, memory, names);
  const implicits = createImplicitInterfaces(linker, memory);
  const propertiesIn = createPropertiesRead(linker, memory, steps.of);
  const chains = createChainResolver(linker, memory, steps, names);
  return linker;
}
