/** What several definitions of one name mean together: overloads, merged declarations, redefinitions. */
import { type Entity, exactly, type Found, inferred } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { classAround } from "./receivers.ts";

/** The value of a name and, where types have a namespace of their own, the type behind it. */
export function defined(linker: Linker, file: FileTable, indices: readonly number[]): Found {
  if (file.rules?.separateDeclarations)
    return definitions([...new Set(indices.flatMap((index) => linker.bodies(file.base + index)))]);
  if (indices.length === 1) return valueOr(linker, file.base + indices[0]!);
  if (areOfObjects(file, indices))
    return definitions(indices.length > maxOfObjects ? [] : indices.map((index) => file.base + index));
  if (file.rules?.overloads || file.rules?.mayRedefine)
    return definitions(indices.map((index) => file.base + index));
  const meant = effectiveAmong(file, indices);
  if (meant.length > 1) return definitions(meant.map((index) => file.base + index));
  const value = meant[0]!;
  const type = file.rules?.separateTypeNames
    ? indices.find((index) => index !== value && file.outline.definitions[index]!.kind === "class")
    : undefined;
  const all = [value, mergedWith(file, indices, value), type].filter((index) => index !== undefined);
  return definitions(all.map((index) => file.base + index));
}

/** With more functions of one name in a scope's object literals, none is likely. */
const maxOfObjects = 16;

/** Functions of one name in several object literals of one scope, any of which may be meant. */
const areOfObjects = ({ outline: { definitions } }: FileTable, indices: readonly number[]): boolean =>
  indices.every((index) => definitions[index]!.detached && !definitions[index]!.property);

/** Whether all are variables that hold a wrapped function, `const run = memo(() => 1)`: they are functions, and have that value. */
export const areWrapped = ({ outline }: FileTable, indices: readonly number[]): boolean =>
  indices.every((index) => outline.definitions[index]!.wrapped);

/** The result of an immediately invoked function, which its name stands for: `const kit = (() => { ... })()`. */
export function valueOr(linker: Linker, id: number): Found {
  const entity: Entity = { kind: "definition", id };
  const { kind, property } = linker.tables.definition(id);
  const isRun = property === true && kind === "function" && classAround(linker, id) === undefined;
  return isRun ? inferred(linker.call(entity)) : exactly(entity);
}

const definitions = (ids: readonly number[]): Found =>
  exactly(...ids.map((id): Entity => ({ kind: "definition", id })));

/** Declaration merging: `function make() {}`, or `const make = {}`, has the members of `namespace make {}`. */
function mergedWith(file: FileTable, indices: readonly number[], value: number): number | undefined {
  const { definitions } = file.outline;
  if (!file.rules?.separateTypeNames) return undefined;
  const isNamespace = (index: number): boolean => definitions[index]!.kind === "namespace";
  const isOther = (index: number): boolean => /^(?:function|object)$/.test(definitions[index]!.kind);
  return indices.findLast(isNamespace(value) ? isOther : isNamespace);
}

/** The definition in effect; where it is in a branch of a condition, those of the other branches too. */
export function effectiveAmong(file: FileTable, indices: readonly number[]): readonly number[] {
  const last = preferred(file, indices);
  const isOther = (index: number): boolean => file.outline.definitions[index]!.otherwise === true;
  if (!isOther(last)) return [last];
  const all = indices.slice(0, indices.indexOf(last) + 1);
  return all.slice(
    Math.max(
      0,
      all.findLastIndex((index) => !isOther(index)),
    ),
  );
}

/**
 * The last definition; but a getter before its setter, a value before a type, and one for type checkers (`if
 * TYPE_CHECKING`) before its runtime counterpart.
 */
function preferred(file: FileTable, indices: readonly number[]): number {
  const { definitions } = file.outline;
  const forTypes = indices.findLast((index) => definitions[index]!.typeCheckingOnly);
  if (forTypes !== undefined) return forTypes;
  const property = indices.find((index) => definitions[index]!.property);
  if (property !== undefined) return property;
  const values = file.rules?.separateTypeNames
    ? indices.filter((index) => definitions[index]!.kind !== "class")
    : [];
  if (values.length > 0 || !file.rules?.separateTypeNames)
    return (values.length > 0 ? values : indices).at(-1)!;
  // A class and an interface of one name are merged; the class is the value.
  return indices.findLast((index) => !interfaceMark.test(definitions[index]!.signature)) ?? indices.at(-1)!;
}

const interfaceMark = /^(?:(?:export|default|declare)\s+)*interface\b/;

/** Whether it is an interface that exists as a type alone, without constructor or static members. */
export function isOnlyType({ tables }: Linker, id: number): boolean {
  const { kind, signature } = tables.definition(id);
  return (
    kind === "class" && tables.fileOf(id).rules?.separateTypeNames === true && interfaceMark.test(signature)
  );
}
