/**
 * The edges that leave one file. Every edge follows from the language's rules for names, imports, classes and, where
 * a type is written or a value is followed, types. Names that merely look alike make no edge.
 */
import { createEdgeCollector, type EdgeCollector, type EdgeColumns } from "./edges.ts";
import { classesNamed } from "./elsewhere.ts";
import type { Entity, Found } from "./entities.ts";
import type { FileTable } from "./file-table.ts";
import { addImports } from "./import-edges.ts";
import type { Linker } from "./linker.ts";
import type { Nodes } from "./nodes.ts";
import type { Definition, Reference } from "./outline.ts";
import { bestOverloads } from "./overloads.ts";

/** How the mentions of calls came out; calls with one chain in one scope count once. */
export interface ResolutionCounts {
  /** Led to a node. */
  readonly resolved: number;
  /** Led out of the repository: a library, a built-in. */
  readonly external: number;
  /** Could not be followed. */
  readonly unresolved: number;
}

export interface FileLinks {
  readonly edges: EdgeColumns;
  readonly calls: ResolutionCounts;
}

export function linkFile(linker: Linker, nodes: Nodes, file: FileTable): FileLinks {
  const edges = createEdgeCollector(nodes.length);
  const calls = { resolved: 0, external: 0, unresolved: file.outline.opaqueCalls };
  contain(nodes, edges, file);
  addImports(linker, nodes, edges, file);
  inherits(linker, nodes, edges, file);
  inheritsLater(linker, nodes, edges, file);
  for (const reference of file.outline.references) {
    const found = linker.called(file, reference.scope, reference.chain);
    const reached = callable(linker, file, found, reference).flatMap((one) =>
      targetOf(linker, nodes, one, reference),
    );
    const targets = reached.length === 0 ? none : nearest(nodes, file, new Set(reached));
    calls[outcome(found, targets)]++;
    const from = nodes.holder(file, reference.scope);
    for (const to of targets)
      if (from !== to || reference.chain !== "this")
        edges.add(from, to, "Call", targets.size > 1 ? "ambiguous" : found.sureness, reference.line);
  }
  return { edges: edges.finish(), calls };
}

const none: ReadonlySet<number> = new Set();

function outcome({ entities }: Found, targets: ReadonlySet<number>): keyof ResolutionCounts {
  if (targets.size > 0) return "resolved";
  const isOutside = entities.some(({ kind }) => kind === "external" || kind === "module" || kind === "giver");
  return isOutside ? "external" : "unresolved";
}

/** Of the same method in several parts of a class the one of this file, which runs beside the call for certain. */
function nearest(nodes: Nodes, file: FileTable, targets: ReadonlySet<number>): ReadonlySet<number> {
  if (targets.size < 2 || !file.rules?.reopened) return targets;
  const [first, end] = [nodes.ofFile[file.index]!, nodes.ofFile[file.index + 1]!];
  const here = [...targets].filter((target) => target >= first && target < end);
  return here.length > 0 ? new Set(here) : targets;
}

/** What of a name can be called: a function rather than the type that shares its name, and never a mere alias. */
function callable(
  linker: Linker,
  file: FileTable,
  { entities }: Found,
  reference: Reference,
): readonly Entity[] {
  const [only] = entities;
  if (only === undefined || entities.every(({ kind }) => kind !== "definition")) return entities;
  if (entities.length === 1 && only.kind === "definition")
    return linker.tables.definition(only.id).alias === undefined ? entities : [];
  const all = entities
    .map((entity): Callable => ({ entity, definition: definitionOf(linker, entity) }))
    .filter(({ definition }) => definition?.alias === undefined);
  if (all.every(({ definition }) => definition?.kind !== "function")) return all.map(({ entity }) => entity);
  const values = all.filter(({ definition }) => definition?.kind !== "class");
  const taking = values.filter(({ definition }) => takes(definition, reference.args));
  const fitting = taking.length > 0 ? taking : values;
  const definitions = fitting.map(({ definition }) => definition).filter((one) => one !== undefined);
  if (definitions.length < 2 || definitions.length < fitting.length)
    return fitting.map(({ entity }) => entity);
  return bestOverloads(linker, file, reference, definitions).map((index) => fitting[index]!.entity);
}

interface Callable {
  readonly entity: Entity;
  readonly definition: Definition | undefined;
}

const definitionOf = (linker: Linker, entity: Entity): Definition | undefined =>
  entity.kind === "definition" ? linker.tables.definition(entity.id) : undefined;

/** Whether a function can be called with so many arguments; unknown counts fit. */
function takes(definition: Definition | undefined, args: number | undefined): boolean {
  if (definition?.parameters === undefined || args === undefined) return true;
  const { parameters, rest } = definition;
  return args === parameters || (rest === true && args >= parameters - 1);
}

/** The node that a call on this thing reaches. */
function targetOf(linker: Linker, nodes: Nodes, entity: Entity, { chain }: Reference): readonly number[] {
  const { tables } = linker;
  if (entity.kind === "definition") {
    // What makes an object runs its initializer, or reaches the class where it has none of its own.
    const initializer = tables.fileOf(entity.id).rules?.reopened?.initializer;
    const runs =
      initializer !== undefined && isClass(linker, entity.id)
        ? functionsOf(nodes, linker.member({ kind: "instance", id: entity.id }, initializer))
        : [];
    return runs.length > 0 ? runs : node(nodes, entity.id);
  }
  if (entity.kind === "instance") {
    const rules = tables.fileOf(entity.id).rules;
    if (rules?.callMethod) return functionsOf(nodes, linker.member(entity, rules.callMethod));
    // `this(...)` runs another constructor, and those stand for their class.
    return rules?.functionsApart && chain === "this" ? node(nodes, entity.id) : [];
  }
  if (entity.kind !== "parent") return [];
  // `super(...)` runs the constructor of the base class, or reaches the class where it has none of its own.
  const base = linker.lineage(entity.id).ids[1];
  const method = base === undefined ? undefined : tables.fileOf(base).rules?.superMethod;
  if (base === undefined || method === undefined) return [];
  const found = functionsOf(nodes, linker.member({ kind: "instance", id: base }, method));
  return found.length > 0 ? found : node(nodes, base);
}

const functionsOf = (nodes: Nodes, found: Found): readonly number[] =>
  found.entities.flatMap((one) => (one.kind === "definition" ? node(nodes, one.id) : []));

const node = (nodes: Nodes, id: number): readonly number[] =>
  nodes.ofDefinition[id]! < 0 ? [] : [nodes.ofDefinition[id]!];

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
    for (const base of definition.bases ?? []) {
      const { entities, sureness } = linker.chain(file, definition.scope, base);
      const classes = entities.filter((one) => one.kind === "definition" && isClass(linker, one.id));
      const targets = classes.flatMap((one) => (one.kind === "definition" ? node(nodes, one.id) : []));
      const sure = targets.length > 1 ? "ambiguous" : sureness;
      for (const to of targets) if (to !== from) edges.add(from, to, "Inherit", sure, definition.startLine);
    }
  });
}

/** Bases that are said elsewhere than in their class. */
function inheritsLater(linker: Linker, nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  for (const { scope, line, of, base } of file.outline.laterBases ?? [])
    for (const heir of classesNamed(linker, file, scope, of))
      for (const found of classesNamed(linker, file, scope, base)) {
        const [from, to] = [nodes.ofDefinition[heir]!, nodes.ofDefinition[found]!];
        // A line is one of the heir's file: what another file says of it stands at its start.
        const isHere = linker.tables.fileOf(heir) === file;
        const at = isHere ? line : linker.tables.definition(heir).startLine;
        if (from !== to) edges.add(from, to, "Inherit", "exact", at);
      }
}

const isClass = (linker: Linker, id: number): boolean => linker.tables.definition(id).kind === "class";
