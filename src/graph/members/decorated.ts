/** Functions that their decorator replaces by something else: Python's `@group() def cli()`, and methods that a decorator makes fluent. */
import { type Found, inferred, isInside, nothing, together } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { parametersIn } from "../notation/signatures.ts";

/** What a function's name stands for where its decorator gives something else: `@group() def cli()`, then `cli.command()`. */
export function decorated(linker: Linker, id: number): Found {
  const { decorator, scope } = linker.tables.definition(id);
  if (decorator === undefined) return nothing;
  const { entities, sureness } = linker.chain(linker.tables.fileOf(id), scope, `${decorator}()`);
  return { entities: entities.filter((one) => one.kind === "instance"), sureness };
}

/**
 * What calling such a function gives where its decorator puts one of its own in its place: what that one gives. Undefined
 * where there is none, or nothing is known of it: then the function is taken as it is written.
 */
export function wornCall(linker: Linker, id: number): Found | undefined {
  const { tables } = linker;
  const file = tables.fileOf(id);
  const found = innerOf(linker, id).flatMap((inner) => {
    const around = tables.fileOf(inner);
    const inside = around.inside[inner - around.base]!;
    return givenBy(linker, inner).map((chain) =>
      chain.startsWith("this")
        ? linker.chain(file, file.inside[id - file.base]!, chain)
        : linker.chain(around, inside, chain),
    );
  });
  const known = found.filter(isInside);
  return known.length === 0 ? undefined : inferred(together(known));
}

/** What such a method gives of its own object, as chains: `this`, `this.clone()`. */
export const fluentBy = (linker: Linker, id: number): readonly string[] =>
  innerOf(linker, id).flatMap((inner) => givenBy(linker, inner).filter((chain) => chain.startsWith("this")));

/** The functions that the decorator of a function gives in its place. */
function innerOf(linker: Linker, id: number): readonly number[] {
  const { tables } = linker;
  const { decorator, scope, kind, returns } = tables.definition(id);
  const file = tables.fileOf(id);
  if (decorator === undefined || kind !== "function" || returns !== undefined || !file.rules?.dynamic)
    return none;
  const { entities } = linker.chain(file, scope, `${decorator}()`);
  return entities.flatMap((one) =>
    one.kind === "definition" && one.id !== id && isWithin(linker, one.id) ? [one.id] : [],
  );
}

/** A function that is written in another one. */
function isWithin({ tables }: Linker, id: number): boolean {
  const { outline } = tables.fileOf(id);
  const { kind, scope } = tables.definition(id);
  return kind === "function" && outline.definitions[outline.scopes[scope]!.definition]?.kind === "function";
}

/** What a function gives, by names that it gives values to; its first parameter is the object of a method in whose place it is. */
function givenBy({ tables }: Linker, id: number): readonly string[] {
  const file = tables.fileOf(id);
  const { returnValues = [], signature } = tables.definition(id);
  const first = /^[A-Za-z_]\w*/.exec(parametersIn(signature)?.[0] ?? "")?.[0];
  const inside = file.inside[id - file.base]!;
  return returnValues.flatMap((value) => {
    const bound = /^\w+$/.test(value) && value !== first ? file.said(value, inside)?.bindings : undefined;
    const values = bound?.flatMap((one) => one.value ?? []) ?? [value];
    return values.map((chain) =>
      first !== undefined && new RegExp(`^${first}(?![\\w$])`).test(chain)
        ? `this${chain.slice(first.length)}`
        : chain,
    );
  });
}

const none: readonly number[] = [];
