/** What definitions of one name are together. */
import { type Entity, exactly, type Found, inferred } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { classAround } from "./receivers.ts";

/** The value of that name and, where types have names of their own, the type behind it. */
export function defined(linker: Linker, file: FileTable, indices: readonly number[]): Found {
  if (file.rules?.separateDeclarations)
    return definitions([...new Set(indices.flatMap((index) => linker.bodies(file.base + index)))]);
  if (indices.length === 1) return valueOr(linker, file.base + indices[0]!);
  if (areOfObjects(file, indices))
    return definitions(indices.length > maxOfObjects ? [] : indices.map((index) => file.base + index));
  if (file.rules?.overloads || file.rules?.definedAnew)
    return definitions(indices.map((index) => file.base + index));
  const meant = meantAmong(file, indices);
  if (meant.length > 1) return definitions(meant.map((index) => file.base + index));
  const value = meant[0]!;
  const type = file.rules?.separateTypeNames
    ? indices.find((index) => index !== value && file.outline.definitions[index]!.kind === "class")
    : undefined;
  const all = [value, mergedWith(file, indices, value), type].filter((index) => index !== undefined);
  return definitions(all.map((index) => file.base + index));
}

/** Of more functions of one name in objects of one scope none is more likely than the others. */
const maxOfObjects = 16;

/** Functions of one name in several objects that are written out in one scope, of which any may be meant. */
const areOfObjects = ({ outline: { definitions } }: FileTable, indices: readonly number[]): boolean =>
  indices.every((index) => definitions[index]!.detached && !definitions[index]!.property);

/** Whether all are names for what a call gives that was given a function: they are functions, and have that value. */
export const areWrapped = ({ outline }: FileTable, indices: readonly number[]): boolean =>
  indices.every((index) => outline.definitions[index]!.wrapped);

/** What a function gives that runs where it stands, and whose name means that: `const kit = (() => { ... })()`. */
export function valueOr(linker: Linker, id: number): Found {
  const entity: Entity = { kind: "definition", id };
  const { kind, property } = linker.tables.definition(id);
  const isRun = property === true && kind === "function" && classAround(linker, id) === undefined;
  return isRun ? inferred(linker.call(entity)) : exactly(entity);
}

const definitions = (ids: readonly number[]): Found =>
  exactly(...ids.map((id): Entity => ({ kind: "definition", id })));

/** `function make() {}`, or `const make = {}`, and `namespace make {}` are one: what has the name has the members of both. */
function mergedWith(file: FileTable, indices: readonly number[], value: number): number | undefined {
  const { definitions } = file.outline;
  if (!file.rules?.separateTypeNames) return undefined;
  const isNamespace = (index: number): boolean => definitions[index]!.kind === "namespace";
  const isOther = (index: number): boolean => /^(?:function|object)$/.test(definitions[index]!.kind);
  return indices.findLast(isNamespace(value) ? isOther : isNamespace);
}

/** The one that counts; where that stands in a branch of a condition all of its name in the others, too: any of them may run. */
export function meantAmong(file: FileTable, indices: readonly number[]): readonly number[] {
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
 * Of several definitions of one name the last; a getter before its setter, what runs before a mere type, and what is
 * there for those who check types before what runs instead of it.
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
  // A class and an interface of one name are one type, whose value is the class.
  return indices.findLast((index) => !interfaceMark.test(definitions[index]!.signature)) ?? indices.at(-1)!;
}

const interfaceMark = /^(?:(?:export|default|declare)\s+)*interface\b/;

/** True for an interface of a language where that has no value: its name has neither members nor a constructor. */
export function isOnlyType({ tables }: Linker, id: number): boolean {
  const { kind, signature } = tables.definition(id);
  return (
    kind === "class" && tables.fileOf(id).rules?.separateTypeNames === true && interfaceMark.test(signature)
  );
}
