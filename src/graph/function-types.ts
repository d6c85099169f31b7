/**
 * What a function that is passed on takes: `handle((event) => ...)`, `const handler: Handler = (event) => ...`. Its
 * parameters have the types that the place expects.
 */
import { type Entity, type Found, inferred, nothing, together } from "./entities.ts";
import type { FileTable } from "./file-table.ts";
import type { Linker } from "./linker.ts";
import { isOnlyType } from "./names.ts";
import { callParameters } from "./outline.ts";
import { announcements } from "./type-variables.ts";
import { splitTop } from "./types.ts";

/** Names for types of functions are followed so far. */
const maxDepth = 4;

/**
 * What such a function gets for one of its parameters.
 *
 * @param entity what the function is given to, or an object of its type.
 * @param place `1:0` for the first parameter of what is given as the second argument; `:0` for that of the type itself.
 */
export function taken(linker: Linker, entity: Entity, place: string): Found {
  const [argument, parameter] = place
    .split(":")
    .map((number) => (number === "" ? undefined : Number(number)));
  if (argument === undefined) return ofType(linker, entity, parameter!, 0);
  if (entity.kind === "instance") return takenByObject(linker, entity.id, argument, parameter!);
  if (entity.kind !== "definition") return nothing;
  const { tables } = linker;
  if (isOnlyType(linker, entity.id)) return nothing;
  if (tables.definition(entity.id).kind === "class") {
    const maker = linker.declared(entity.id, "constructor")?.entities ?? [];
    return together(maker.map((one) => (isFunction(linker, one) ? taken(linker, one, place) : nothing)));
  }
  const { id } = entity;
  const file = tables.fileOf(id);
  const found = [tables.definition(id), ...announcements(linker, id)].map(({ signature, scope }) => {
    const type = typeAt(parametersIn(signature), argument);
    return type === undefined ? nothing : ofText(linker, file, scope, type, parameter!, 0);
  });
  return together(found);
}

/** Of an object that is called: by the type of functions that its type is, or by what the type says of such calls. */
function takenByObject(linker: Linker, id: number, argument: number, parameter: number): Found {
  const { tables } = linker;
  const { alias, scope } = tables.definition(id);
  const isAlias = alias !== undefined && isFunctionType(alias);
  const all = isAlias ? [{ id, scope, text: alias }] : callsOf(linker, id);
  return together(
    all.slice(0, maxSignatures).map((said) => {
      const type = typeAt(parametersIn(said.text), argument);
      return type === undefined
        ? nothing
        : ofText(linker, tables.fileOf(said.id), said.scope, type, parameter, 0);
    }),
  );
}

/** Of more signatures than this the others are not read. */
const maxSignatures = 16;

function callsOf(linker: Linker, id: number): readonly { id: number; scope: number; text: string }[] {
  return linker.lineage(id).ids.flatMap((one) => {
    const file = linker.tables.fileOf(one);
    const said = file.said(callParameters, file.inside[one - file.base]!)?.bindings ?? [];
    return said.map(({ scope, type }) => ({ id: one, scope, text: type ?? "" }));
  });
}

const isFunction = (linker: Linker, entity: Entity): boolean =>
  entity.kind === "definition" && linker.tables.definition(entity.id).kind === "function";

function ofType(linker: Linker, entity: Entity, parameter: number, depth: number): Found {
  if (entity.kind !== "instance" || depth > maxDepth) return nothing;
  const { alias, scope } = linker.tables.definition(entity.id);
  if (alias === undefined) return nothing;
  return ofText(linker, linker.tables.fileOf(entity.id), scope, alias, parameter, depth);
}

function ofText(
  linker: Linker,
  file: FileTable,
  scope: number,
  text: string,
  parameter: number,
  depth: number,
): Found {
  // What a function gives reaches to the end: `(a: A) => B | C`.
  const all = isFunctionType(text) ? [text] : splitTop(text, "|");
  const types = all.map(bare).map((type) => {
    const parameters = isFunctionType(type) ? parametersIn(type) : undefined;
    if (!parameters) {
      const { entities } = linker.typed(file, scope, type);
      return together(entities.map((one) => ofType(linker, one, parameter, depth + 1)));
    }
    const own = typeAt(parameters, parameter);
    return own === undefined ? nothing : linker.typed(file, scope, own);
  });
  return inferred(together(types));
}

/** Without parentheses around it. */
const bare = (type: string): string =>
  type.startsWith("(") && closing(type, 0) === type.length - 1 ? type.slice(1, -1).trim() : type;

const isFunctionType = (type: string): boolean =>
  type.startsWith("<") || (type.startsWith("(") && /^\s*=>/.test(type.slice(closing(type, 0) + 1)));

/** What stands between the first parentheses that are not within `<` and `>`. */
function parametersIn(text: string): readonly string[] | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === "<") depth++;
    else if (sign === ">" && text[at - 1] !== "=") depth--;
    else if (sign === "(" && depth === 0) return splitTop(text.slice(at + 1, closing(text, at)), ",");
  }
  return undefined;
}

function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return text.length;
}

/** The type that is written for a parameter; the last one may stand for any number. */
function typeAt(parameters: readonly string[] | undefined, place: number): string | undefined {
  const last = parameters?.at(-1);
  const isRest = last?.startsWith("...") === true && place >= parameters!.length - 1;
  const [name, ...type] = splitTop((isRest ? last : parameters?.[place]) ?? "", ":");
  const text = type.join(": ").replace(/\s=(?!>)[\s\S]*$/, "");
  return name === undefined || text === "" ? undefined : isRest ? text.replace(/\[\]$/, "") : text;
}
