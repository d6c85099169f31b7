/**
 * The edges that leave one file. Each follows from the language's rules of names, imports, classes and types; names
 * that merely look alike make no edge.
 */

import { createEdgeCollector, type EdgeCollector, type EdgeList } from "../columns/edges.ts";
import { isInCycle, outcomeKinds, outcomeOf } from "../columns/outcomes.ts";
import { type Entity, exactly, type Found, inferred, maxCandidates, unresolved } from "../entities.ts";
import { builtWith, meeting, usual } from "../files/conditions.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker, PropertiesRead } from "../linker.ts";
import { isInterface } from "../members/ancestors.ts";
import { noUnit } from "../memory/answer-rows.ts";
import type { Memory } from "../memory/memory.ts";
import { byFirstArgument } from "../open-types/trait-calls.ts";
import type { Reference } from "../outline.ts";
import { type Callable, createCallable } from "../overloads/callable.ts";
import { asCalled, functionPassed, wrappedAmong } from "../overloads/method-references.ts";
import { addImports } from "./import-edges.ts";
import { addInherits } from "./inherit-edges.ts";
import type { KeptCalls } from "./kept-calls.ts";
import type { FileLinks } from "./linked.ts";
import { type Nodes, nodeOf, noNodes } from "./nodes.ts";

export interface LinkedNow {
  readonly links: FileLinks;
  /** The number of references that were resolved; the others were kept. */
  readonly followed: number;
}

/**
 * Links one file and appends its edges to a list. Undefined, with nothing appended, where a new link depends on a
 * kept one through a cycle; never so without kept calls.
 */
export type LinkFile = (file: FileTable, list: EdgeList, kept?: KeptCalls) => LinkedNow | undefined;

export function createFileLinker(linker: Linker, nodes: Nodes, memory: Memory): LinkFile {
  const callableIn = createCallable(linker);
  const addStructure = (file: FileTable, edges: EdgeCollector): void => {
    memory.begin();
    for (const fact of nodes.consulted(file.index)) memory.touch(fact);
    contain(nodes, edges, file);
    addImports(linker, nodes, edges, file);
    addInherits(linker, nodes, edges, file);
  };
  const toolsOf = (file: FileTable): Tools => ({
    callable: callableIn(file),
    propertiesRead: file.rules?.readsProperties ? linker.propertiesIn(file) : undefined,
    fileOf: (entity) => ("id" in entity ? linker.tables.fileOf(entity.id) : undefined),
    decoratorsOf: (entity) => ("id" in entity ? linker.tables.definition(entity.id).decorators : undefined),
  });
  /** The outcome of a reference, with flags for what it depends on. */
  const follow = (file: FileTable, edges: EdgeCollector, tools: Tools, one: Reference): number => {
    const unit = file.units[one.scope]!;
    memory.beginCall(unit);
    const outcome = addCall(linker, nodes, edges, file, tools, one);
    const looked = memory.looked();
    return outcomeOf(outcome, memory.isInCycle(), looked !== noUnit && looked !== unit);
  };
  return (file, list, kept) => {
    const edges = createEdgeCollector(nodes.length, nodes.ofFile[file.index]!);
    addStructure(file, edges);
    memory.beginCalls();
    for (const fact of kept?.consulted ?? []) memory.touch(fact);
    const tools = toolsOf(file);
    const { references, opaqueCalls } = file.outline;
    const outcomes = new Uint8Array(references.length);
    let followed = 0;
    for (let place = 0; place < references.length; place++) {
      const known = kept?.outcome(place);
      outcomes[place] = known ?? follow(file, edges, tools, references[place]!);
      if (known !== undefined) continue;
      followed++;
      if (kept && isInCycle(outcomes[place]!)) return undefined;
    }
    kept?.rows.forEach(edges.addRow);
    edges.finishInto(list);
    const [consulted, consultedElse] = memory.consultedByCalls();
    return { links: { opaqueCalls, outcomes, consulted, consultedElse }, followed };
  };
}

/** The resolvers for the calls of one file. */
interface Tools {
  readonly callable: Callable;
  /** Undefined in languages without property accessors. */
  readonly propertiesRead: PropertiesRead | undefined;
  fileOf(entity: Entity): FileTable | undefined;
  decoratorsOf(entity: Entity): readonly string[] | undefined;
}

/** Adds the edges of a call. The outcome of it is without dependency flags; see outcomes.ts. */
function addCall(
  linker: Linker,
  nodes: Nodes,
  edges: EdgeCollector,
  file: FileTable,
  tools: Tools,
  written: Reference,
): number {
  const { scope, before, chain, line, passed, read, assigned } = written;
  const place = before ? file.outline.scopes[scope]!.parent : scope;
  // (1) Accessors: the callee may be the value of a property, whose getter runs first.
  const accessors = accessorsRun(tools, place, written);
  if (accessors.length > 0) addReads(nodes, edges, nodes.holder(file, scope), accessors, line);
  if (read || assigned) return outcomeKinds.silent;
  // (2) What the callee names.
  const named = calleeOf(linker, file, place, written);
  if (passed && named.entities.length === 0) return outcomeKinds.silent;
  const reference = asCalled(linker, file, named, written);
  const found = file.rules?.separateFieldNames ? byFirstArgument(linker, file, reference, named) : named;
  // (3) Which of these the call means, by its arguments and by the build constraints of both files.
  const fitting = tools.callable(found, reference);
  const called = fitting.length > 0 ? fitting : tools.callable(linker.added(file, scope, chain), reference);
  const met = meeting(file.condition, functionsIn(linker, called), tools.fileOf);
  const meant = builtWith(file, scope, usual(met, tools.fileOf), tools.decoratorsOf);
  // (4) Their nodes.
  const reached = allTargets(linker, nodes, meant, reference);
  if (reached.length === 0 || reached.length > maxCandidates) return outcomeWithoutEdge(file, written, found);
  // (5) The edges: several targets are candidates.
  const targets = nearest(nodes, file, reached);
  const from = nodes.holder(file, scope);
  const sure = meant === met ? found.sureness : "inferred";
  const sureness = targets.length > 1 ? "ambiguous" : sure;
  for (const to of targets) if (from !== to || chain !== "this") edges.add(from, to, "Call", sureness, line);
  return outcomeKinds.resolved;
}

const none: readonly Found[] = [];

function accessorsRun(
  { propertiesRead }: Tools,
  place: number,
  { chain, makes, assigned }: Reference,
): readonly Found[] {
  return propertiesRead
    ? propertiesRead(place, chain, assigned ? "assigned" : makes ? undefined : "read")
    : none;
}

/** What is constructed, passed as a value, or called. */
function calleeOf(linker: Linker, file: FileTable, place: number, written: Reference): Found {
  if (written.makes) return madeBy(linker, linker.chain(file, written.scope, written.chain));
  return written.passed ? functionPassed(linker, file, written) : linker.called(file, place, written.chain);
}

/** A passed value need not be a function, and most operators are built in: an unresolved one is no missed call. */
function outcomeWithoutEdge({ rules }: FileTable, { chain, passed }: Reference, found: Found): number {
  if (passed || rules?.dynamic?.operator.test(chain)) return outcomeKinds.silent;
  return isOutside(found) ? outcomeKinds.external : outcomeKinds.unresolved;
}

/** Calls of the getters and setters that a chain runs. */
function addReads(
  nodes: Nodes,
  edges: EdgeCollector,
  from: number,
  all: readonly Found[],
  line: number,
): void {
  for (const found of all) {
    const targets = functionsOf(nodes, found);
    if (targets.length > maxCandidates) continue;
    const sureness = targets.length > 1 ? "ambiguous" : found.sureness;
    for (const to of targets) edges.add(from, to, "Call", sureness, line);
  }
}

/** The class that is constructed; undefined where it may be one of several. */
function madeBy({ tables }: Linker, { entities }: Found): Found {
  const [only, other] = entities;
  const isOne = only?.kind === "instance" && !other && tables.definition(only.id).kind === "class";
  return isOne ? inferred(exactly({ kind: "definition", id: only.id })) : unresolved;
}

/** Calling a wrapped function, `const run = memo(() => 1)`, runs the function; what the wrapper returns makes calls of its own. */
function functionsIn(linker: Linker, entities: readonly Entity[]): readonly Entity[] {
  if (entities.length < 2) return entities;
  const wrapped = wrappedAmong(linker, entities);
  return wrapped.length > 0 ? wrapped : entities;
}

/** The distinct nodes that a call of these entities reaches. */
function allTargets(
  linker: Linker,
  nodes: Nodes,
  entities: readonly Entity[],
  reference: Reference,
): readonly number[] {
  if (entities.length === 0) return noNodes;
  const all =
    entities.length === 1
      ? targetsOf(linker, nodes, entities[0]!, reference)
      : entities.flatMap((entity) => targetsOf(linker, nodes, entity, reference));
  return all.length < 2 ? all : [...new Set(all)];
}

const isOutside = ({ entities }: Found): boolean =>
  entities.some(({ kind }) => kind === "external" || kind === "module" || kind === "callable");

/** Of one method in several parts of a class, the one in this file, which certainly runs. */
function nearest(nodes: Nodes, file: FileTable, targets: readonly number[]): readonly number[] {
  if (targets.length < 2 || !file.rules?.reopened) return targets;
  const [first, end] = [nodes.ofFile[file.index]!, nodes.ofFile[file.index + 1]!];
  const here = targets.filter((target) => target >= first && target < end);
  return here.length > 0 ? here : targets;
}

/** The nodes that a call of this entity reaches. */
function targetsOf(
  linker: Linker,
  nodes: Nodes,
  entity: Entity,
  { chain, args }: Reference,
): readonly number[] {
  const { tables } = linker;
  if (entity.kind === "definition") {
    // `new` runs the initializer, or reaches the class where it has none of its own.
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
    // `this(...)` calls another constructor; constructors are represented by their class.
    return rules?.separateFunctionNames && chain === "this" ? made(linker, nodes, entity.id, args) : [];
  }
  if (entity.kind !== "parent") return [];
  // `super(...)` runs the base constructor, or reaches the base class where it has none of its own.
  const base = baseMade(linker, entity.id);
  const method = base === undefined ? undefined : tables.fileOf(base).rules?.superMethod;
  if (base === undefined || method === undefined) return [];
  const found = functionsOf(nodes, linker.member({ kind: "instance", id: base }, method));
  return found.length > 0 ? found : made(linker, nodes, base, args);
}

/** The base whose constructor runs: neither an interface nor another part of the class. */
function baseMade(linker: Linker, id: number): number | undefined {
  const parts = linker.tables.fileOf(id).rules?.partialClass ? linker.parts(id) : noNodes;
  return linker
    .ancestors(id)
    .ids.slice(1)
    .find((base) => !parts.includes(base) && !isInterface(linker.tables.definition(base)));
}

/** The node of a class that is constructed. */
function made(linker: Linker, nodes: Nodes, id: number, args: number | undefined): readonly number[] {
  const isParted = linker.tables.fileOf(id).rules?.partialClass && isClass(linker, id);
  return nodeOf(nodes, isParted ? linker.made(id, args) : id);
}

const functionsOf = (nodes: Nodes, found: Found): readonly number[] =>
  found.entities.flatMap((one) => (one.kind === "definition" ? nodeOf(nodes, one.id) : []));

function contain(nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  file.outline.definitions.forEach((definition, index) => {
    const to = nodes.ofDefinition[file.base + index]!;
    if (to >= 0)
      edges.add(nodes.home(file, index) ?? nodes.holder(file, definition.scope), to, "Contain", "exact", 0);
  });
}

const isClass = (linker: Linker, id: number): boolean => linker.tables.definition(id).kind === "class";
