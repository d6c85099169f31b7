/** What a specialisation of a class template of C++ builds on, where that is another one of its template. */

import { external, type Found } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { closing } from "../notation/brackets.ts";
import { lastName } from "../notation/chain-steps.ts";
import { templateHead } from "../notation/signatures.ts";
import type { Definition } from "../outline.ts";

/**
 * The base that has the name of its heir, `struct Form<Foo> : Form<int>`: the one that is written for those types, else
 * the template itself, never the heir. Undefined of a class that has no such base.
 * @param name That of the base as a chain, or of the class itself.
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
  /** What the class is written for, without blanks; undefined of a template, and of a class that is none. */
  readonly heir: string | undefined;
  /** The same of its base of that name. */
  readonly written: string | undefined;
}

const known = new WeakMap<Definition, Arguments>();

/** What a class says of itself and of its base of the same name. */
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
