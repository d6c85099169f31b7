/** The constness of what a C++ expression denotes, followed step by step through declared types and results. */
import type { Entity } from "../entities.ts";
import { targetOf } from "../files/expando-members.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { classAround } from "../members/receivers.ts";
import { type ChainStep, createChainSteps } from "../notation/chain-steps.ts";
import { classesNamed } from "../open-types/open-types.ts";
import type { Binding, Definition } from "../outline.ts";
import {
  elementOf,
  given,
  isConstantType,
  leadsAway,
  placeOf,
  type Reached,
  unknown,
} from "./reached-types.ts";

export interface Reach {
  /** What a chain denotes in a scope. */
  of(file: FileTable, scope: number, chain: string): Reached;
  /** Filters the functions that a chain calls by the constness of the receiver; keeps all where it does not decide. */
  onObject(file: FileTable, scope: number, entities: readonly Entity[], chain: string): readonly Entity[];
}

/** Limit of steps followed. */
const maxDepth = 16;

/** Library methods that return an element, or an iterator to one. */
const givesElement =
  /^(?:front|back|at|get|value|data|operator->|find|r?begin|r?end|lower_bound|upper_bound)$/;
const givesPlace = /^(?:find|r?begin|r?end|lower_bound|upper_bound|data)$/;
const givesConstant = /^c?r?c(?:begin|end)$/;
const makes = /^(?:std\.)?make_(?:unique|shared)$/;

export function createReach(linker: Linker): Reach {
  const steps = createChainSteps();
  const { tables } = linker;
  const definitionOf = (one: Entity): Definition | undefined =>
    one.kind === "definition" ? tables.definition(one.id) : undefined;

  const meant = (
    file: FileTable,
    scope: number,
    entities: readonly Entity[],
    step: ChainStep,
    depth: number,
  ): readonly Entity[] => {
    const leaves = entities.filter((one) => definitionOf(one)?.constant);
    if (leaves.length === 0 || leaves.length === entities.length) return entities;
    const { isConstant } =
      step.kind === "member"
        ? reached(file, scope, step.rest!, depth + 1)
        : { isConstant: isConstantHere(file, scope) };
    if (isConstant === undefined) return entities;
    if (isConstant) return entities.filter((one) => !changes(one));
    const others = entities.filter((one) => changes(one)).map((one) => parametersOf(one));
    return entities.filter((one) => !definitionOf(one)?.constant || !others.includes(parametersOf(one)));
  };

  const parametersOf = (one: Entity): string => (definitionOf(one)?.parameterTypes ?? []).join();

  /** Whether it is a non-`const`, non-static method. */
  const changes = (one: Entity): boolean => {
    const definition = definitionOf(one);
    if (definition?.kind !== "function" || definition.constant || /\bstatic\b/.test(definition.signature))
      return false;
    return definition.on !== undefined || classAround(linker, (one as { id: number }).id) !== undefined;
  };

  /** Whether `*this` is constant; undefined outside of methods. */
  const isConstantHere = (file: FileTable, start: number): boolean | undefined => {
    const { scopes, definitions } = file.outline;
    for (let scope = start; scope > 0; scope = scopes[scope]!.parent) {
      const index = scopes[scope]!.definition;
      const definition = definitions[index];
      if (definition?.kind === "class") return false;
      if (definition?.kind !== "function") continue;
      const isMethod = definition.on !== undefined || classAround(linker, file.base + index) !== undefined;
      if (isMethod) return definition.constant === true;
    }
    return undefined;
  };

  const reached = (file: FileTable, scope: number, step: ChainStep, depth: number): Reached => {
    if (depth > maxDepth) return unknown;
    const { kind, rest, name } = step;
    if (!rest) return headReached(file, scope, step.text, depth);
    if (kind === "member") return memberReached(file, scope, step, depth);
    if (kind === "call") return name === "" ? callReached(file, scope, rest, depth) : unknown;
    const before = reached(file, scope, rest, depth + 1);
    if (kind === "place") return placeOf(name.startsWith("*") ? elementOf(before) : before, Number(name));
    if (kind !== "index" && kind !== "iterate") return unknown;
    return operatorReached(file, scope, rest, depth) ?? elementOf(written(file, scope, before));
  };

  const headReached = (file: FileTable, start: number, name: string, depth: number): Reached => {
    if (name === "this") return { type: undefined, isConstant: isConstantHere(file, start) };
    const { scopes, definitions } = file.outline;
    for (let scope = start; scope >= 0; scope = scopes[scope]!.parent) {
      const index = scopes[scope]!.definition;
      const definition = definitions[index];
      const isClass = definition?.kind === "class";
      const entry = isClass ? undefined : file.lookup(name, scope);
      if (entry?.bindings) return boundReached(file, entry.bindings, false, depth);
      if (entry?.definitions) return unknown;
      const owners = isClass
        ? [file.base + index]
        : definition?.on === undefined
          ? []
          : classesNamed(linker, file, definition.scope, targetOf(definition.on));
      const field = fieldReached(owners, name, () => isConstantHere(file, start), depth);
      if (field) return field;
    }
    return unknown;
  };

  const fieldReached = (
    owners: readonly number[],
    name: string,
    isOwnerConstant: () => boolean | undefined,
    depth: number,
  ): Reached | undefined => {
    for (const owner of owners)
      for (const id of linker.ancestors(owner).ids) {
        const file = tables.fileOf(id);
        const bindings = file.lookup(name, file.inside[id - file.base]!)?.bindings;
        if (bindings) return boundReached(file, bindings, isOwnerConstant(), depth);
      }
    return undefined;
  };

  /** @param isOwnerConstant Whether the object of a field is constant. */
  const boundReached = (
    file: FileTable,
    bindings: readonly Binding[],
    isOwnerConstant: boolean | undefined,
    depth: number,
  ): Reached => {
    const binding = bindings.find(({ type }) => type !== undefined) ?? bindings[0]!;
    const { access = "", type, value, scope } = binding;
    const isConstant = access.startsWith("const");
    const sign = /[*&]$/.exec(access)?.[0] ?? "";
    if (type !== undefined) {
      const whole = written(file, scope, given(`${isConstant ? "const " : ""}${type}${sign}`));
      const isApart = access !== "" || leadsAway(whole.type!);
      return whole.isConstant || isApart ? whole : { ...whole, isConstant: isOwnerConstant };
    }
    if (value === undefined) return unknown;
    const from = reached(file, scope, steps.of(value), depth + 1);
    const isPointer = from.type !== undefined && leadsAway(from.type);
    // The pointer is constant, not its target: `const auto p = make()`.
    if (isConstant && (sign !== "" || !isPointer)) return { ...from, isConstant: true };
    if (sign !== "" || isPointer) return from;
    // A copy is not constant.
    return from.type === undefined && from.isConstant !== false ? unknown : { ...from, isConstant: false };
  };

  const memberReached = (
    file: FileTable,
    scope: number,
    { rest, name }: ChainStep,
    depth: number,
  ): Reached => {
    const { entities } = linker.chain(file, scope, rest!.text);
    const owners = entities.flatMap((one) => (one.kind === "instance" ? [one.id] : []));
    const before = (): Reached => reached(file, scope, rest!, depth + 1);
    const field = fieldReached(owners, name, () => before().isConstant, depth + 1);
    if (field) return field;
    const place = ["first", "second"].indexOf(name);
    return place < 0 ? unknown : placeOf(before(), place);
  };

  const callReached = (file: FileTable, scope: number, callee: ChainStep, depth: number): Reached => {
    const { entities } = linker.called(file, scope, callee.text);
    const functions = entities.filter((one) => definitionOf(one)?.kind === "function");
    if (functions.length === 0) {
      const made = entities.some((one) => definitionOf(one)?.kind === "class");
      if (made || makes.test(callee.text)) return { type: callee.text, isConstant: false };
      return callee.kind === "member" ? libraryReached(file, scope, callee, depth) : unknown;
    }
    return together(meant(file, scope, functions, callee, depth).map(returned));
  };

  const returned = (one: Entity): Reached => {
    const { returns, scope } = definitionOf(one)!;
    if (returns === undefined) return unknown;
    return written(tables.fileOf((one as { id: number }).id), scope, given(returns));
  };

  /** The result of a library method: an element, or an iterator to one. */
  const libraryReached = (
    file: FileTable,
    scope: number,
    { rest, name }: ChainStep,
    depth: number,
  ): Reached => {
    if (!givesElement.test(name) && !givesConstant.test(name)) return unknown;
    const { type, isConstant } = elementOf(written(file, scope, reached(file, scope, rest!, depth + 1)));
    if (givesConstant.test(name)) return { type: type && `${type}*`, isConstant: true };
    return { type: type && `${type}${givesPlace.test(name) ? "*" : "&"}`, isConstant };
  };

  /** The result of a user-defined `operator[]`. */
  const operatorReached = (
    file: FileTable,
    scope: number,
    rest: ChainStep,
    depth: number,
  ): Reached | undefined => {
    const { entities } = linker.chain(file, scope, rest.text);
    const found = entities.flatMap((one) =>
      one.kind === "instance" ? (linker.declared(one.id, "operator[]")?.entities ?? []) : [],
    );
    if (found.length === 0) return undefined;
    return together(meant(file, scope, found, steps.of(`${rest.text}.operator[]`), depth).map(returned));
  };

  /** With type aliases expanded. */
  const written = (file: FileTable, scope: number, one: Reached): Reached => {
    const [, before = "", name, after = ""] =
      /^((?:const\s+)?)(?:typename\s+)?([\w:]+)([\s*&]*)$/.exec(one.type ?? "") ?? [];
    if (name === undefined) return one;
    const alias = linker
      .chain(file, scope, name.replaceAll("::", "."))
      .entities.map((entity) => definitionOf(entity)?.alias)
      .find((text) => text !== undefined);
    if (alias === undefined) return one;
    return { type: `${before}${alias}${after}`, isConstant: isConstantType(alias) || one.isConstant };
  };

  return {
    of: (file, scope, chain) => reached(file, scope, steps.of(chain), 0),
    onObject: (file, scope, entities, chain) => meant(file, scope, entities, steps.of(chain), 0),
  };
}

/** The common result of several functions; unknown where their constness differs. */
function together(all: readonly Reached[]): Reached {
  const [first] = all;
  if (!first || all.some(({ isConstant }) => isConstant !== first.isConstant)) return unknown;
  return first;
}
