/** Ruby's method resolution order, and what each class or module in it declares. */

import { exactly, type Found, union } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { maxOfOneName } from "../files/symbol-table.ts";
import type { Linker } from "../linker.ts";
import { boundTo } from "../names/bound.ts";
import type { Chain } from "../outline.ts";
import type { OwnBase } from "./class-declarations.ts";
import { type By, idOf, type MergedMember } from "./class-merge.ts";
import { forClasses } from "./subclasses.ts";

/** Instance methods, or methods of the class object (singleton methods). */
export type Side = "object" | "class";

export interface Place {
  /** Qualified name of a class or module. */
  readonly name: string;
  readonly side: Side;
}

/** Parses `side name`. */
export const placeOf = (key: string): Place => ({
  name: key.slice(key.indexOf(" ") + 1),
  side: key.startsWith("object ") ? "object" : "class",
});

/** Limit of classes and modules in one order. */
const maxPlaces = 500;

/** Ancestors in look-up order: prepended modules, the class, included modules, the superclass. */
export function findOrder(
  linker: Linker,
  name: string,
  side: Side,
  order: (name: string, side: Side) => readonly Place[],
  classesNamed: (file: FileTable, scope: number, base: Chain) => readonly string[],
): readonly Place[] {
  const declared = linker.reopened.declarations(name);
  if (!declared) return [{ name, side }];
  const fromLibrary = (whole: string, by = declared.parts[0]?.by): readonly string[] =>
    (by && linker.tables.file(by.place).rules?.reopened?.libraryBases.get(whole)) ?? [];
  const namesOf = ({ by, own: { scope, base } }: By<OwnBase>): readonly string[] => {
    const named = classesNamed(linker.tables.file(by.place), scope, base);
    if (named.length > 0) return named.filter((one) => one !== name || side === "class");
    const whole = base.replace(/^::/, "");
    const above = fromLibrary(whole, by);
    return above.length > 0 ? [whole, ...above] : [];
  };
  // The last mixin comes first; including a module again does not move it.
  const mixed = (how: string, of = declared): readonly Place[] => {
    const all = of.mixins.filter(({ own }) => own.how === how);
    const names = new Set(all.flatMap(namesOf));
    return [...names].reverse().flatMap((one) => order(one, "object"));
  };
  const given = (one: Place): readonly Place[] => {
    const its = linker.reopened.declarations(one.name);
    return [...(its ? mixed("give", its) : []), ...givenToClass(linker, one, order)];
  };
  const inherited = [...declared.bases.flatMap(namesOf), ...fromLibrary(name)];
  const own = { name, side };
  const above = [...new Set(inherited)].flatMap((one) => order(one, side));
  const all =
    side === "object"
      ? [...mixed("prepend"), own, ...mixed("include"), ...above]
      : [
          own,
          ...mixed("extend"),
          ...mixed("include").flatMap(given),
          ...above,
          // `self.class` in a module means the classes that include it.
          ...given(own),
        ];
  // Like Ruby, skip a module that an ancestor already includes.
  const keys = all.map((one) => `${one.side} ${one.name}`);
  const last = new Map(keys.map((key, at) => [key, at]));
  return all.filter((_, at) => last.get(keys[at]!) === at).slice(0, maxPlaces);
}

/** Class methods that come with a mixin: its `ClassMethods`, by `ActiveSupport::Concern` or an `included` hook. */
function givenToClass(
  linker: Linker,
  { name }: Place,
  order: (name: string, side: Side) => readonly Place[],
): readonly Place[] {
  const inner = `${name}.${forClasses}`;
  if (!linker.reopened.declarations(inner)?.parts?.length) return [];
  const isConcern = linker.reopened
    .declarations(name)
    ?.mixins.some(({ own }) => own.how === "extend" && /(?:^|\.)Concern$/.test(own.base));
  return isConcern || linker.reopened.member(name, "included") ? order(inner, "object") : [];
}

/**
 * A method or attribute as the parts of one class declare it; where they disagree, any may be meant.
 *
 * @param merged The merged member, from `Reopened.member`.
 */
export function own(linker: Linker, merged: MergedMember, side: Side, name: string): Found | undefined {
  const found: Found[] = [];
  for (const part of merged.parts.slice(0, maxOfOneName)) {
    const id = idOf(linker.tables, part);
    const file = linker.tables.fileOf(id);
    if (name.startsWith("@")) {
      const bindings = file.attribute(name, id - file.base);
      if (bindings) found.push(boundTo(linker, file, bindings));
      continue;
    }
    const all = (file.lookup(name, file.inside[id - file.base]!)?.definitions ?? []).filter((at) =>
      isMethod(linker, file.base + at, side),
    );
    // The last definition replaces earlier ones, except in the branches of one condition.
    const first = all.findLastIndex((at) => !file.outline.definitions[at]!.otherwise);
    for (const at of all.slice(first)) found.push(exactly({ kind: "definition", id: file.base + at }));
  }
  for (const id of merged.methods.map((one) => idOf(linker.tables, one)))
    if (isMethod(linker, id, side)) found.push(exactly({ kind: "definition", id }));
  return found.length === 0 ? undefined : union(found);
}

function isMethod(linker: Linker, id: number, side: Side): boolean {
  const { kind, isStatic } = linker.tables.definition(id);
  return kind === "function" && (isStatic === true) === (side === "class");
}

/** The method that an alias stands for. */
export function originalOf(linker: Linker, merged: MergedMember, name: string): string | undefined {
  for (const part of merged.parts) {
    const id = idOf(linker.tables, part);
    const file = linker.tables.fileOf(id);
    const bindings = name.startsWith("@") ? undefined : file.attribute(name, id - file.base);
    if (bindings) return bindings[0]!.value;
  }
  return undefined;
}
