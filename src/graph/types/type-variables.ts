/** Functions that return an object of the class that is their argument: `def make(cls: type[T]) -> T`. */
import type { Entity, Found } from "../entities.ts";
import { exactly, inferred, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { parametersIn, typeAt } from "../notation/signatures.ts";
import type { Definition } from "../outline.ts";

/**
 * The result of a call whose first argument is a class, where a type variable ties the two; else undefined.
 *
 * @param given Resolves the first argument.
 */
export function resultByArgument(linker: Linker, entity: Entity, given: () => Found): Found | undefined {
  if (entity.kind !== "definition") return undefined;
  const parameter = parameterOfConstructor(linker, entity.id);
  if (parameter !== undefined) return madeFor(linker, entity.id, parameter, given());
  if (returnsArgument(linker, entity.id)) return inferred(given());
  const variable = [entity.id, ...overloadSignatures(linker, entity.id)]
    .map((id) => variableOf(linker, linker.tables.definition(id)))
    .find((one) => one !== undefined);
  if (!variable) return undefined;
  const entities: Entity[] = [];
  const offered = given();
  for (const one of offered.entities)
    if (one.kind === "definition" && linker.tables.definition(one.id).kind === "class")
      entities.push(variable === "object" ? { kind: "instance", id: one.id } : one);
    else if (one.kind === "instance" && returnsFirst(linker, entity.id)) entities.push(one);
  return entities.length === 0 ? undefined : inferred({ ...offered, entities });
}

/** The type parameter of a class whose constructor takes a class for it: `def __init__(self, model: type[T])`. */
function parameterOfConstructor(linker: Linker, id: number): string | undefined {
  if (linker.tables.definition(id).kind !== "class" || !linker.tables.fileOf(id).rules?.dynamic)
    return undefined;
  const names = linker.typeParameters(id);
  const [init] = names.length === 0 ? [] : (linker.declared(id, "__init__")?.entities ?? []);
  if (init?.kind !== "definition") return undefined;
  const first = parametersIn(linker.tables.definition(init.id).signature)?.[1] ?? "";
  const name = /^\s*\w+\s*:\s*[tT]ype\[\s*(\w+)\s*\]/.exec(first)?.[1];
  return name !== undefined && names.includes(name) ? name : undefined;
}

/** An object of a generic class, with the objects of another class as its type argument. */
function madeFor(linker: Linker, id: number, parameter: string, { entities }: Found): Found {
  const objects = entities.flatMap((one): readonly Entity[] =>
    one.kind === "definition" && linker.tables.definition(one.id).kind === "class"
      ? [{ kind: "instance", id: one.id }]
      : [],
  );
  const types = linker
    .typeParameters(id)
    .map((name) => (name === parameter ? exactly(...objects) : unresolved));
  const given = objects.length > 0 ? { of: id, types } : undefined;
  return inferred(exactly({ kind: "instance", id, typeArguments: given }));
}

/** Limit of overloads read. */
const maxSignatures = 16;

/** By function name: the `@overload` declarations in a file. */
const signaturesByName = new WeakMap<FileTable, ReadonlyMap<string, readonly number[]>>();

/** The `@overload` declarations that a function implements. */
export function overloadSignatures({ tables }: Linker, id: number): readonly number[] {
  const file = tables.fileOf(id);
  if (file.superseded.size === 0) return [];
  const { name, scope } = tables.definition(id);
  const byName =
    signaturesByName.get(file) ??
    Map.groupBy([...file.superseded], (index) => file.outline.definitions[index]!.name);
  signaturesByName.set(file, byName);
  return (byName.get(name) ?? [])
    .filter((index) => file.outline.definitions[index]!.scope === scope)
    .slice(0, maxSignatures)
    .map((index) => file.base + index);
}

/** Whether the return type is the type variable of the first parameter: `def add(self, widget: W) -> W`. */
function returnsFirst({ tables }: Linker, id: number): boolean {
  const { kind, signature, returns } = tables.definition(id);
  const file = tables.fileOf(id);
  if (kind !== "function" || returns === undefined || !/^\w+$/.test(returns) || !file.rules?.dynamic)
    return false;
  const parameters = parametersIn(signature) ?? [];
  const isMethod = /^(?:self|cls)\b/.test(parameters[0] ?? "");
  if (typeAt(parameters, isMethod ? 1 : 0) !== returns) return false;
  const isDeclared = new RegExp(`\\[[^\\](]*\\b${returns}\\b`).test(
    signature.slice(0, signature.indexOf("(")),
  );
  return isDeclared || file.lookup(returns, 0)?.bindings?.some(({ value }) => value === "TypeVar()") === true;
}

/**
 * Whether a function returns its first parameter, untyped and never reassigned:
 * `def add(self, one): self.all.append(one); return one`.
 */
function returnsArgument({ tables }: Linker, id: number): boolean {
  const { kind, signature, returns, returnValues } = tables.definition(id);
  const file = tables.fileOf(id);
  if (kind !== "function" || returns !== undefined || !returnValues || !file.rules?.dynamic) return false;
  const parameters = parametersIn(signature) ?? [];
  const name = parameters[/^(?:self|cls)\b/.test(parameters[0] ?? "") ? 1 : 0];
  if (name === undefined || !returnValues.includes(name)) return false;
  const bound = file.lookup(name, file.inside[id - file.base]!)?.bindings;
  return bound?.every(({ type, value }) => type === undefined && value === undefined) === true;
}

/** Whether a signature takes a class, `type[T]`, and returns an object of it: given a class, that overload is meant. */
export function takesClass(linker: Linker, entity: Entity): boolean {
  if (entity.kind !== "definition" || !linker.tables.fileOf(entity.id).rules?.dynamic) return false;
  if (parameterOfConstructor(linker, entity.id) !== undefined || returnsFirst(linker, entity.id)) return true;
  return [entity.id, ...overloadSignatures(linker, entity.id)].some((id) => {
    const { kind, returns, signature } = linker.tables.definition(id);
    if (kind !== "function" || returns === undefined || !/\b[tT]ype\[/.test(signature)) return false;
    return linker
      .shape(returns)
      .names.some(
        (name) => /^\w+$/.test(name) && new RegExp(`\\b[tT]ype\\[\\s*${name}\\s*\\]`).test(signature),
      );
  });
}

/** Whether the function returns an object of the class that it takes, or the class. */
function variableOf(
  linker: Linker,
  { kind, signature, returns }: Definition,
): "object" | "class" | undefined {
  if (kind !== "function" || returns === undefined) return undefined;
  // Skips the function's own type parameters, which precede its parameters.
  const parameters = signature.slice(signature.indexOf("(") + 1, signature.lastIndexOf(")") + 1);
  for (const name of linker.shape(returns).names) {
    if (!/^\w+$/.test(name)) continue;
    const others = parameters.replace(new RegExp(`:\\s*${name}\\s*(?=[,)=])`, "g"), "");
    if (new RegExp(`\\b${name}\\b`).test(others)) return "object";
    if (others !== parameters) return "class";
  }
  return undefined;
}
