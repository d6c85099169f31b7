/** Expando members: functions assigned to a property of something defined elsewhere, `app.use = function`, `Foo.prototype.run = function`. */
import { isOfInterface } from "../notation/heads.ts";
import { type Chain, callMark, type Definition, memberOfObject, type Outline } from "../outline.ts";
import type { FamilyRules } from "../project.ts";
import { fixtureKey, fixtureName } from "../tests/fixtures.ts";
import { entryOf } from "./maps.ts";
import { maxOfOneName, type SymbolEntry, type SymbolTable, type SymbolTableBuilder } from "./symbol-table.ts";

/** The part of a FileTable that this needs. */
interface Written {
  readonly outline: Outline;
  readonly rules: FamilyRules | undefined;
  readonly names: SymbolTable;
}

/** Declares all other definitions in the symbol table; gives the expando members: key of their target to name to indices. */
export function addDefinitions(
  names: SymbolTableBuilder,
  outline: Outline,
  rules: FamilyRules | undefined,
): ReadonlyMap<string, ReadonlyMap<string, readonly number[]>> {
  const file = { outline, rules, names };
  const marked = (one: Definition): string =>
    rules?.separateFunctionNames && one.kind === "function" ? one.name + callMark : one.name;
  const written: number[] = [];
  outline.definitions.forEach((definition, number) => {
    if (definition.detached) {
      if (rules?.functionObjects) names.define(memberOfObject + definition.name, definition.scope, number);
      return;
    }
    if (isConstructor(outline, definition, rules)) return;
    if (rules?.overloadsByArity && isOfInterface(definition)) return;
    if (definition.on !== undefined) {
      written.push(number);
      return;
    }
    const name = marked(definition);
    names.define(name, definition.scope, number);
    const fixture = rules?.fixtures && fixtureName(definition);
    if (fixture) names.define(fixtureKey(fixture), definition.scope, number);
    if (name !== definition.name) names.declare(definition.name, definition.scope);
  });
  const added = new Map<string, Map<string, number[]>>();
  for (const number of written) {
    const definition = outline.definitions[number]!;
    const key = expandoKeyIn(file, targetOf(definition.on!), definition.scope);
    const all = entryOf(membersOf(added, key), marked(definition), () => []);
    if (all.length < maxOfOneName) all.push(number);
    // `app.sub.run = function`: the target `app.sub` is itself a member of `app`.
    let outer = hasFunctionObjects(file) ? outerKey(key) : "";
    for (let depth = 0; outer !== "" && depth < maxDepth; depth++) {
      membersOf(added, outer);
      outer = outerKey(outer);
    }
  }
  return added;
}

/** Names in names are followed so far. */
const maxDepth = 8;

const outerKey = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf(".")));

const membersOf = (added: Map<string, Map<string, number[]>>, key: string): Map<string, number[]> =>
  entryOf(added, key, () => new Map<string, number[]>());

/** The key of a definition's expando members; undefined where it can have none. */
export function expandoKey(file: Written, { name, scope, on }: Definition): string | undefined {
  if (on !== undefined)
    return hasFunctionObjects(file) ? expandoKeyIn(file, `${targetOf(on)}.${name}`, scope) : undefined;
  if (scope === 0) return name;
  return hasFunctionObjects(file) ? `${scope}${scopeMark}${name}` : undefined;
}

/** The same of a name, as resolved in a scope. */
export function expandoKeyIn(file: Written, on: string, start: number): string {
  if (!hasFunctionObjects(file)) return on;
  const scope = declaring(file, /^[^.]*/.exec(on)![0], start);
  return scope > 0 ? `${scope}${scopeMark}${on}` : on;
}

/** The nearest scope that has a definition of the name, or a parameter or variable, else that of the file. */
function declaring({ outline: { scopes }, names }: Written, name: string, start: number): number {
  let scope = start;
  while (scope > 0 && !declares(names.get(name, scope))) scope = scopes[scope]!.parent;
  return scope;
}

const declares = (entry: SymbolEntry | undefined): boolean =>
  entry !== undefined && (entry.definitions ?? entry.bindings) !== undefined;

/** The target of an assignment, be it for its instances or for itself: `Foo` of `Foo.prototype`. */
export const targetOf = (on: Chain): Chain => on.replace(/\.prototype$/, "");

/** The constructor function with that name: `Foo`, or `app.Model`. */
export function constructorOf(
  file: Written & { readonly expandoMembers: { readonly all: Added } },
  on: string,
  start: number,
): number | undefined {
  if (!hasFunctionObjects(file)) return undefined;
  const dot = on.lastIndexOf(".");
  const indices =
    dot < 0
      ? file.names.get(on, declaring(file, on, start))?.definitions
      : file.expandoMembers.all.get(expandoKeyIn(file, on.slice(0, dot), start))?.all.get(on.slice(dot + 1));
  return indices?.find((index) => file.outline.definitions[index]!.kind === "function");
}

type Added = ReadonlyMap<string, { readonly all: ReadonlyMap<string, readonly number[]> }>;

/** No name is written with it. */
const scopeMark = "@";

/** The parts of a key. Scopes are renumbered with every change of a file, so that facts are keyed by the name alone. */
export function keyParts(key: string): { readonly on: string; readonly scope: number } {
  const mark = key.indexOf(scopeMark);
  return mark < 0 ? { on: key, scope: 0 } : { on: key.slice(mark + 1), scope: Number(key.slice(0, mark)) };
}

/** Whether functions are objects, with members in a scope of their own. */
const hasFunctionObjects = ({ rules }: Written): boolean => rules?.functionObjects === true;

/** A constructor with the name of its class is never called by that name: `new Foo()` resolves to the class, also inside of it. */
const isConstructor = ({ scopes, definitions }: Outline, one: Definition, rules?: FamilyRules): boolean =>
  rules?.separateFunctionNames === true &&
  one.kind === "function" &&
  definitions[scopes[one.scope]!.definition]?.name === one.name;
