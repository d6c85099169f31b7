/** Which function a member with a mere function type is, `{ save: () => void }`: from the object literal that is its value (TypeScript). */
import { type Entity, exactly, type Found, inferred, maxCandidates, union } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { returnedValues } from "../members/calls.ts";
import type { ChainStep } from "../notation/chain-steps.ts";
import { areFunctionTypes } from "../types/functional-interfaces.ts";
import { readingScope } from "./bound.ts";
import { bindingsOf } from "./narrowing.ts";

/**
 * By the object that a function returns in fact: of `useForm().save`, or of a variable that has the value of such a call.
 * What the type says where that is more, or where no function is written there.
 *
 * @param place the scope in which the start of the chain is found.
 * @param typed what the type of the object says of the member.
 */
export function functionOfLiteral(
  linker: Linker,
  file: FileTable,
  place: number,
  { kind, name, rest }: ChainStep,
  typed: Found,
): Found {
  if (kind !== "member" || !file.rules?.separateTypeNames || !areFunctionTypes(linker, typed)) return typed;
  const members =
    rest!.kind === "call"
      ? ofCall(linker, file, place, rest!.rest!, name)
      : ofVariable(linker, file, place, rest!, name);
  const functions = union(members).entities.filter((one) => isFunction(linker, one));
  return functions.length > 0 ? inferred(exactly(...functions)) : typed;
}

/** The member of what the functions return that are called. */
function ofCall(
  linker: Linker,
  file: FileTable,
  place: number,
  { text }: ChainStep,
  name: string,
): readonly Found[] {
  return linker
    .called(file, place, text)
    .entities.flatMap((one) => (isFunction(linker, one) ? returnedValues(linker, one.id).entities : []))
    .map((one) => linker.member(one, name));
}

function ofVariable(
  linker: Linker,
  file: FileTable,
  place: number,
  step: ChainStep,
  name: string,
): readonly Found[] {
  const bindings = step.kind === "head" ? bindingsOf(file, place, step) : [];
  if (bindings.length > maxCandidates) return [];
  return bindings.flatMap((one) =>
    one.value?.endsWith(")") ? [linker.chain(file, readingScope(file, one), `${one.value}.${name}`)] : [],
  );
}

const isFunction = ({ tables }: Linker, one: Entity): one is Extract<Entity, { kind: "definition" }> =>
  one.kind === "definition" && tables.definition(one.id).kind === "function";
