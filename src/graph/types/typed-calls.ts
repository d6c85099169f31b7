/**
 * Explicit type arguments of a generic method decide its result and its callbacks' parameters: `Resolve<Foo>()` of `T
 * Resolve<T>()`, `Each<Foo>(f => ...)` of `void Each<T>(Action<T> run)`.
 */

import { type Entity, type Found, inferred, union, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { splitTop } from "../notation/brackets.ts";
import { explicitTypesMark, summaryMark, unpacked } from "../notation/chain-steps.ts";
import { placeIn } from "../notation/function-places.ts";
import { typeParametersOf } from "../notation/heads.ts";
import type { Definition } from "../outline.ts";
import { parameterType } from "./function-types.ts";

/**
 * The declared return type, with the call's type arguments substituted.
 *
 * @param called The callee.
 * @param types The type arguments as written, in the scope of the call.
 */
export function resultByTypeArguments(
  linker: Linker,
  file: FileTable,
  scope: number,
  called: Found,
  types: string,
): Found {
  const given = splitTop(types, ",");
  const found = called.entities.map((one) => {
    const meant = withTypes(linker, one, given, ({ returns }) => returns);
    return meant === undefined ? unresolved : linker.typed(file, scope, meant);
  });
  return inferred(union(found));
}

/**
 * The same for a callback's parameter. Some external methods are modelled as passing an object of their one type
 * argument.
 *
 * @param place Ends in the type arguments.
 */
export function parameterByTypeArguments(
  linker: Linker,
  file: FileTable,
  scope: number,
  called: Found,
  place: string,
): Found {
  const end = place.indexOf(explicitTypesMark);
  const isKnown = place[end + 1] === summaryMark;
  const given = splitTop(unpacked(place.slice(isKnown ? end + 1 : end)), ",");
  const { argument = 0, parameter } = placeIn(place);
  if (called.entities.every(({ kind }) => kind !== "definition"))
    return isKnown && given.length === 1 && parameter === 0
      ? inferred(linker.typed(file, scope, given[0]!))
      : unresolved;
  const ofType = place.slice(place.search(/[.:]/), end);
  const found = called.entities.map((one) => {
    const meant = withTypes(linker, one, given, ({ parameterTypes }) => parameterTypes?.[argument]);
    if (meant === undefined) return parameterType(linker, one, place);
    return union(
      linker.typed(file, scope, meant).entities.map((each) => parameterType(linker, each, ofType)),
    );
  });
  return inferred(union(found));
}

/** A type from a generic signature, with type arguments substituted; undefined where that changes nothing. */
function withTypes(
  { tables }: Linker,
  called: Entity,
  given: readonly string[],
  typeIn: (definition: Definition) => string | undefined,
): string | undefined {
  if (called.kind !== "definition") return undefined;
  const definition = tables.definition(called.id);
  const type = typeIn(definition);
  const parameters = typeParametersOf(definition).map((parameter) => parameter.trim());
  if (type === undefined || parameters.length !== given.length) return undefined;
  const meant = type.replace(word, (name) => given[parameters.indexOf(name)] ?? name);
  return meant === type ? undefined : meant;
}

const word = /[\p{L}_][\p{L}\p{N}_]*/gu;
