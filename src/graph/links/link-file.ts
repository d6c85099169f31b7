/**
 * The edges that leave one file. Every edge follows from the language's rules for names, imports, classes and, where
 * a type is written or a value is followed, types. Names that merely look alike make no edge.
 */

import { createEdgeCollector, type EdgeCollector, type EdgeList } from "../columns/edges.ts";
import { isInCircle, outcomeKinds, outcomeOf } from "../columns/outcomes.ts";
import { type Entity, exactly, type Found, inferred, mostCandidates, nothing } from "../entities.ts";
import { builtWith, meeting, usual } from "../files/conditions.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { isOnlyType } from "../members/defined.ts";
import { isInterface } from "../members/lineage.ts";
import type { Memory } from "../memory/memory.ts";
import { noUnit } from "../memory/units.ts";
import { classesNamed } from "../open-types/open-types.ts";
import { byFirstArgument } from "../open-types/trait-calls.ts";
import type { DefinitionKind, Reference } from "../outline.ts";
import { type Callable, createCallable } from "../overloads/callable.ts";
import { asCalled, functionPassed, wrappedAmong } from "../overloads/passed-methods.ts";
import { addImports } from "./import-edges.ts";
import type { KeptCalls } from "./kept-calls.ts";
import type { FileLinks } from "./linked.ts";
import type { Nodes } from "./nodes.ts";

export interface LinkedNow {
  readonly links: FileLinks;
  /** How many of its references were followed; the others were kept. */
  readonly followed: number;
}

/**
 * Links one file after the other: puts its edges behind those of a list. Undefined, and nothing put there, where what was
 * linked depends on what was kept (`kept`): never so where nothing was.
 */
export type LinkFile = (file: FileTable, list: EdgeList, kept?: KeptCalls) => LinkedNow | undefined;

export function createFileLinker(linker: Linker, nodes: Nodes, memory: Memory): LinkFile {
  const callableIn = createCallable(linker);
  const addStructure = (file: FileTable, edges: EdgeCollector): void => {
    memory.begin();
    for (const fact of nodes.consulted(file.index)) memory.touch(fact);
    contain(nodes, edges, file);
    addImports(linker, nodes, edges, file);
    inherits(linker, nodes, edges, file);
    inheritsLater(linker, nodes, edges, file);
    implementsSilently(linker, nodes, edges, file);
  };
  /** How a reference came out, and what that depends on. */
  const follow = (file: FileTable, edges: EdgeCollector, callable: Callable, one: Reference): number => {
    const unit = file.units[one.scope]!;
    memory.beginCall(unit);
    const outcome = addCall(linker, nodes, edges, file, callable, one);
    const looked = memory.looked();
    return outcomeOf(outcome, memory.isInCircle(), looked !== noUnit && looked !== unit);
  };
  return (file, list, kept) => {
    const edges = createEdgeCollector(nodes.length, nodes.ofFile[file.index]!);
    addStructure(file, edges);
    memory.beginCalls();
    for (const fact of kept?.consulted ?? []) memory.touch(fact);
    const callable = callableIn(file);
    const { references, opaqueCalls } = file.outline;
    const outcomes = new Uint8Array(references.length);
    let followed = 0;
    for (let place = 0; place < references.length; place++) {
      const known = kept?.outcome(place);
      outcomes[place] = known ?? follow(file, edges, callable, references[place]!);
      if (known !== undefined) continue;
      followed++;
      if (kept && isInCircle(outcomes[place]!)) return undefined;
    }
    kept?.rows.forEach(edges.addRow);
    edges.finishInto(list);
    const [consulted, consultedElse] = memory.consultedByCalls();
    return { links: { opaqueCalls, outcomes, consulted, consultedElse }, followed };
  };
}

/** Gives how the reference came out, without what that depends on; see outcomes.ts. */
function addCall(
  linker: Linker,
  nodes: Nodes,
  edges: EdgeCollector,
  file: FileTable,
  callable: Callable,
  written: Reference,
): number {
  const fileOf = (entity: Entity): FileTable | undefined =>
    "id" in entity ? linker.tables.fileOf(entity.id) : undefined;
  const { scope, before, chain, line, makes, passed, read, assigned } = written;
  addReads(linker, nodes, edges, file, written);
  if (read || assigned) return outcomeKinds.silent;
  const named = makes
    ? madeBy(linker, linker.chain(file, scope, chain))
    : passed
      ? functionPassed(linker, file, written)
      : linker.called(file, before ? file.outline.scopes[scope]!.parent : scope, chain);
  if (passed && named.entities.length === 0) return outcomeKinds.silent;
  const reference = asCalled(linker, file, named, written);
  const found = byFirstArgument(linker, file, reference, named);
  const fitting = callable(found, reference);
  const called = fitting.length > 0 ? fitting : callable(linker.added(file, scope, chain), reference);
  const met = meeting(file.condition, functionsIn(linker, called), fileOf);
  const meant = builtWith(file, scope, usual(met, fileOf), (one) =>
    "id" in one ? linker.tables.definition(one.id).decorators : undefined,
  );
  const reached = allTargets(linker, nodes, meant, reference);
  if (reached.length === 0 || reached.length > mostCandidates) {
    if (passed) return outcomeKinds.silent;
    // Most operators stand between numbers and texts: that is no call that was lost.
    if (file.rules?.dynamic?.operator.test(chain)) return outcomeKinds.silent;
    return isOutside(found) ? outcomeKinds.external : outcomeKinds.unresolved;
  }
  const targets = nearest(nodes, file, reached);
  const from = nodes.holder(file, scope);
  const sure = meant === met ? found.sureness : "inferred";
  const sureness = targets.length > 1 ? "ambiguous" : sure;
  for (const to of targets) if (from !== to || chain !== "this") edges.add(from, to, "Call", sureness, line);
  return outcomeKinds.resolved;
}

/** Properties that run on the way to what is called, are read or get a value. */
function addReads(
  linker: Linker,
  nodes: Nodes,
  edges: EdgeCollector,
  file: FileTable,
  { scope, before, chain, line, passed, read, assigned }: Reference,
): void {
  if (!file.rules?.readsProperties || (!file.rules.bareMembers && !chain.includes("."))) return;
  const place = before ? file.outline.scopes[scope]!.parent : scope;
  const how = assigned ? "assigned" : passed || read ? "read" : undefined;
  for (const found of linker.propertiesRead(file, place, chain, how)) {
    const targets = functionsOf(nodes, found);
    if (targets.length > mostCandidates) continue;
    const sureness = targets.length > 1 ? "ambiguous" : found.sureness;
    for (const to of targets) edges.add(nodes.holder(file, scope), to, "Call", sureness, line);
  }
}

/** The class of which an object is made by its place; nothing where it may be one of several. */
function madeBy({ tables }: Linker, { entities }: Found): Found {
  const [only, other] = entities;
  const isOne = only?.kind === "instance" && !other && tables.definition(only.id).kind === "class";
  return isOne ? inferred(exactly({ kind: "definition", id: only.id })) : nothing;
}

/** Who calls a name for what a call gives that was given a function runs that; what the call gives it calls itself. */
function functionsIn(linker: Linker, entities: readonly Entity[]): readonly Entity[] {
  if (entities.length < 2) return entities;
  const wrapped = wrappedAmong(linker, entities);
  return wrapped.length > 0 ? wrapped : entities;
}

/** The nodes that a call on these things reaches, each once. */
function allTargets(
  linker: Linker,
  nodes: Nodes,
  entities: readonly Entity[],
  reference: Reference,
): readonly number[] {
  if (entities.length === 0) return none;
  const all =
    entities.length === 1
      ? targetsOf(linker, nodes, entities[0]!, reference)
      : entities.flatMap((entity) => targetsOf(linker, nodes, entity, reference));
  return all.length < 2 ? all : [...new Set(all)];
}

const isOutside = ({ entities }: Found): boolean =>
  entities.some(({ kind }) => kind === "external" || kind === "module" || kind === "giver");

/** Of the same method in several parts of a class the one of this file, which runs beside the call for certain. */
function nearest(nodes: Nodes, file: FileTable, targets: readonly number[]): readonly number[] {
  if (targets.length < 2 || !file.rules?.reopened) return targets;
  const [first, end] = [nodes.ofFile[file.index]!, nodes.ofFile[file.index + 1]!];
  const here = targets.filter((target) => target >= first && target < end);
  return here.length > 0 ? here : targets;
}

/** The node that a call on this thing reaches. */
function targetsOf(
  linker: Linker,
  nodes: Nodes,
  entity: Entity,
  { chain, args }: Reference,
): readonly number[] {
  const { tables } = linker;
  if (entity.kind === "definition") {
    // What makes an object runs its initializer, or reaches the class where it has none of its own.
    const initializer = tables.fileOf(entity.id).rules?.reopened?.initializer;
    const runs =
      initializer !== undefined && isClass(linker, entity.id)
        ? functionsOf(nodes, linker.member({ kind: "instance", id: entity.id }, initializer))
        : [];
    return runs.length > 0 ? runs : made(linker, nodes, entity.id, args);
  }
  if (entity.kind === "instance") {
    const rules = tables.fileOf(entity.id).rules;
    if (rules?.callMethod) return functionsOf(nodes, linker.member(entity, rules.callMethod));
    // `this(...)` runs another constructor, and those stand for their class.
    return rules?.functionsApart && chain === "this" ? made(linker, nodes, entity.id, args) : [];
  }
  if (entity.kind !== "parent") return [];
  // `super(...)` runs the constructor of the base class, or reaches the class where it has none of its own.
  const base = baseMade(linker, entity.id);
  const method = base === undefined ? undefined : tables.fileOf(base).rules?.superMethod;
  if (base === undefined || method === undefined) return [];
  const found = functionsOf(nodes, linker.member({ kind: "instance", id: base }, method));
  return found.length > 0 ? found : made(linker, nodes, base, args);
}

/** The base whose constructor runs: no interface, and no other part of the class itself. */
function baseMade(linker: Linker, id: number): number | undefined {
  const parts = linker.tables.fileOf(id).rules?.partialClass ? linker.parts(id) : none;
  return linker
    .lineage(id)
    .ids.slice(1)
    .find((base) => !parts.includes(base) && !isInterface(linker.tables.definition(base)));
}

/** The node of a class that an object is made of. */
function made(linker: Linker, nodes: Nodes, id: number, args: number | undefined): readonly number[] {
  const isParted = linker.tables.fileOf(id).rules?.partialClass && isClass(linker, id);
  return node(nodes, isParted ? linker.made(id, args) : id);
}

const functionsOf = (nodes: Nodes, found: Found): readonly number[] =>
  found.entities.flatMap((one) => (one.kind === "definition" ? node(nodes, one.id) : []));

const none: readonly number[] = [];

const node = (nodes: Nodes, id: number): readonly number[] =>
  nodes.ofDefinition[id]! < 0 ? none : [nodes.ofDefinition[id]!];

function contain(nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  file.outline.definitions.forEach((definition, index) => {
    const to = nodes.ofDefinition[file.base + index]!;
    if (to >= 0)
      edges.add(nodes.home(file, index) ?? nodes.holder(file, definition.scope), to, "Contain", "exact", 0);
  });
}

function inherits(linker: Linker, nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  file.outline.definitions.forEach((definition, index) => {
    const from = nodes.ofDefinition[file.base + index]!;
    // Of what does not parse a base may fall to the namespace around, which is no node.
    if (from < 0) return;
    for (const base of [...(definition.bases ?? []), ...(definition.promises ?? [])]) {
      const { entities, sureness } = linker.base(file.base + index, base);
      const ofKind = (kind: DefinitionKind) =>
        entities.filter((one) => one.kind === "definition" && linker.tables.definition(one.id).kind === kind);
      const known = ofKind("class");
      // `util.inherits(Foo, Base)`: functions that make objects.
      const named = known.length > 0 || !file.rules?.functionObjects ? known : ofKind("function");
      const values = named.filter((one) => one.kind === "definition" && !isOnlyType(linker, one.id));
      const classes = values.length > 0 ? values : named;
      const ids = classes.flatMap((one) => (one.kind === "definition" ? [one.id] : []));
      const parts = file.rules?.partialClass && ids.length > 0 ? linker.parts(ids[0]!) : none;
      const parted = ids.every((id) => parts.includes(id));
      const targets = (parted ? parts : ids).flatMap((id) => node(nodes, id));
      // What a call makes of several classes builds on each of them.
      const areAll = parted || (file.rules?.functionObjects && base.includes("("));
      const sure = targets.length > 1 && !areAll ? "ambiguous" : sureness;
      for (const to of targets) if (to !== from) edges.add(from, to, "Inherit", sure, definition.startLine);
    }
  });
}

/** Bases that are said elsewhere than in their class. */
function inheritsLater(linker: Linker, nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  for (const { scope, line, of, base, how } of file.outline.laterBases ?? [])
    for (const heir of how === "give" ? [] : classesNamed(linker, file, scope, of))
      for (const found of classesNamed(linker, file, scope, base)) {
        const [from, to] = [nodes.ofDefinition[heir]!, nodes.ofDefinition[found]!];
        // A line is one of the heir's file: what another file says of it stands at its start.
        const isHere = linker.tables.fileOf(heir) === file;
        const at = isHere ? line : linker.tables.definition(heir).startLine;
        if (from >= 0 && to >= 0 && from !== to) edges.add(from, to, "Inherit", "exact", at);
      }
}

/** Interfaces that types have without saying so. */
function implementsSilently(linker: Linker, nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  if (!file.rules?.implicit) return;
  file.outline.definitions.forEach(({ startLine }, index) => {
    const from = nodes.ofDefinition[file.base + index]!;
    if (from < 0) return;
    for (const { id, sureness } of linker.implicit(file, index))
      for (const to of node(nodes, id)) edges.add(from, to, "Inherit", sureness, startLine);
  });
}

const isClass = (linker: Linker, id: number): boolean => linker.tables.definition(id).kind === "class";
