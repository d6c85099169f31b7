/** Specialisations of C++ class templates that inherit from another specialisation of the same template. */

import { external, type Found } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { closing } from "../notation/brackets.ts";
import { lastName } from "../notation/chain-steps.ts";
import { templateHead } from "../notation/signatures.ts";
import type { Definition } from "../outline.ts";

/**
 * The base with the name of its subclass, `struct Form<Foo> : Form<int>`: the specialisation for these arguments,
 * else the primary template, never the class itself. Undefined for a class without such a base.
 * @param name The base as a chain, or the name of the class.
 */
export function baseOfItsName(linker: Linker, id: number, name: string): Found | undefined {
  const file = linker.tables.fileOf(id);
  const definition = linker.tables.definition(id);
  if (!file.rules?.separateDeclarations || definition.kind !== "class" || lastName(name) !== definition.name)
    return undefined;
  const base = definition.bases?.find((one) => lastName(one) === definition.name);
  if (base === undefined) return undefined;
  const { heir, written } = argumentsIn(definition);
  if (heir === undefined || written === undefined) return undefined;
  const named = linker.chain(file, definition.scope, base);
  const others = named.entities.filter((one) => one.kind === "definition" && one.id !== id);
  const of = (types: string | undefined) =>
    others.filter(
      (one) => one.kind === "definition" && argumentsIn(linker.tables.definition(one.id)).heir === types,
    );
  const entities = of(written).length > 0 ? of(written) : of(undefined);
  return entities.length > 0 ? { ...named, entities } : external;
}

interface Arguments {
  /** The arguments that the class is specialised for, without blanks; undefined where it is no specialisation. */
  readonly heir: string | undefined;
  /** The same of its base of that name. */
  readonly written: string | undefined;
}

const known = new WeakMap<Definition, Arguments>();

/** The template arguments in a class head: its own, and those of its base of the same name. */
export function argumentsIn(definition: Definition): Arguments {
  const found = known.get(definition) ?? readArguments(definition);
  known.set(definition, found);
  return found;
}

function readArguments({ name, signature }: Definition): Arguments {
  const rest = templateHead(signature)?.rest ?? signature;
  const places = [...rest.matchAll(new RegExp(`\\b${name}\\s*<`, "g"))].map((one) => {
    const start = one.index + one[0].length - 1;
    return { start: one.index, text: rest.slice(start + 1, closing(rest, start)).replace(/\s+/g, "") };
  });
  const bases = rest.search(/[^:]:(?!:)/);
  const end = bases < 0 ? rest.length : bases;
  return {
    heir: places.find(({ start }) => start <= end)?.text,
    written: places.find(({ start }) => start > end)?.text,
  };
}
