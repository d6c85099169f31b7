/** Properties: methods that run where their name is read, or gets a value. That is a call, with nothing in brackets. */

import { type Entity, exactly, type Found, inferred, nothing, together } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { placeOf } from "../files/places.ts";
import type { Linker } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { othersOf } from "../names/narrowed.ts";
import type { ChainStep } from "../notation/chain-steps.ts";
import type { Chain, Definition } from "../outline.ts";
import { declaredBy } from "./declared-members.ts";
import { isProperty, isSetter, propertyFact, propertyKey } from "./property-keys.ts";

export function createPropertiesRead(
  linker: Linker,
  memory: Memory,
  stepOf: (chain: Chain) => ChainStep,
): Linker["propertiesRead"] {
  /** By name: asked of every step of every chain, so it is kept without its facts. */
  const known = new Map<string, { readonly fact: number; readonly isThere: boolean }>();
  const isOne = (name: string): boolean => {
    let one = known.get(name);
    if (!one) {
      const isThere = linker.tables.filesExtending(propertyKey(name)).length > 0;
      one = { fact: propertyFact(name), isThere };
      known.set(name, one);
    }
    memory.touch(one.fact);
    return one.isThere;
  };
  const properties = memory.store<string, Found>(() => nothing);
  const setters = memory.store<string, Found>(() => nothing);
  const ofObject = (id: number, name: string, isAssigned: boolean): Found =>
    isAssigned
      ? setters(`${id} ${name}`, () => findProperty(linker, id, name, isSetter))
      : properties(`${id} ${name}`, () => findProperty(linker, id, name, isProperty));
  return (file, scope, chain, how) => {
    const found: Found[] = [];
    const last = stepOf(chain);
    for (let step = how ? last : last.rest; step?.rest; step = step.rest) {
      if (step.kind !== "member" || !isOne(step.name)) continue;
      const isAssigned = how === "assigned" && step === last;
      const among = (entities: readonly Entity[]): Found =>
        together(
          entities.map((one) =>
            one.kind === "instance" ? ofObject(one.id, step.name, isAssigned) : nothing,
          ),
        );
      const before = linker.chain(file, scope, step.rest.text);
      const typed = among(before.entities);
      const all =
        typed.entities.length > 0 ? typed : inferred(among(asked(linker, file, scope, before, step.rest)));
      if (all.entities.length > 0) found.push(before.sureness === "inferred" ? inferred(all) : all);
    }
    return found;
  };
}

/** What a variable was asked to be: `isinstance(one, Foo) and one.name`. */
function asked(
  linker: Linker,
  file: FileTable,
  scope: number,
  typed: Found,
  step: ChainStep,
): readonly Entity[] {
  if (!file.rules?.narrows) return none;
  const place = step.head === undefined ? scope : placeOf(file, scope, step.head);
  return othersOf(linker, file, place, typed, step) ?? none;
}

const none: readonly Entity[] = [];

/** That of the nearest class that has the name; nothing where that is something else there. */
function findProperty(
  linker: Linker,
  id: number,
  name: string,
  isMeant: (definition: Definition) => boolean,
): Found {
  const own = (_: Linker, one: number): Found | undefined => {
    const file = linker.tables.fileOf(one);
    const said = file.said(name, file.inside[one - file.base]!);
    if (!said?.definitions) return said?.bindings && nothing;
    const index = said.definitions.find((each) => isMeant(file.outline.definitions[each]!));
    return index === undefined ? nothing : exactly({ kind: "definition", id: file.base + index });
  };
  return declaredBy(linker, linker.lineage(id).ids, name, own)?.found ?? nothing;
}
